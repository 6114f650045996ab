import { Alert, Anchor, Group, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { answerMessage } from "../../../inbox/messages/answer-message.ts";
import { deleteMessage, putBackMessage } from "../../../inbox/messages/delete-message.ts";
import { setMessageStatus } from "../../../inbox/messages/set-message-status.ts";
import { viewMessage } from "../../../inbox/messages/view-message.ts";
import { newId } from "../../../platform/ids.ts";
import { fullDateOf } from "../../../platform/time/dates.ts";
import { servicesOf } from "../../app-context.server.ts";
import { dateReader } from "../../date-reader.server.ts";
import { pageTitle } from "../../document/page-title.ts";
import { pageError, readForm, refusedForm } from "../../form-state.server.ts";
import { adminOnly } from "../shell/admin-guard.server.ts";
import { Table } from "../ui/table.tsx";
import type { Route } from "./+types/view-message";
import { AnswerForm } from "./answer-form.tsx";
import { MessageAnswers } from "./message-answers.tsx";
import { MessageButtons } from "./message-buttons.tsx";

export const handle = {
  breadcrumb: [{ label: "Messages", path: "/all-messages" }, { label: "Message" }],
};

export function meta() {
  return pageTitle("Message");
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const viewed = await viewMessage(services, actor, params.messageId).catch(pageError);
  const { smtpUrl } = services.configuration;
  const reader = dateReader(services, request);
  return {
    ...viewed,
    received: fullDateOf(viewed.receivedAt, reader),
    answers: viewed.answers.map((answer) => ({
      ...answer,
      sent: fullDateOf(answer.sentAt, reader),
    })),
    hasMailServer: smtpUrl !== undefined,
    freshKey: newId(),
  };
}

export async function action({ request, context, params: { messageId } }: Route.ActionArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const values = await readForm(request);
  const { intent, messageStatus, idempotencyKey, subject, text } = values;
  const done = { doneAt: Date.now() };
  try {
    switch (intent) {
      case "delete":
        await deleteMessage(services, actor, messageId);
        break;
      case "put-back":
        await putBackMessage(services, actor, messageId);
        return { ...done, said: "The message is back where it was" };
      case "answer":
        await answerMessage(services, actor, messageId, { subject, text }, idempotencyKey);
        break;
      default: {
        const message = await setMessageStatus(services, actor, messageId, { messageStatus });
        return { ...done, messageStatus: message.messageStatus };
      }
    }
    return done;
  } catch (error) {
    return intent === "answer" ? refusedForm(error, values) : pageError(error);
  }
}

export default function ViewMessage({ loaderData }: Route.ComponentProps) {
  const { message, isDeleted, answers, received, hasMailServer, freshKey } = loaderData;
  return (
    <Stack maw={760} gap="lg">
      <Title order={1} textWrap="balance" style={{ overflowWrap: "anywhere" }}>
        {message.subject || "Message"}
      </Title>
      {isDeleted && (
        <Alert color="yellow" title="This message is deleted">
          It is in no list, and goes for good after 30 days.
        </Alert>
      )}
      <Table>
        <tbody>
          <Fact label="Full Name">{message.name || "not given"}</Fact>
          <Fact label="Email">
            <Anchor href={`mailto:${encodeURIComponent(message.email)}`} inherit>
              {message.email}
            </Anchor>
          </Fact>
          <Fact label="Phone Number">{message.number || "not given"}</Fact>
          <Fact label="Received">{received}</Fact>
        </tbody>
      </Table>
      <Text style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>{message.message}</Text>
      <MessageButtons message={message} isDeleted={isDeleted} />
      <MessageAnswers answers={answers} />
      {!isDeleted && (
        // A new form for a new message, and after each answer.
        <AnswerForm
          key={`${message._id} ${answers.length}`}
          message={message}
          answerCount={answers.length}
          freshKey={freshKey}
          hasMailServer={hasMailServer}
        />
      )}
      <Neighbours {...loaderData} />
    </Stack>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <tr>
      <th style={{ width: 160 }}>{label}</th>
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
    <Group component="nav" aria-label="Messages before and after" justify="space-between">
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
