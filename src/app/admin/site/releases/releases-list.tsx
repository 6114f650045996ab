import { Badge } from "@mantine/core";
import { choicesOf, defineList, type ListColumn } from "#app/admin/frame/list/define-list.ts";
import type { ReleaseState } from "#content/releases/release.ts";
import type { ReleaseView } from "./release-view.server.ts";

const stateLabels: Readonly<Record<ReleaseState, string>> = {
  planned: "Planned",
  refused: "Needs you",
  done: "Done",
  cancelled: "Cancelled",
};

const colours: Readonly<Record<ReleaseState, string>> = {
  planned: "yellow",
  refused: "red",
  done: "brand",
  cancelled: "gray",
};

export function ReleaseBadge({ state }: { state: ReleaseState }) {
  return (
    <Badge variant="dot" color={colours[state]} miw="max-content">
      {stateLabels[state]}
    </Badge>
  );
}

interface ReleaseRow extends ReleaseView {
  /** Such as "3 items". */
  readonly items: string;
}

const columns: readonly ListColumn<ReleaseRow>[] = [
  { heading: "Name", place: "title", cell: ({ name }) => name, whole: ({ name }) => name },
  { heading: "Time", place: "detail", cell: ({ when }) => when, sorts: ["oldest", "newest"] },
  { heading: "State", place: "mark", cell: ({ state }) => <ReleaseBadge state={state} /> },
  { heading: "Changes", place: "value", cell: ({ items }) => items },
  {
    heading: "Planned by",
    place: "wide",
    cell: ({ author }) => author,
    whole: ({ author }) => author,
  },
];

export const releasesList = defineList({
  path: "/releases",
  one: "release",
  many: "releases",
  filters: [{ name: "state", label: "State", options: choicesOf(stateLabels) }],
  sorts: ["newest", "oldest"],
  tabs: [
    { label: "All", query: "" },
    { label: "Planned", query: "state=planned" },
    { label: "Needs you", query: "state=refused" },
    { label: "Done", query: "state=done" },
  ],
  columns,
});
