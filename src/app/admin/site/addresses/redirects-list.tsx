import { Badge } from "@mantine/core";
import { defineList, type TableColumn } from "#app/admin/frame/list/define-list.ts";
import type { EditableRecord } from "#content/drafts/editable-record.ts";

/** `leadsTo`: the new address in words; "" for a page that is gone. */
interface RedirectRow extends EditableRecord {
  readonly leadsTo: string;
}

const columns: readonly TableColumn<RedirectRow>[] = [
  {
    heading: "Old address",
    place: "title",
    cell: ({ label }) => label,
    whole: ({ label }) => label,
  },
  {
    heading: "Leads to",
    place: "detail",
    cell: ({ leadsTo }) => leadsTo || "Gone",
    whole: ({ leadsTo }) => leadsTo || "Gone",
  },
  {
    heading: "State",
    place: "mark",
    cell: ({ draft, published }) =>
      draft ? (
        <Badge color="yellow" size="sm">
          {published === null ? "Draft, not published" : "Published, with a draft"}
        </Badge>
      ) : (
        "Published"
      ),
  },
];

export const redirectsList = defineList({
  path: "/redirects",
  one: "redirect",
  many: "redirects",
  search: {
    name: "q",
    label: "Search redirects",
    placeholder: "Part of an address",
    maxLength: 200,
  },
  filters: [],
  sorts: ["newest", "oldest"],
  tabs: [{ label: "All", query: "" }],
  columns,
});
