import { Alert, Button, Card, Group, Stack, Text, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import type { FormState } from "#app/ui/forms/form-state.ts";
import { writtenMailLimits } from "#mail/written-mail-limits.ts";
import { shownEmail } from "#platform/texts/shown-email.ts";
import { useTypedValues } from "../forms/use-typed-values.ts";
import { emailSentence } from "../mail/email-words.ts";
import { useSendsEmails } from "../mail/use-sends-emails.ts";
import { GrowingTextarea } from "../ui/growing-textarea.tsx";

interface WriteFormProps {
  accountId: string;
  email: string;
  freshKey: string;
  onClose: () => void;
}

const blank = { subject: "", text: "" };

/** Email to a person. Unsent text stays in the browser's storage. */
export function WriteForm({ accountId, email, freshKey, onClose }: WriteFormProps) {
  const typed = useTypedValues(`furrow-typed email ${accountId}`, blank, null);
  // The state keeps the first key when the page reloads its data, so that a second click sends no
  // second email.
  const [idempotencyKey] = useState(freshKey);
  const sendsEmails = useSendsEmails();
  const fetcher = useFetcher<FormState | { readonly sentAt: number }>();
  const refused = fetcher.data && "errors" in fetcher.data ? fetcher.data : undefined;
  const isSent = fetcher.data !== undefined && "sentAt" in fetcher.data;
  const done = useRef(() => {});
  done.current = () => {
    typed.settle(blank, null);
    const where = sendsEmails ? "is on its way" : "waits until a mail server is set up";
    notifications.show({ message: `Your email to ${shownEmail(email)} ${where}` });
    onClose();
  };
  useEffect(() => {
    if (isSent) done.current();
  }, [isSent]);
  return (
    <Card withBorder>
      <fetcher.Form method="post" aria-label="Write">
        <input type="hidden" name="intent" value="write" />
        <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
        <Stack gap="sm">
          {refused?.notice && <Alert color="red">{refused.notice}</Alert>}
          <TextInput
            name="subject"
            label="Subject"
            value={typed.values.subject}
            onChange={(event) => typed.setValue("subject", event.currentTarget.value)}
            maxLength={writtenMailLimits.subject}
            error={refused?.errors.subject}
            autoFocus
          />
          <GrowingTextarea
            name="text"
            label="Your email"
            value={typed.values.text}
            onChange={(event) => typed.setValue("text", event.currentTarget.value)}
            minRows={6}
            maxRows={20}
            maxLength={writtenMailLimits.text}
            error={refused?.errors.text}
          />
          <Text size="sm" c="dimmed">
            {emailSentence(shownEmail(email), sendsEmails)}
          </Text>
          <Group>
            <Button type="submit" loading={fetcher.state !== "idle"}>
              Send email
            </Button>
            <Button variant="subtle" onClick={onClose}>
              {typed.isChanged ? "Finish later" : "Cancel"}
            </Button>
          </Group>
        </Stack>
      </fetcher.Form>
    </Card>
  );
}
