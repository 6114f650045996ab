import { Alert, Button, Card, Group, Kbd, Stack, Text, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import type { ActionResult } from "#app/ui/forms/action-result.ts";
import type { Message } from "#inbox/messages/message.ts";
import { writtenMailLimits } from "#mail/written-mail-limits.ts";
import { shownEmail } from "#platform/texts/shown-email.ts";
import { useTypedValues } from "../forms/use-typed-values.ts";
import { NoMailServer } from "../mail/mail-notices.tsx";
import { GrowingTextarea } from "../ui/growing-textarea.tsx";
import { notifyWithUndo } from "../ui/notify-with-undo.tsx";

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
  const typed = useTypedValues(`furrow-typed answer ${message._id} ${answerCount}`, blank, null);
  const [isAsked, setIsAsked] = useState(false);
  const isOpen = isAsked || typed.restoredAt !== null;
  // The state keeps the first key when the page reloads its data, so that a second click sends no
  // second reply.
  const [idempotencyKey] = useState(freshKey);
  const fetcher = useFetcher<ActionResult | { readonly doneAt: number }>();
  const refused = fetcher.data && "errors" in fetcher.data ? fetcher.data : undefined;
  const isSent = fetcher.data !== undefined && "doneAt" in fetcher.data;
  const settle = useRef(typed.settle);
  settle.current = typed.settle;
  useEffect(() => {
    if (!isSent) return;
    settle.current(blank, null);
    const where = hasMailServer ? "is on its way" : "will be sent when a mail server is set up";
    notifications.show({ message: `Your reply to ${shownEmail(message.email)} ${where}` });
  }, [isSent, blank, message.email, hasMailServer]);
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
      <fetcher.Form method="post" aria-label="Reply">
        <input type="hidden" name="intent" value="answer" />
        <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
        <Stack gap="sm">
          {refused?.notice && <Alert color="red">{refused.notice}</Alert>}
          {!hasMailServer && <NoMailServer />}
          <TextInput
            name="subject"
            label="Subject"
            value={typed.values.subject}
            onChange={(event) => typed.setValue("subject", event.currentTarget.value)}
            maxLength={writtenMailLimits.subject}
            error={refused?.errors.subject}
          />
          <GrowingTextarea
            name="text"
            label="Your reply"
            value={typed.values.text}
            onChange={(event) => typed.setValue("text", event.currentTarget.value)}
            autoFocus
            minRows={6}
            maxRows={20}
            maxLength={writtenMailLimits.text}
            error={refused?.errors.text}
          />
          <Text size="sm" c="dimmed">
            Sends an email to {shownEmail(message.email)} with your reply, and their message quoted
            below it.
          </Text>
          <Group>
            <Button type="submit" loading={fetcher.state !== "idle"}>
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
      </fetcher.Form>
    </Card>
  );
}

function answeringSubject(subject: string): string {
  if (/^re:/i.test(subject)) return subject;
  return `Re: ${subject || "your message"}`.slice(0, writtenMailLimits.subject);
}
