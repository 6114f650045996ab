import { Badge } from "@mantine/core";
import { choicesOf, defineList, type ListColumn } from "#app/admin/frame/list/define-list.ts";
import type { PanelColour } from "#app/admin/frame/shell/admin-theme.ts";
import { WithWord } from "#app/admin/frame/ui/admin-table.tsx";
import type { OfferState } from "#offers/offer.ts";
import type { OfferRow } from "./offer-row.server.ts";

const stateLabels: Readonly<Record<OfferState, string>> = {
  open: "Open",
  accepted: "Accepted",
  withdrawn: "Withdrawn",
  ended: "Ended",
};

const colours: Readonly<Record<OfferState, PanelColour>> = {
  open: "yellow",
  accepted: "brand",
  withdrawn: "gray",
  ended: "gray",
};

interface OfferBadgeProps {
  state: OfferState;
  /** True when the customer has not got the email with the offer. */
  isHeldUp: boolean;
}

export function OfferBadge({ state, isHeldUp }: OfferBadgeProps) {
  return (
    <Badge variant="dot" color={isHeldUp ? "orange" : colours[state]} miw="max-content">
      {isHeldUp ? "Open, not sent" : stateLabels[state]}
    </Badge>
  );
}

const columns: readonly ListColumn<OfferRow>[] = [
  { heading: "For", place: "title", cell: ({ to }) => to, whole: ({ to }) => to },
  { heading: "Offer", place: "detail", cell: ({ title }) => title, whole: ({ title }) => title },
  { heading: "Price", place: "value", end: true, cell: ({ price }) => price },
  { heading: "State", place: "mark", cell: (row) => <OfferBadge {...row} /> },
  {
    heading: "Last day",
    place: "date",
    cell: ({ lastDay }) => <WithWord word="Until" value={lastDay} />,
  },
  { heading: "Sent", cell: ({ sent }) => sent },
  { heading: "Made", cell: ({ made }) => made, sorts: ["newest", "oldest"] },
];

export const offersList = defineList({
  path: "/admin/offers",
  one: "offer",
  many: "offers",
  search: {
    name: "q",
    label: "Search offers",
    placeholder: "Name, address or offer",
    maxLength: 100,
  },
  filters: [{ name: "state", label: "State", options: choicesOf(stateLabels) }],
  sorts: ["newest", "oldest"],
  tabs: [
    { label: "All", query: "" },
    { label: "Open", query: "state=open" },
    { label: "Accepted", query: "state=accepted" },
    { label: "Ended", query: "state=ended" },
    { label: "Withdrawn", query: "state=withdrawn" },
  ],
  columns,
});
