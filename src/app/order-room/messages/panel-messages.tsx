import {
  Alert,
  Anchor,
  Badge,
  Button,
  Card,
  Checkbox,
  Group,
  Kbd,
  Stack,
  Text,
  Textarea,
  Title,
} from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Link, useFetcher, useSearchParams } from "react-router";
import { useTypedValues } from "#app/admin/frame/forms/use-typed-values.ts";
import { emailSentence } from "#app/admin/messages/mail/email-words.ts";
import { useSendsEmails } from "#app/admin/messages/mail/use-sends-emails.ts";
import type { ActionResult } from "#app/ui/forms/action-result.ts";
import { MessageText } from "#app/ui/message-text.tsx";
import { withoutFoundPasswords } from "#conversation/passwords/find-passwords.ts";
import { textOfFiles } from "#conversation/text-of-files.ts";
import { longestMessage } from "#platform/texts/message-length.ts";
import { mayAsk } from "#stages/order-stage.ts";
import { FilesInput } from "../files/files-input.tsx";
import type { FileView } from "../files/files-part.server.ts";
import { FileLink } from "../files/panel-files.tsx";
import type { PanelRoom } from "../room-parts.server.ts";
import type { ConversationView, MessageView } from "./messages-part.server.ts";
import classes from "./order-messages.module.css";

export function PanelMessages({ room }: { room: PanelRoom }) {
  const { order, messages: conversation } = room;
  const files = room.files.withMessages;
  const { messages, unread, closedBecause, isWaiting, isOlderPage } = conversation;
  if (messages.length === 0 && !order.isPaid) return null;
  return (
    <section aria-labelledby="messages" className={classes.conversation}>
      <Group gap="sm" mb="sm">
        <Title order={2} id="messages">
          Messages
        </Title>
        {unread !== "" && (
          <Badge color="orange" variant="light">
            {unread} new
          </Badge>
        )}
      </Group>
      <Older conversation={conversation} />
      {messages.length > 0 && (
        <ol className={classes.messages} aria-label="Messages, the newest last">
          {messages.map((message) => (
            <Message
              key={message.id}
              message={message}
              files={files.filter(({ messageId }) => messageId === message.id).toReversed()}
              isFirstNew={message.number === conversation.firstNew}
            />
          ))}
        </ol>
      )}
      {isOlderPage && <NewestLink />}
      <WaitsForCustomer questions={conversation.questions} />
      {isWaiting && closedBecause === null && <NoReply conversation={conversation} />}
      {closedBecause === null ? (
        <Composer
          conversation={conversation}
          customerName={order.customerName}
          mayAsk={mayAsk(room.deliveries.stage)}
        />
      ) : (
        <Text size="sm" c="dimmed">
          {closedBecause}
        </Text>
      )}
    </section>
  );
}

function Older({ conversation: { olderBefore } }: { conversation: ConversationView }) {
  const [parameters] = useSearchParams();
  if (olderBefore === null) return null;
  const query = new URLSearchParams([...parameters, ["before", String(olderBefore)]]);
  query.set("before", String(olderBefore));
  return (
    <Anchor component={Link} to={`?${query}`} preventScrollReset size="sm">
      Show older messages
    </Anchor>
  );
}

function NewestLink() {
  const [parameters] = useSearchParams();
  const query = new URLSearchParams(parameters);
  query.delete("before");
  return (
    <Anchor component={Link} to={`?${query}`} preventScrollReset size="sm">
      Show the newest messages
    </Anchor>
  );
}

interface MessageProps {
  message: MessageView;
  files: readonly FileView[];
  isFirstNew: boolean;
}

function Message({ message, files, isFirstNew }: MessageProps) {
  const { number, side, text, from, isoDate, fullDate, editedAt, mayChange } = message;
  const [isChanging, setIsChanging] = useState(false);
  return (
    <>
      {isFirstNew && <li className={classes.new}>New</li>}
      <li className={classes.message} data-side={side} id={`message-${number}`}>
        <div className={classes.head}>
          <b>{from}</b>
          <time dateTime={isoDate}>{fullDate}</time>
          {editedAt !== "" && <span title={`Changed ${editedAt}`}>edited</span>}
        </div>
        {isChanging && <ChangeMessage message={message} onDone={() => setIsChanging(false)} />}
        {!isChanging && text !== textOfFiles(files) && (
          <div className={classes.text}>
            <MessageText text={text} />
          </div>
        )}
        {files.map((file) => (
          <FileLink key={file.id} file={file} />
        ))}
        {mayChange && !isChanging && (
          <Button variant="subtle" size="compact-sm" onClick={() => setIsChanging(true)}>
            Change
          </Button>
        )}
      </li>
    </>
  );
}

