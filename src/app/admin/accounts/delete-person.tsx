import { Anchor, Button, Group, Text, TextInput, Title } from "@mantine/core";
import { Form, useNavigation } from "react-router";
import type { FormState } from "../../ui/forms/form-state.ts";

interface DeletePersonProps {
  email: string;
  isOwn: boolean;
  form: FormState | undefined;
}

/** Says what goes and what stays, and asks for the address to be typed. */
export function DeletePerson({ email, isOwn, form }: DeletePersonProps) {
  const isSending = useNavigation().formMethod === "POST";
  return (
    <section>
      <Title order={2} mb="sm">
        Delete the account
      </Title>
      {isOwn ? (
        <Text size="sm">
          This is your own account. You delete it on{" "}
          <Anchor href="/account/delete" size="sm" underline="always">
            your account page
          </Anchor>
          , which asks for your password.
        </Text>
      ) : (
        <>
          <Text size="sm" c="dimmed" mb="md" maw={640}>
            The account, its details and sessions go, and so do mails, messages and a subscription
            of a confirmed address. Orders stay for the books, without name, email, address and
            website. This cannot be undone.
          </Text>
          <Form method="post" noValidate>
            <Group align="start" gap="sm">
              <TextInput
                name="confirmation"
                label={`Type ${email} to confirm`}
                autoComplete="off"
                inputMode="email"
                defaultValue={form?.values.confirmation}
                error={form?.errors.confirmation}
                flex={1}
                miw={240}
                maw={420}
              />
              <Button type="submit" color="red" mt={24} loading={isSending}>
                Delete account
              </Button>
            </Group>
          </Form>
        </>
      )}
    </section>
  );
}
