import { Alert, Anchor, Button, Card, Group, Stack, Text, Title } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";
import { Link, useFetcher, useNavigate, useSubmit } from "react-router";
import { useUndoToast } from "#app/admin/frame/forms/use-undo-toast.ts";
import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { notifyWithUndo } from "#app/admin/frame/ui/notify-with-undo.tsx";
import { Table } from "#app/admin/frame/ui/table.tsx";
import { servicesOf } from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { pageError, readForm } from "#app/forms.server.ts";
import { fields, intent, runIntent } from "#app/intents.server.ts";
import type { ActionResult } from "#app/ui/forms/action-result.ts";
import type { Services } from "#compose.ts";
import { answerMessage } from "#inbox/messages/answer-message.ts";
import { deleteMessage, putBackMessage, setMessageStatus } from "#inbox/messages/change-message.ts";
import type { Message } from "#inbox/messages/message.ts";
import { type MessageAnswer, viewMessage } from "#inbox/messages/view-message.ts";
import { newId } from "#platform/ids.ts";
import { shownEmail } from "#platform/texts/shown-email.ts";
import { minuteOf } from "#platform/time/dates.ts";
import type { Actor } from "#policy/actor.ts";
import { hasMailServer } from "../mail/mail-row.server.ts";
import type { Route } from "./+types/view-message";
import { AnswerForm } from "./answer-form.tsx";

type DatedAnswer = MessageAnswer & { readonly sent: string };

/** Oldest reply first. */
function MessageAnswers({ answers }: { answers: readonly DatedAnswer[] }) {
  if (answers.length === 0) return null;
  return (
    <Stack component="section" gap="sm">
      <Title order={2}>Your replies</Title>
      {answers.map(({ id, subject, text, author, sent }) => (
        <Card key={id} withBorder component="article">
          <Text size="xs" c="dimmed">
            {sent}, by {author}
          </Text>
          <Text fw={600} mt={4} style={{ overflowWrap: "anywhere" }}>
            {subject}
          </Text>
          <Text mt="xs" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
            {text}
          </Text>
        </Card>
      ))}
    </Stack>
  );
}

interface MessageButtonsProps {
  message: Message;
  isDeleted: boolean;
}

function MessageButtons({ message, isDeleted }: MessageButtonsProps) {
  const { messageStatus } = message;
  const marking = useMarking(message._id);
  const deleting = useDeleting(message._id);
  const putBack = usePutBack(message._id);
  if (isDeleted) {
    return (
      <Group>
        <Button onClick={putBack}>Restore</Button>
      </Group>
    );
  }
  const other = messageStatus === "UnRead" ? "Read" : "UnRead";
  return (
    <Group gap="sm">
      <marking.Form method="post">
        <input type="hidden" name="intent" value="mark" />
        <input type="hidden" name="messageStatus" value={other} />
        <Button type="submit" variant="default" loading={marking.state !== "idle"}>
          {other === "Read" ? "Mark Read" : "Mark Unread"}
        </Button>
      </marking.Form>
      <deleting.Form method="post">
        <Button
          type="submit"
          name="intent"
          value="delete"
          variant="subtle"
          color="red"
          loading={deleting.state !== "idle"}
        >
          Delete
        </Button>
      </deleting.Form>
    </Group>
  );
}

function useMarking(messageId: string) {
  const fetcher = useFetcher<ActionResult>({ key: `mark ${messageId}` });
  useUndoToast("/all-messages", fetcher.data);
  return fetcher;
}

/** One toast id per message, so that the toast of the last change replaces the previous toast. */
const toastOf = (messageId: string) => `message ${messageId}`;

/** After the deletion, opens the list and shows a toast with "Undo". */
function useDeleting(messageId: string) {
  const fetcher = useFetcher<ActionResult>({ key: `delete ${messageId}` });
  const navigate = useNavigate();
  const putBack = usePutBack(messageId);
  const act = useRef(() => {});
  act.current = () => {
    notifyWithUndo("Message deleted", putBack, { id: toastOf(messageId) });
    void navigate("/all-messages");
  };
  // Watches the result instead of `fetcher.state`: a fast response can arrive before React has
  // rendered the state "submitting".
  const savedAt = fetcher.data?.savedAt;
  useEffect(() => {
    if (savedAt !== undefined) act.current();
  }, [savedAt]);
  return fetcher;
}

/** `navigate: false` lets "Undo" work after the admin has left the message. */
function usePutBack(messageId: string): () => void {
  const submit = useSubmit();
  return () =>
    void submit(
      { intent: "put-back" },
      { method: "post", action: `/view/${messageId}`, navigate: false },
    );
}

