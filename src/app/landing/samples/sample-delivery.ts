import type { DeliveryView } from "#app/order-room/deliveries/delivery-view.server.ts";

type Point = DeliveryView["points"][number];

function proof(position: number, point: string, given: Partial<Point> & Pick<Point, "value">) {
  return {
    position,
    point,
    kind: "text",
    fileId: null,
    file: null,
    pages: [],
    checkedOn: "",
    ...given,
  } satisfies Point;
}

/** A sample delivery of the seeded plan Standard, for the invented guesthouse Orchard House. */
export const sampleDelivery: DeliveryView = {
  number: 1,
  text: "Everything on your list is done. Please look at the new page about the coast path first: the way from the station is worth a second pair of eyes.",
  author: null,
  isTakenBack: false,
  date: "Nov 3, 2026",
  isoDate: "2026-11-03T14:00:00.000Z",
  points: [
    proof(1, "Soil survey and new titles: up to 100 pages", {
      kind: "number",
      value: "9 pages read, which is the whole website",
    }),
    proof(2, "30 searches chosen and tracked", {
      kind: "number",
      value: "30 searches, 14 of them on the first page",
    }),
    proof(3, "4 pages sown or rewritten", {
      value: "/rooms/, /breakfast/ and /getting-here/ rewritten, /coast-path/ new",
    }),
    proof(4, "Internal links: laid out anew", {
      kind: "check",
      value: "Pages with links that do not say where they lead: 6 → 0",
      pages: ["/", "/rooms/", "/breakfast/", "/garden/", "/prices/", "/contact/"],
      checkedOn: "Checked on Sep 28, 2026 and Nov 3, 2026",
    }),
    proof(5, "Mentions: 2 earned, in trade or local press", {
      value: "The Valley Post on October 20, Coast Walks on October 29",
    }),
    proof(6, "Harvest report: every month, with a call", { kind: "link", value: "/sample-month" }),
    proof(7, "Answers by email: within one working day", {
      value: "3 questions, each answered the same or the next working day",
    }),
  ],
  reopening: null,
  answer: {
    kind: "accepted",
    date: "Nov 5, 2026",
    by: "Nora Lind",
    isByTime: false,
    text: "",
    concerned: [],
    round: "",
  },
};
