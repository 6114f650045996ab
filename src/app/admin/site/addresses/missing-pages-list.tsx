import { Anchor, Stack, Text } from "@mantine/core";
import { Link } from "react-router";
import { defineList, type TableColumn } from "#app/admin/frame/list/define-list.ts";
import type { MissingPage } from "#content/addresses/list-missing-pages.ts";

interface MissingPageRow extends MissingPage {
  /** Formatted in the site's time zone. */
  readonly lastSeen: string;
}

const columns: readonly TableColumn<MissingPageRow>[] = [
  {
    heading: "Address",
    place: "title",
    cell: ({ path }) => path,
    whole: ({ path }) => path,
  },
  { heading: "Visits", place: "value", end: true, cell: ({ hits }) => hits.toLocaleString("en") },
  {
    heading: "Linked from",
    place: "detail",
    cell: ({ referrers }) => (
      <Stack gap={0}>
        {referrers.slice(0, 3).map(({ from, hits }) => (
          <Text key={from} size="sm" style={{ overflowWrap: "anywhere" }}>
            {from} ({hits.toLocaleString("en")})
          </Text>
        ))}
      </Stack>
    ),
    whole: ({ referrers }) => referrers.map(({ from }) => from).join(", "),
  },
  { heading: "Last visit", cell: ({ lastSeen }) => lastSeen },
  {
    heading: "Redirect",
    place: "mark",
    isData: false,
    cell: ({ path }) => (
      <Anchor
        component={Link}
        to={`/redirects?${new URLSearchParams({ add: path })}`}
        size="sm"
        aria-label={`Make a redirect from ${path}`}
      >
        Make a redirect
      </Anchor>
    ),
  },
];

export const missingPagesList = defineList({
  path: "/missing-pages",
  one: "address",
  many: "addresses",
  search: {
    name: "q",
    label: "Search addresses",
    placeholder: "Part of an address",
    maxLength: 200,
  },
  filters: [
    { name: "linked", label: "Linked", options: [{ value: "yes", label: "Linked from a page" }] },
  ],
  sorts: ["hits-high", "newest"],
  tabs: [
    { label: "All", query: "" },
    { label: "Linked from a page", query: "linked=yes" },
  ],
  columns,
});
