import { Alert, Button, Card, Group, Kbd, Stack, Text, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import { useDraftForm } from "#app/admin/frame/forms/use-draft-form.ts";
import { GrowingTextarea } from "#app/admin/frame/ui/growing-textarea.tsx";
import { notifyWithUndo } from "#app/admin/frame/ui/notify-with-undo.tsx";
import type { Message } from "#inbox/messages/message.ts";
import { writtenMailLimits } from "#mail/written-mail-limits.ts";
import { shownEmail } from "#platform/texts/shown-email.ts";
import { NoMailServer } from "../mail/mail-notices.tsx";

interface AnswerFormProps {
  message: Message;
  /** Number of replies so far. Part of the storage key, so that each reply starts empty. */
  answerCount: number;
  freshKey: string;
  hasMailServer: boolean;
}

/** Unsent text stays in the browser's storage. */
export function AnswerForm({ message, answerCount, freshKey, hasMailServer }: AnswerFormProps) {
  const [blank] = useState({ subject: answeringSubject(message.subject), text: "" });
  const { Form, typed, result, field, ...draft } = useDraftForm({
    key: `furrow-typed answer ${message._id} ${answerCount}`,
    stored: blank,
    onSaved() {
      const where = hasMailServer ? "is on its way" : "will be sent when a mail server is set up";
      notifications.show({ message: `Your reply to ${shownEmail(message.email)} ${where}` });
    },
  });
  const [isAsked, setIsAsked] = useState(false);
  const isOpen = isAsked || typed.restoredAt !== null;
  // The state keeps the first key when the page reloads its data, so that a second click sends no
  // second reply.
  const [idempotencyKey] = useState(freshKey);
  if (!isOpen) {
    return (
      <Button
        variant={answerCount === 0 ? "filled" : "default"}
        onClick={() => setIsAsked(true)}
        aria-keyshortcuts="r"
        rightSection={
          <Kbd size="xs" visibleFrom="sm" aria-hidden>
            r
          </Kbd>
        }
      >
        Reply
      </Button>
    );
  }
  return (
    <Card withBorder component="section" w="100%">
      <Form method="post" aria-label="Reply" onSubmit={draft.onSubmit}>
        <input type="hidden" name="intent" value="answer" />
        <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
        <Stack gap="sm">
          {result?.notice && <Alert color="red">{result.notice}</Alert>}
          {!hasMailServer && <NoMailServer />}
          <TextInput {...field("subject")} label="Subject" maxLength={writtenMailLimits.subject} />
          <GrowingTextarea
            {...field("text")}
            label="Your reply"
            autoFocus
            minRows={6}
            maxRows={20}
            maxLength={writtenMailLimits.text}
          />
          <Text size="sm" c="dimmed">
            Sends an email to {shownEmail(message.email)} with your reply, and their message quoted
            below it.
          </Text>
          <Group>
            <Button type="submit" loading={draft.isSaving}>
              Send reply
            </Button>
            <Button
              variant="subtle"
              onClick={() => {
                const restore = typed.remember();
                typed.settle(blank, null);
                setIsAsked(false);
                if (!typed.isChanged) return;
                notifyWithUndo("Your reply was discarded", () => {
                  restore();
                  setIsAsked(true);
                });
              }}
            >
              {typed.isChanged ? "Discard reply" : "Cancel"}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Card>
  );
}

function answeringSubject(subject: string): string {
  if (/^re:/i.test(subject)) return subject;
  return `Re: ${subject || "your message"}`.slice(0, writtenMailLimits.subject);
}
