import { Badge } from "@mantine/core";
import { choicesOf, defineList, type ListColumn } from "#app/admin/frame/list/define-list.ts";
import type { IncomingMailState } from "#mail/incoming/incoming-mail-tables.server.ts";
import type { ReceivedRow } from "./received-row.server.ts";

const colours = { waiting: "yellow", added: "brand", dropped: "gray", dismissed: "gray" };
const stateLabels = {
  waiting: "Waiting",
  added: "Added",
  dropped: "Ignored",
  dismissed: "Dismissed",
};

export function ReceivedStateBadge({ state }: { state: IncomingMailState }) {
  return (
    <Badge variant="dot" color={colours[state]} miw="max-content">
      {stateLabels[state]}
    </Badge>
  );
}

/** Result of a received email, as a sentence. */
export function resultOf({ state, reason, repeats, orderId }: ReceivedRow): string {
  const where = orderId === null ? "Added to the messages." : "Added to the messages of the order.";
  const results = {
    waiting: `Waiting for your decision. ${reason}`,
    added: reason ? `Added by the team. ${reason}` : where,
    dropped: reason,
    dismissed: `Dismissed by the team. ${reason}`.trimEnd(),
  };
  const again =
    repeats === 1
      ? "The email arrived once more; the copy was ignored."
      : `The email arrived ${repeats} more times; the copies were ignored.`;
  return repeats === 0 ? results[state] : `${results[state]} ${again}`;
}

const columns: readonly ListColumn<ReceivedRow>[] = [
  {
    heading: "Received",
    place: "detail",
    cell: ({ received }) => (
      <time dateTime={received.iso} title={received.full}>
        {received.date}
      </time>
    ),
  },
  {
    heading: "Sender",
    place: "detail",
    cell: ({ sender }) => sender || "Unknown",
    whole: ({ sender }) => sender,
  },
  {
    heading: "Subject",
    place: "title",
    cell: ({ subject }) => subject || "No subject",
    whole: ({ subject }) => subject,
  },
  { heading: "State", place: "mark", cell: ({ state }) => <ReceivedStateBadge state={state} /> },
  { heading: "Result", place: "wide", cell: resultOf, whole: resultOf },
];

const states = choicesOf(stateLabels);

export const receivedList = defineList({
  path: "/received-emails",
  one: "email",
  many: "emails",
  filters: [{ name: "state", label: "State", options: states }],
  sorts: ["newest"],
  tabs: [
    { label: "All", query: "" },
    ...states.map(({ value, label }) => ({ label, query: `state=${value}` })),
  ],
  columns,
});