export const handle = {
  breadcrumb: [{ label: "Messages", path: "/all-messages" }, { label: "Message" }],
};

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Message", matches);
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const viewed = await viewMessage(services, actor, params.messageId).catch(pageError);
  const reader = await dateReader(services, request);
  return {
    ...viewed,
    received: minuteOf(viewed.receivedAt, reader),
    answers: viewed.answers.map((answer) => ({
      ...answer,
      sent: minuteOf(answer.sentAt, reader),
    })),
    hasMailServer: await hasMailServer(services),
    freshKey: newId(),
  };
}

interface ViewedMessage {
  readonly services: Services;
  readonly actor: Actor;
  readonly messageId: string;
}

const messageIntents = {
  mark: intent(
    fields("messageStatus"),
    async ({ services, actor, messageId }: ViewedMessage, form) => {
      const { messageStatus } = await setMessageStatus(services, actor, messageId, form);
      return {
        said: `Message is ${messageStatus}`,
        undo: { ids: [messageId], change: messageStatus },
        topic: toastOf(messageId),
      };
    },
    pageError,
  ),
  delete: intent(
    fields(),
    async ({ services, actor, messageId }: ViewedMessage) => {
      await deleteMessage(services, actor, messageId);
      return {};
    },
    pageError,
  ),
  "put-back": intent(
    fields(),
    async ({ services, actor, messageId }: ViewedMessage) => {
      await putBackMessage(services, actor, messageId);
      return { said: "Message restored" };
    },
    pageError,
  ),
  answer: intent(
    fields("idempotencyKey", "subject", "text"),
    async ({ services, actor, messageId }: ViewedMessage, { idempotencyKey, ...answer }) => {
      await answerMessage(services, actor, messageId, answer, idempotencyKey);
      return {};
    },
  ),
};

export async function action({ request, context, params: { messageId } }: Route.ActionArgs) {
  const actor = await adminOnly(context, request);
  const message = { services: servicesOf(context), actor, messageId };
  return runIntent(messageIntents, message, await readForm(request));
}

export default function ViewMessage({ loaderData }: Route.ComponentProps) {
  const { message, isDeleted, answers, received, hasMailServer, freshKey } = loaderData;
  return (
    <Stack maw={760} gap="lg">
      <Title order={1} textWrap="balance" style={{ overflowWrap: "anywhere" }}>
        {message.subject || "Message"}
      </Title>
      {isDeleted && (
        <Alert color="yellow" title="This message is in the trash">
          It is deleted for good after 30 days. Until then, you can restore it.
        </Alert>
      )}
      <Table>
        <tbody>
          <Fact label="Full Name">{message.name || "Not given"}</Fact>
          <Fact label="Email">
            <Anchor href={`mailto:${encodeURIComponent(message.email)}`} inherit>
              {shownEmail(message.email)}
            </Anchor>
          </Fact>
          <Fact label="Phone Number">{message.number || "Not given"}</Fact>
          <Fact label="Received">{received}</Fact>
        </tbody>
      </Table>
      <Text style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>{message.message}</Text>
      <MessageAnswers answers={answers} />
      <Group gap="sm">
        {!isDeleted && (
          // The key resets the form for another message and after each reply.
          <AnswerForm
            key={`${message._id} ${answers.length}`}
            message={message}
            answerCount={answers.length}
            freshKey={freshKey}
            hasMailServer={hasMailServer}
          />
        )}
        <MessageButtons message={message} isDeleted={isDeleted} />
      </Group>
      <Neighbours {...loaderData} />
    </Stack>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <tr>
      <th data-quiet style={{ width: 160 }}>
        {label}
      </th>
      <td style={{ overflowWrap: "anywhere" }}>{children}</td>
    </tr>
  );
}

interface NeighboursProps {
  olderId: string | undefined;
  newerId: string | undefined;
}

function Neighbours({ olderId, newerId }: NeighboursProps) {
  return (
    <Group component="nav" aria-label="Previous and next message" justify="space-between">
      <Neighbour id={newerId}>Newer message</Neighbour>
      <Neighbour id={olderId}>Older message</Neighbour>
    </Group>
  );
}

function Neighbour({ id, children }: { id: string | undefined; children: string }) {
  return id === undefined ? (
    <Text size="sm" c="dimmed" py={10}>
      {children}
    </Text>
  ) : (
    <Anchor component={Link} to={`/view/${id}`} size="sm" py={10}>
      {children}
    </Anchor>
  );
}