function ChangeMessage({ message, onDone }: { message: MessageView; onDone: () => void }) {
  const { id, text, version } = message;
  const fetcher = useFetcher<ActionResult>();
  const [value, setValue] = useState(text);
  const savedAt = fetcher.state === "idle" ? fetcher.data?.savedAt : undefined;
  const done = useRef(onDone);
  done.current = onDone;
  useEffect(() => {
    if (savedAt !== undefined) done.current();
  }, [savedAt]);
  return (
    <fetcher.Form method="post">
      <input type="hidden" name="intent" value="change-message" />
      <input type="hidden" name="messageId" value={id} />
      <input type="hidden" name="version" value={version} />
      <Stack gap="xs">
        <Refusal
          answer={fetcher.data}
          isSending={fetcher.state !== "idle"}
          sendLabel="Save as it is"
        />
        <Textarea
          name="text"
          label="Change the message"
          autosize
          autoFocus
          minRows={2}
          maxRows={16}
          maxLength={longestMessage}
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
          onKeyDown={sendByKey}
          error={fetcher.data?.errors.text}
        />
        <Group gap="xs">
          <Button type="submit" size="sm" loading={fetcher.state !== "idle"}>
            Save
          </Button>
          <Button variant="subtle" size="sm" onClick={onDone}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </fetcher.Form>
  );
}

interface RefusalProps {
  answer: ActionResult | undefined;
  /**
   * Disables the buttons while the form is being sent, because the form ignores a second submit.
   */
  isSending: boolean;
  sendLabel: string;
}

/**
 * Reason why a message was refused. For a text with a password, asks whether to move or send the
 * password.
 */
function Refusal({ answer, isSending, sendLabel }: RefusalProps) {
  if (!answer?.notice) return null;
  if (answer.errors.foundPasswords === undefined) return <Alert color="red">{answer.notice}</Alert>;
  return (
    <Alert color="yellow" role="alert">
      <Text size="sm" mb="xs">
        {answer.notice}
      </Text>
      <Group gap="xs">
        <Button type="submit" size="sm" name="foundPasswords" value="move" disabled={isSending}>
          Move the password
        </Button>
        <Button
          type="submit"
          size="sm"
          variant="default"
          name="foundPasswords"
          value="send"
          disabled={isSending}
        >
          {sendLabel}
        </Button>
      </Group>
    </Alert>
  );
}

function NoReply({ conversation }: { conversation: ConversationView }) {
  const fetcher = useFetcher<ActionResult>();
  return (
    <fetcher.Form method="post" className={classes.noReply}>
      <input type="hidden" name="intent" value="no-reply" />
      <input type="hidden" name="through" value={conversation.lastNumber} />
      <Text size="sm">The customer is waiting for an answer.</Text>
      <Button type="submit" variant="default" size="sm" loading={fetcher.state !== "idle"}>
        No reply needed
      </Button>
    </fetcher.Form>
  );
}

/** The questions for which the order waits, and a button for an answer that came another way. */
function WaitsForCustomer({ questions }: Pick<ConversationView, "questions">) {
  const fetcher = useFetcher<ActionResult>();
  const last = questions.at(-1);
  if (last === undefined) return null;
  return (
    <fetcher.Form method="post" className={classes.noReply}>
      <input type="hidden" name="intent" value="stop-waiting" />
      <input type="hidden" name="through" value={last.number} />
      <Text size="sm">
        The order is waiting for the customer: you asked{" "}
        {questions.map(({ number, messageNumber, date }, index) => (
          <span key={number}>
            {index > 0 && " and "}
            <Anchor href={`#message-${messageNumber}`} inherit>
              on {date}
            </Anchor>
          </span>
        ))}
        . The customer’s next message ends the wait.
      </Text>
      {fetcher.data?.notice && <Alert color="red">{fetcher.data.notice}</Alert>}
      <Button type="submit" variant="default" size="sm" loading={fetcher.state !== "idle"}>
        Stop waiting
      </Button>
    </fetcher.Form>
  );
}

const nothing = { text: "", asks: "" };

/**
 * Unsent text of a message. The browser stores the text with an ellipsis in place of each password.
 * The passwords stay in memory only.
 */
