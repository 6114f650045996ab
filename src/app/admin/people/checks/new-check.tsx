import { Alert, Button, Group, Modal, Stack, TextInput } from "@mantine/core";
import { useFetcher } from "react-router";
import { useDialog } from "#app/admin/frame/forms/use-open-part.ts";
import type { ActionResult } from "#app/ui/forms/action-result.ts";

const newPart = "#new";

/** Checks the website of anybody, such as a prospect. The check's page opens and shows the result. */
export function NewCheck() {
  const { isOpen, show, close } = useDialog(newPart);
  const fetcher = useFetcher<ActionResult>();
  const form = fetcher.data;
  return (
    <>
      <Button onClick={() => void show()}>New check</Button>
      <Modal opened={isOpen} onClose={close} title="Check a website" lockScroll={false}>
        <fetcher.Form method="post" action="/site-checks">
          <Stack gap="md">
            {form?.notice && <Alert color="red">{form.notice}</Alert>}
            <TextInput
              // A website in place of a typed email address needs a new field, because the field keeps
              // its own text.
              key={form?.values.website}
              name="website"
              defaultValue={form?.values.website}
              label="Website"
              placeholder="example.com"
              inputMode="url"
              autoComplete="off"
              required
              error={form?.errors.website}
              data-autofocus
            />
            <PersonFields form={form} />
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={close}>
                Not now
              </Button>
              <Button type="submit" loading={fetcher.state !== "idle"}>
                Check the website
              </Button>
            </Group>
          </Stack>
        </fetcher.Form>
      </Modal>
    </>
  );
}

interface PersonFieldsProps {
  form: ActionResult | undefined;
  email?: string;
  name?: string;
}

/** The person whom a check concerns. A known email address leads to the customer's page. */
export function PersonFields({ form, email = "", name = "" }: PersonFieldsProps) {
  return (
    <>
      <TextInput
        name="personEmail"
        label="Email address of the person"
        description="A customer or a prospect. You can leave this empty."
        inputMode="email"
        autoComplete="off"
        defaultValue={email}
        error={form?.errors.personEmail}
      />
      <TextInput
        name="personName"
        label="Name of the person"
        autoComplete="off"
        maxLength={100}
        defaultValue={name}
        error={form?.errors.personName}
      />
    </>
  );
}
