import { Alert, Button, Card, Group, Stack, Text, TextInput, Title } from "@mantine/core";
import { Form, useNavigation } from "react-router";
import type { ActionResult } from "#app/ui/forms/action-result.ts";
import type { SiteCheckState } from "#check/requests/site-check-tables.server.ts";
import { PersonFields } from "./new-check.tsx";

interface CheckForPersonProps {
  person: { readonly email: string; readonly name: string };
  state: SiteCheckState;
  form: ActionResult | undefined;
}

/** Names the person whom the check concerns, and emails the result. */
export function CheckForPerson({ person, state, form }: CheckForPersonProps) {
  const intent = useNavigation().formData?.get("intent");
  return (
    <Group align="stretch" gap="md">
      <Card withBorder component="section" flex="1 1 18rem">
        <Title order={2} size="h4" mb="xs">
          Person
        </Title>
        <Form method="post" preventScrollReset aria-label="Person">
          <input type="hidden" name="intent" value="tag" />
          <Stack gap="sm">
            <PersonFields form={form} email={person.email} name={person.name} />
            <Button type="submit" variant="default" loading={intent === "tag"}>
              Save the person
            </Button>
          </Stack>
        </Form>
      </Card>
      <Card withBorder component="section" flex="1 1 18rem">
        <Title order={2} size="h4" mb="xs">
          Send the result
        </Title>
        {state === "done" ? (
          <Form method="post" preventScrollReset aria-label="Send the result">
            <input type="hidden" name="intent" value="send" />
            <Stack gap="sm">
              {form?.notice && <Alert color="red">{form.notice}</Alert>}
              <TextInput
                key={person.email}
                name="email"
                label="Send to"
                inputMode="email"
                autoComplete="off"
                required
                defaultValue={form?.values.email ?? person.email}
                error={form?.errors.email}
              />
              <Button type="submit" loading={intent === "send"}>
                Send the result
              </Button>
            </Stack>
          </Form>
        ) : (
          <Text size="sm">
            {state === "refused"
              ? "This check has no result that can be sent."
              : "You can send the result as soon as the check is done."}
          </Text>
        )}
      </Card>
    </Group>
  );
}
