import { Alert, Button, Card, Group, Stack, Text, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import { useDraftForm } from "#app/admin/frame/forms/use-draft-form.ts";
import { GrowingTextarea } from "#app/admin/frame/ui/growing-textarea.tsx";
import { emailSentence } from "#app/admin/messages/mail/email-words.ts";
import { useSendsEmails } from "#app/admin/messages/mail/use-sends-emails.ts";
import { writtenMailLimits } from "#mail/written-mail-limits.ts";
import { shownEmail } from "#platform/texts/shown-email.ts";

interface WriteFormProps {
  accountId: string;
  email: string;
  freshKey: string;
  onClose: () => void;
}

const blank = { subject: "", text: "" };

/** Email to a person. Unsent text stays in the browser's storage. */
export function WriteForm({ accountId, email, freshKey, onClose }: WriteFormProps) {
  // The state keeps the first key when the page reloads its data, so that a second click sends no
  // second email.
  const [idempotencyKey] = useState(freshKey);
  const sendsEmails = useSendsEmails();
  const { Form, typed, result, field, ...draft } = useDraftForm({
    key: `furrow-typed email ${accountId}`,
    stored: blank,
    onSaved() {
      const where = sendsEmails ? "is on its way" : "waits until a mail server is set up";
      notifications.show({ message: `Your email to ${shownEmail(email)} ${where}` });
      onClose();
    },
  });
  return (
    <Card withBorder>
      <Form method="post" aria-label="Write" onSubmit={draft.onSubmit}>
        <input type="hidden" name="intent" value="write" />
        <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
        <Stack gap="sm">
          {result?.notice && <Alert color="red">{result.notice}</Alert>}
          <TextInput
            {...field("subject")}
            label="Subject"
            maxLength={writtenMailLimits.subject}
            autoFocus
          />
          <GrowingTextarea
            {...field("text")}
            label="Your email"
            minRows={6}
            maxRows={20}
            maxLength={writtenMailLimits.text}
          />
          <Text size="sm" c="dimmed">
            {emailSentence(shownEmail(email), sendsEmails)}
          </Text>
          <Group>
            <Button type="submit" loading={draft.isSaving}>
              Send email
            </Button>
            <Button variant="subtle" onClick={onClose}>
              {typed.isChanged ? "Finish later" : "Cancel"}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Card>
  );
}