function useUnsentText(orderId: string) {
  const typed = useTypedValues(`furrow-typed order message ${orderId}`, nothing, null);
  const [withPasswords, setWithPasswords] = useState<string | null>(null);
  const sent = useRef({ values: typed.values, withPasswords });
  return {
    text: withPasswords ?? typed.values.text ?? "",
    asks: typed.values.asks === "yes",
    change(text: string) {
      const storable = withoutFoundPasswords(text, "…");
      setWithPasswords(storable === text ? null : text);
      typed.setValue("text", storable);
    },
    changeAsks(asks: boolean) {
      typed.setValue("asks", asks ? "yes" : "");
    },
    noteSending() {
      sent.current = { values: typed.values, withPasswords };
    },
    /** Deletes the text, unless it has changed since it was sent. */
    noteSent() {
      setWithPasswords((now) => (now === sent.current.withPasswords ? null : now));
      typed.settle(nothing, null, sent.current.values);
    },
  };
}

interface ComposerProps {
  conversation: ConversationView;
  customerName: string;
  /** True in the stages in which the team can ask the customer a question. */
  mayAsk: boolean;
}

/** Unsent text stays in the browser's storage. */
function Composer({ conversation, customerName, mayAsk }: ComposerProps) {
  const sendsEmails = useSendsEmails();
  const unsent = useUnsentText(conversation.orderId);
  const isQuestion = mayAsk && unsent.asks;
  const fetcher = useFetcher<ActionResult>();
  const { data: answer } = fetcher;
  // The state keeps the key when the page reloads its data, so that a message whose answer was lost
  // is not stored twice. An empty key in the answer means that another message was already sent
  // with this key.
  const [usedKey, setUsedKey] = useState(conversation.freshKey);
  const key = answer?.values.key === "" ? conversation.freshKey : usedKey;
  // The button is disabled only after React has rendered, and a second Ctrl+Enter can come earlier.
  const isSending = useRef(false);
  // Depends on the answer, too: if the answer arrives before React has rendered the state
  // "submitting", the rendered state is "idle" all the time.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer ends the sending
  useEffect(() => {
    if (fetcher.state === "idle") isSending.current = false;
  }, [fetcher.state, answer]);
  const latest = useRef({ noteSent: unsent.noteSent, freshKey: conversation.freshKey });
  latest.current = { noteSent: unsent.noteSent, freshKey: conversation.freshKey };
  const savedAt = fetcher.state === "idle" ? answer?.savedAt : undefined;
  useEffect(() => {
    if (savedAt === undefined) return;
    latest.current.noteSent();
    setUsedKey(latest.current.freshKey);
  }, [savedAt]);
  return (
    <Card withBorder className={classes.composer} p="md">
      <fetcher.Form
        method="post"
        encType="multipart/form-data"
        aria-label="Message to the customer"
        onSubmit={(event) => {
          if (isSending.current) event.preventDefault();
          isSending.current = true;
          unsent.noteSending();
        }}
      >
        <input type="hidden" name="intent" value="message" />
        <input type="hidden" name="key" value={key} />
        <Stack gap="xs">
          <Refusal answer={answer} isSending={fetcher.state !== "idle"} sendLabel="Send as it is" />
          <Textarea
            label="Message to the customer"
            description={`${customerName} reads it on the order’s page. ${emailSentence("the customer", sendsEmails)}`}
            name="text"
            size="md"
            autosize
            minRows={3}
            maxRows={20}
            maxLength={longestMessage}
            value={unsent.text}
            onChange={(event) => unsent.change(event.currentTarget.value)}
            onKeyDown={sendByKey}
            error={answer?.errors.text}
          />
          <FilesInput
            key={savedAt}
            name="files"
            label="Files"
            description="Up to 20 files of at most 50 MB each."
            multiple
          />
          {mayAsk && (
            <Checkbox
              name="asks"
              value="yes"
              label="Ask the customer"
              description="No working days are counted for the order until the customer answers."
              checked={isQuestion}
              onChange={(event) => unsent.changeAsks(event.currentTarget.checked)}
            />
          )}
          <Group justify="flex-end">
            <Button
              type="submit"
              h={44}
              loading={fetcher.state !== "idle"}
              rightSection={
                <Kbd size="xs" visibleFrom="sm" aria-hidden>
                  Ctrl ↵
                </Kbd>
              }
            >
              {isQuestion ? "Ask the customer" : "Send to the customer"}
            </Button>
          </Group>
        </Stack>
      </fetcher.Form>
    </Card>
  );
}

/** Sends the form of a text field with Ctrl+Enter or ⌘+Enter. */
function sendByKey(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.repeat) return;
  event.preventDefault();
  const { form } = event.currentTarget;
  const button = form?.querySelector<HTMLButtonElement>("[type=submit]:not([name])");
  // A disabled button means that the form is being sent.
  if (button?.disabled === false) form?.requestSubmit();
  else {
    notifications.show({
      id: "message-being-sent",
      message: "Your last message is still being sent. Press Ctrl+Enter again in a moment.",
    });
  }
}
