import { Badge } from "@mantine/core";
import { shownEmail } from "#platform/texts/shown-email.ts";
import type { AdminColumn } from "../ui/admin-table.tsx";
import type { SiteCheckListRow } from "./site-check-row.server.ts";

const states = {
  waiting: { label: "Waiting", colour: "yellow" },
  fetching: { label: "Working", colour: "yellow" },
  done: { label: "Done", colour: "field" },
  refused: { label: "Refused", colour: "gray" },
} as const;

export function SiteCheckBadge({ state }: { state: keyof typeof states }) {
  return (
    <Badge variant="dot" color={states[state].colour} miw="max-content">
      {states[state].label}
    </Badge>
  );
}

export const siteCheckColumns: readonly AdminColumn<SiteCheckListRow>[] = [
  {
    heading: "Website",
    place: "title",
    cell: ({ website }) => website,
    whole: ({ website }) => website,
  },
  {
    heading: "Checked",
    place: "detail",
    cell: ({ requested }) => (
      <time dateTime={requested.iso} title={requested.full}>
        {requested.date}
      </time>
    ),
  },
  {
    heading: "Asked by",
    place: "wide",
    cell: ({ requestedBy }) => shownEmail(requestedBy) || "A visitor",
    whole: ({ requestedBy }) => shownEmail(requestedBy),
  },
  {
    heading: "Person",
    place: "wide",
    cell: ({ person }) => shownEmail(person) || "Nobody",
    whole: ({ person }) => shownEmail(person),
  },
  { heading: "Findings", place: "value", end: true, cell: ({ findings }) => findings },
  { heading: "State", place: "mark", cell: ({ state }) => <SiteCheckBadge state={state} /> },
  {
    heading: "May be emailed",
    place: "wide",
    cell: ({ email }) => shownEmail(email) || "No",
    whole: ({ email }) => shownEmail(email),
  },
  { heading: "Ordered", place: "wide", cell: ({ orderId }) => (orderId === null ? "No" : "Yes") },
];
