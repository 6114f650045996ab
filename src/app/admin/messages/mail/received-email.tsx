import { Alert, Anchor, Card, Group, Stack, Text, Title } from "@mantine/core";
import { Link } from "react-router";
import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { servicesOf } from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { pageError, readForm, refusedForm, savedForm } from "#app/forms.server.ts";
import { decideWaitingMail } from "#conversation/mail/decide-waiting-mail.ts";
import { readReceivedMail } from "#mail/incoming/read-incoming-mails.ts";
import { AppError } from "#platform/errors.ts";
import type { Route } from "./+types/received-email";
import { MailDecision } from "./mail-decision.tsx";
import { ReceivedStateBadge, resultOf } from "./received-list.tsx";
import { receivedRow } from "./received-row.server.ts";

export const handle = {
  breadcrumb: [{ label: "Received emails", path: "/received-emails" }, { label: "Email" }],
};

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return pageTitle(loaderData?.mail.subject || "Received email", matches);
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const mail = await readReceivedMail(services, actor, params.receivedId).catch(pageError);
  const reader = await dateReader(services, request);
  return {
    mail: receivedRow(mail, reader),
    original: mail.original,
    text: mail.text,
    decidedBy: mail.decidedBy,
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const actor = await adminOnly(context, request);
  const form = await readForm(request);
  try {
    const { state } = await decideWaitingMail(servicesOf(context), actor, params.receivedId, form);
    const said = state === "added" ? "Email is Added" : "Email is Dismissed";
    return savedForm({ said });
  } catch (error) {
    if (error instanceof AppError && error.code === "not-found") return pageError(error);
    return refusedForm(error, {});
  }
}

export default function ReceivedEmail({ loaderData }: Route.ComponentProps) {
  const { mail, original, text, decidedBy } = loaderData;
  const { id, sender, subject, state, received, orderId, side, reason } = mail;
  return (
    <Stack gap="lg" maw={900}>
      <Group gap="sm">
        <Title order={1} style={{ overflowWrap: "anywhere" }}>
          {subject || "No subject"}
        </Title>
        <ReceivedStateBadge state={state} />
      </Group>
      <Text style={{ overflowWrap: "anywhere" }}>
        {mail.isWarning ? "It says that it is from" : "From"} <b>{sender || "an unknown sender"}</b>
        , <time dateTime={received.iso}>{received.full}</time>. {resultOf(mail)}
        {decidedBy !== null && ` Decided by ${decidedBy}.`}
      </Text>
      {mail.isWarning && (
        <Alert color="red" title="The sender is not certain">
          {reason}
        </Alert>
      )}
      {orderId !== null && (
        <Anchor component={Link} to={`/admin/payment-status/${orderId}#messages`}>
          Open the order
        </Anchor>
      )}
      {state === "waiting" && <MailDecision mailId={id} side={side} />}
      {orderId === null ? (
        <Text c="dimmed">
          {state === "added"
            ? "The text is under Messages, because this email answers an email of the team."
            : "The text is not stored, because this email belongs to no order."}
        </Text>
      ) : (
        <>
          <Words title="Text without the quoted email">{text}</Words>
          <Words title="Whole text">{original}</Words>
        </>
      )}
    </Stack>
  );
}

function Words({ title, children }: { title: string; children: string }) {
  return (
    <Card withBorder component="section">
      <Title order={2} size="h4" mb="xs">
        {title}
      </Title>
      <Text size="sm" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
        {children || "Empty"}
      </Text>
    </Card>
  );
}
