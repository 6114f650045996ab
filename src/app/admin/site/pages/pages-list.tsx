import { Badge } from "@mantine/core";
import { defineList, type ListColumn } from "#app/admin/frame/list/define-list.ts";
import type { SitePageState } from "#content/records/list-site-pages.ts";

export interface PageRow {
  readonly id: string;
  readonly title: string;
  readonly address: string;
  readonly state: SitePageState;
  readonly author: string;
  readonly changed: {
    readonly iso: string;
    readonly date: string;
    readonly full: string;
  };
}

const states = {
  Published: { label: "Published", colour: "brand" },
  Changed: { label: "Published, with a draft", colour: "yellow" },
  Draft: { label: "Draft", colour: "yellow" },
  Planned: { label: "Planned", colour: "blue" },
} as const satisfies Record<SitePageState, unknown>;

const columns: readonly ListColumn<PageRow>[] = [
  {
    heading: "Page",
    place: "title",
    sorts: ["name-a-z", "newest"],
    cell: ({ title }) => title,
    whole: ({ title }) => title,
  },
  {
    heading: "Address",
    place: "detail",
    cell: ({ address }) => address,
    whole: ({ address }) => address,
  },
  {
    heading: "State",
    place: "mark",
    cell: ({ state }) => (
      <Badge variant="dot" color={states[state].colour} miw="max-content">
        {states[state].label}
      </Badge>
    ),
  },
  {
    heading: "Changed",
    place: "value",
    cell: ({ changed }) => (
      <time dateTime={changed.iso} title={changed.full}>
        {changed.date}
      </time>
    ),
  },
  { heading: "By", place: "wide", cell: ({ author }) => author, whole: ({ author }) => author },
];

export const pagesList = defineList({
  path: "/pages",
  one: "page",
  many: "pages",
  search: {
    name: "search",
    label: "Search your pages",
    placeholder: "Title or address",
    maxLength: 100,
  },
  filters: [
    {
      name: "state",
      label: "State",
      options: (Object.keys(states) as SitePageState[]).map((value) => ({
        value,
        label: states[value].label,
      })),
    },
  ],
  sorts: ["newest", "name-a-z"],
  tabs: [
    { label: "All", query: "" },
    { label: "Drafts", query: "state=Draft" },
  ],
  columns,
});
