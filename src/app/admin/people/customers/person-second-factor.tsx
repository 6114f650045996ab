import { Anchor, Button, Checkbox, Stack, Text, Title } from "@mantine/core";
import { Form, useNavigation } from "react-router";
import type { OpenWay } from "#access/ways-in/ways-in.ts";
import { WaysInBoxes } from "#app/admin/frame/forms/ways-in-boxes.tsx";
import { emailSentence } from "#app/admin/messages/mail/email-words.ts";
import { useSendsEmails } from "#app/admin/messages/mail/use-sends-emails.ts";
import type { ActionResult } from "#app/ui/forms/action-result.ts";

interface PersonSecondFactorProps {
  hasCodes: boolean;
  passkeys: number;
  ways: readonly OpenWay[];
  isOwn: boolean;
  form: ActionResult | undefined;
}

export function PersonSecondFactor({
  hasCodes,
  passkeys,
  ways,
  isOwn,
  form,
}: PersonSecondFactorProps) {
  const sendsEmails = useSendsEmails();
  const isSending = useNavigation().formData?.get("intent") === "reset-second-factor";
  const state = [
    hasCodes ? "Codes from an app are on." : "Codes from an app are off.",
    passkeys === 0 ? "No passkeys." : passkeys === 1 ? "One passkey." : `${passkeys} passkeys.`,
  ].join(" ");
  const isEmpty = !hasCodes && passkeys === 0;
  return (
    <section>
      <Title order={2} mb="sm">
        Second factor
      </Title>
      <Text size="sm">{state}</Text>
      {isOwn && (
        <Text size="sm" c="dimmed">
          This is your own second factor. Change it on your{" "}
          <Anchor href="/account/security" size="sm" underline="always">
            Security
          </Anchor>{" "}
          page.
        </Text>
      )}
      {!isOwn && !isEmpty && (
        <>
          <Text size="sm" c="dimmed" mb="md" maw={640}>
            Reset the second factor of a person who has lost their phone and their backup codes.
            This removes codes and passkeys and signs the person out everywhere. After that, the
            person logs in with the password alone. {emailSentence("the person", sendsEmails)} First
            make sure that the request comes from this person.
          </Text>
          <Form method="post" noValidate>
            <Stack gap="sm" align="start">
              <Checkbox
                name="understood"
                value="yes"
                label="I have made sure that the request comes from this person"
                error={form?.errors.understood}
              />
              <WaysInBoxes ways={ways} form={form} />
              <Button
                type="submit"
                name="intent"
                value="reset-second-factor"
                variant="default"
                loading={isSending}
              >
                Reset second factor
              </Button>
            </Stack>
          </Form>
        </>
      )}
    </section>
  );
}
