import { Anchor, Badge, Text } from "@mantine/core";
import { Link } from "react-router";
import type { MailState } from "../../../mail/outbox/mail-tables.server.ts";
import { type AdminColumn, AdminTable } from "../ui/admin-table.tsx";
import type { MailRow } from "./mail-row.server.ts";

const colours = { waiting: "yellow", sent: "field", failed: "red" };
const words = { waiting: "Waiting", sent: "Sent", failed: "Failed" };

export function MailStateBadge({ state }: { state: MailState }) {
  return (
    <Badge variant="dot" color={colours[state]} miw="max-content">
      {words[state]}
    </Badge>
  );
}

const columns: readonly AdminColumn<MailRow>[] = [
  {
    heading: "Queued",
    cell: ({ queued }) => (
      <time dateTime={queued.iso} title={queued.full}>
        {queued.date}
      </time>
    ),
  },
  {
    heading: "Recipient",
    cell: ({ recipient }) => recipient,
    whole: ({ recipient }) => recipient,
  },
  {
    heading: "Subject",
    cell: ({ id, subject }) => (
      <Anchor component={Link} to={`/outbox/${id}`} size="sm" fw={500}>
        {subject || "No subject"}
      </Anchor>
    ),
    whole: ({ subject }) => subject,
  },
  { heading: "Template", cell: ({ letter }) => letter, whole: ({ letter }) => letter },
  { heading: "State", cell: ({ state }) => <MailStateBadge state={state} /> },
  { heading: "Attempts", cell: ({ attempts }) => attempts, end: true },
  { heading: "Result", cell: (mail) => <Outcome mail={mail} />, whole: outcomeOf },
];

/** The emails on one page of the outbox. */
export function MailsTable({ mails, empty }: { mails: readonly MailRow[]; empty: string }) {
  return (
    <AdminTable
      label="Mails"
      columns={columns}
      rows={mails}
      keyOf={({ id }) => id}
      hrefOf={({ id }) => `/outbox/${id}`}
      empty={empty}
    />
  );
}

function Outcome({ mail }: { mail: MailRow }) {
  return (
    <Text span size="sm" c={mail.state === "failed" ? "red" : "dimmed"}>
      {outcomeOf(mail)}
    </Text>
  );
}

/** Details of an email's state. */
export function outcomeOf({ sent, nextAttempt, attempts, lastError }: MailRow): string {
  if (sent !== null) return `Sent ${sent.full}`;
  if (nextAttempt === null) return lastError ?? "Given up";
  if (attempts === 0) return "Will be sent shortly";
  return `Next attempt ${nextAttempt.full}. ${lastError ?? ""}`;
}
