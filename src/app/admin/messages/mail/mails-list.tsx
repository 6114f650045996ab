import { Badge, Text } from "@mantine/core";
import { choicesOf, defineList, type ListColumn } from "#app/admin/frame/list/define-list.ts";
import type { MailState } from "#mail/outbox/mail-tables.server.ts";
import type { MailInOutbox } from "#mail/outbox/read-mails.ts";
import { shownEmail } from "#platform/texts/shown-email.ts";
import { isoTime } from "#platform/time/dates.ts";
import type { MailRow } from "./mail-row.server.ts";

const colours = { waiting: "yellow", sent: "brand", failed: "red" };
const stateLabels: Readonly<Record<MailState, string>> = {
  waiting: "Waiting",
  sent: "Sent",
  failed: "Failed",
};

/** Result of an email that the worker no longer tries to send. */
export const notDelivered = "Not delivered; no more attempts";

export function MailStateBadge({ state }: { state: MailState }) {
  return (
    <Badge variant="dot" color={colours[state]} miw="max-content">
      {stateLabels[state]}
    </Badge>
  );
}

const columns: readonly ListColumn<MailRow, MailInOutbox>[] = [
  {
    heading: "Queued",
    place: "detail",
    sorts: ["newest", "oldest"],
    cell: ({ queued }) => (
      <time dateTime={queued.iso} title={queued.full}>
        {queued.date}
      </time>
    ),
    csv: ({ createdAt }) => isoTime(createdAt),
  },
  {
    heading: "Recipient",
    place: "detail",
    cell: ({ recipient }) => shownEmail(recipient),
    whole: ({ recipient }) => shownEmail(recipient),
    csv: ({ recipient }) => recipient,
  },
  {
    heading: "Subject",
    place: "title",
    cell: ({ subject }) => subject || "No subject",
    whole: ({ subject }) => subject,
    csv: ({ subject }) => subject,
  },
  { heading: "Email text", cell: ({ letter }) => letter, whole: ({ letter }) => letter },
  {
    heading: "State",
    place: "mark",
    cell: ({ state }) => <MailStateBadge state={state} />,
    csv: ({ state }) => state,
  },
  {
    heading: "Attempts",
    cell: ({ attempts }) => attempts,
    end: true,
    csv: ({ attempts }) => attempts,
  },
  { heading: "Result", place: "wide", cell: (mail) => <Outcome mail={mail} />, whole: outcomeOf },
  { heading: "Sent", csv: ({ sentAt }) => (sentAt === null ? "" : isoTime(sentAt)) },
  { heading: "Error", csv: ({ lastError }) => lastError ?? "" },
];

const states = choicesOf(stateLabels);

export const mailsList = defineList({
  path: "/outbox",
  one: "email",
  many: "emails",
  search: {
    name: "recipient",
    label: "Recipient",
    placeholder: "Email address starts with",
    maxLength: 254,
  },
  filters: [{ name: "state", label: "State", options: states }],
  sorts: ["newest", "oldest"],
  tabs: [
    { label: "All", query: "" },
    ...states.map(({ value, label }) => ({ label, query: `state=${value}` })),
  ],
  columns,
  csv: "/admin/csv/mails",
});

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
