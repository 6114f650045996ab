import { Badge } from "@mantine/core";
import { choicesOf, defineList, type ListColumn } from "#app/admin/frame/list/define-list.ts";
import type { PanelColour } from "#app/admin/frame/shell/admin-theme.ts";
import { WithWord } from "#app/admin/frame/ui/admin-table.tsx";
import type { CouponState } from "#orders/coupons/coupon.ts";
import type { CouponRow } from "./coupon-row.server.ts";

const stateLabels: Readonly<Record<CouponState, string>> = {
  running: "Running",
  planned: "Planned",
  "used-up": "Used up",
  ended: "Ended",
};

const colours: Readonly<Record<CouponState, PanelColour>> = {
  running: "brand",
  planned: "yellow",
  "used-up": "orange",
  ended: "gray",
};

export function CouponBadge({ state }: { state: CouponState }) {
  return (
    <Badge variant="dot" color={colours[state]} miw="max-content">
      {stateLabels[state]}
    </Badge>
  );
}

const columns: readonly ListColumn<CouponRow>[] = [
  { heading: "Code", place: "title", cell: ({ code }) => code, whole: ({ code }) => code },
  { heading: "Takes off", place: "detail", cell: ({ reduction }) => reduction },
  { heading: "State", place: "mark", cell: ({ state }) => <CouponBadge state={state} /> },
  {
    heading: "Orders",
    place: "value",
    cell: ({ used, over }) => (
      <WithWord word="Used" value={over === "" ? used : `${used}, ${over}`} />
    ),
  },
  { heading: "Days", place: "date", cell: ({ days }) => days, sorts: ["newest", "oldest"] },
  { heading: "Note", cell: ({ note }) => note, whole: ({ note }) => note },
];

export const couponsList = defineList({
  path: "/coupons",
  one: "coupon",
  many: "coupons",
  search: {
    name: "q",
    label: "Search coupons",
    placeholder: "Code or note",
    maxLength: 60,
  },
  filters: [{ name: "state", label: "State", options: choicesOf(stateLabels) }],
  sorts: ["newest", "oldest"],
  tabs: [
    { label: "All", query: "" },
    { label: "Running", query: "state=running" },
    { label: "Planned", query: "state=planned" },
    { label: "Used up", query: "state=used-up" },
    { label: "Ended", query: "state=ended" },
  ],
  columns,
});
