import { Badge, Text } from "@mantine/core";
import type { MailState } from "#mail/outbox/mail-tables.server.ts";
import { shownEmail } from "#platform/texts/shown-email.ts";
import type { ListColumn } from "../list/list-rows.tsx";
import type { MailRow } from "./mail-row.server.ts";

const colours = { waiting: "yellow", sent: "field", failed: "red" };
export const mailStateLabels = { waiting: "Waiting", sent: "Sent", failed: "Failed" };

/** Result of an email that the worker no longer tries to send. */
export const notDelivered = "Not delivered; no more attempts";

export function MailStateBadge({ state }: { state: MailState }) {
  return (
    <Badge variant="dot" color={colours[state]} miw="max-content">
      {mailStateLabels[state]}
    </Badge>
  );
}

export const mailColumns: readonly ListColumn<MailRow>[] = [
  {
    heading: "Queued",
    place: "detail",
    sorts: ["newest", "oldest"],
    cell: ({ queued }) => (
      <time dateTime={queued.iso} title={queued.full}>
        {queued.date}
      </time>
    ),
  },
  {
    heading: "Recipient",
    place: "detail",
    cell: ({ recipient }) => shownEmail(recipient),
    whole: ({ recipient }) => shownEmail(recipient),
  },
  {
    heading: "Subject",
    place: "title",
    cell: ({ subject }) => subject || "No subject",
    whole: ({ subject }) => subject,
  },
  { heading: "Email text", cell: ({ letter }) => letter, whole: ({ letter }) => letter },
  { heading: "State", place: "mark", cell: ({ state }) => <MailStateBadge state={state} /> },
  { heading: "Attempts", cell: ({ attempts }) => attempts, end: true },
  { heading: "Result", place: "wide", cell: (mail) => <Outcome mail={mail} />, whole: outcomeOf },
];

function Outcome({ mail }: { mail: MailRow }) {
  return (
    <Text span size="sm" c={mail.state === "failed" ? "red" : "dimmed"}>
      {outcomeOf(mail)}
    </Text>
  );
}

export function outcomeOf(mail: MailRow): string {
  const { sent, waitsForServer, nextAttempt, attempts, lastError } = mail;
  if (sent !== null) return `Sent ${sent.full}`;
  if (waitsForServer) return "Will be sent when a mail server is set up";
  if (nextAttempt === null) return lastError ?? notDelivered;
  if (attempts === 0) return "Will be sent shortly";
  return `Next attempt ${nextAttempt.full}. ${lastError ?? ""}`;
}
