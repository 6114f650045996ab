import { Badge } from "@mantine/core";
import { defineList, type ListColumn } from "#app/admin/frame/list/define-list.ts";
import type { ListedCheck } from "#check/requests/read-checks.ts";
import { shownEmail } from "#platform/texts/shown-email.ts";
import { isoTime } from "#platform/time/dates.ts";
import type { SiteCheckListRow } from "./site-check-row.server.ts";

const states = {
  waiting: { label: "Waiting", colour: "yellow" },
  fetching: { label: "Working", colour: "yellow" },
  done: { label: "Done", colour: "brand" },
  refused: { label: "Refused", colour: "gray" },
} as const;

export function SiteCheckBadge({ state }: { state: keyof typeof states }) {
  return (
    <Badge variant="dot" color={states[state].colour} miw="max-content">
      {states[state].label}
    </Badge>
  );
}

export interface ExportedCheck extends ListedCheck {
  /** Public address of the result. */
  readonly result: string;
}

const columns: readonly ListColumn<SiteCheckListRow, ExportedCheck>[] = [
  {
    heading: "Website",
    place: "title",
    cell: ({ website }) => website,
    whole: ({ website }) => website,
    csv: ({ website }) => website,
  },
  {
    heading: "Checked",
    place: "detail",
    cell: ({ requested }) => (
      <time dateTime={requested.iso} title={requested.full}>
        {requested.date}
      </time>
    ),
    csv: ({ requestedAt }) => isoTime(requestedAt),
  },
  {
    heading: "Asked by",
    place: "wide",
    cell: ({ requestedBy }) => shownEmail(requestedBy) || "A visitor",
    whole: ({ requestedBy }) => shownEmail(requestedBy),
    csv: ({ requestedBy }) => requestedBy,
  },
  {
    heading: "Person",
    place: "wide",
    cell: ({ person }) => shownEmail(person) || "Nobody",
    whole: ({ person }) => shownEmail(person),
    csv: ({ person }) => person,
  },
  {
    heading: "Findings",
    place: "value",
    end: true,
    cell: ({ findings }) => findings,
    csv: ({ findings }) => findings,
  },
  {
    heading: "State",
    place: "mark",
    cell: ({ state }) => <SiteCheckBadge state={state} />,
    csv: ({ state }) => state,
  },
  {
    heading: "May be emailed",
    place: "wide",
    cell: ({ email }) => shownEmail(email) || "No",
    whole: ({ email }) => shownEmail(email),
    csv: ({ email }) => email,
  },
  { heading: "Ordered", place: "wide", cell: ({ orderId }) => (orderId === null ? "No" : "Yes") },
  { heading: "Order", csv: ({ orderId }) => orderId ?? "" },
  { heading: "Result", csv: ({ result }) => result },
];

export const siteChecksList = defineList({
  path: "/site-checks",
  one: "check",
  many: "checks",
  filters: [
    {
      name: "filter",
      label: "Only",
      options: [
        { value: "confirmed", label: "May be emailed" },
        { value: "ordered", label: "Ordered" },
      ],
    },
    { name: "finding", label: "Finding", options: "loaded" },
  ],
  sorts: ["newest"],
  tabs: [
    { label: "All", query: "" },
    { label: "May be emailed", query: "filter=confirmed" },
    { label: "Ordered", query: "filter=ordered" },
  ],
  columns,
  csv: "/admin/csv/site-checks",
  csvOrder: [
    "Website",
    "Checked",
    "State",
    "Findings",
    "May be emailed",
    "Order",
    "Result",
    "Asked by",
    "Person",
  ],
});
