import type { DeliveryView } from "#app/order-room/deliveries/delivery-view.server.ts";
import type { PricingPackage } from "#content/blocks/pricing-packages.ts";
import { planPoints } from "#content/model/plan-points.ts";

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

/** A sample delivery of the demonstration plan Standard, for the invented guesthouse Harbour House. */
export const sampleDelivery: DeliveryView = {
  number: 1,
  text: "Everything on your list is done. Please look at the new page about the coast path first: the way from the station is worth a second pair of eyes.",
  author: null,
  isTakenBack: false,
  date: "Nov 3, 2026",
  isoDate: "2026-11-03T14:00:00.000Z",
  points: [
    proof(1, "Audit and new titles: up to 100 pages", {
      kind: "number",
      value: "9 pages read, which is the whole website",
    }),
    proof(2, "30 searches chosen and tracked", {
      kind: "number",
      value: "30 searches, 14 of them on the first page",
    }),
    proof(3, "4 pages written or rewritten", {
      value: "/rooms/, /breakfast/ and /getting-here/ rewritten, /coast-path/ new",
    }),
    proof(4, "Internal links: laid out anew", {
      kind: "check",
      value: "Pages with links that do not say where they lead: 6 → 0",
      pages: ["/", "/rooms/", "/breakfast/", "/terrace/", "/prices/", "/contact/"],
      checkedOn: "Checked on Sep 28, 2026 and Nov 3, 2026",
    }),
    proof(5, "Mentions: 2 earned, in trade or local press", {
      value: "The Valley Post on October 20, Coast Walks on October 29",
    }),
    proof(6, "Report: every month, with a call", { kind: "link", value: "/sample-month" }),
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

/** What the plan promises in the words of the farm (`content/plain/`). */
const inFarmWords = new Map([
  ["Audit and new titles: up to 100 pages", "Soil survey and new titles: up to 100 pages"],
  ["4 pages written or rewritten", "4 pages sown or rewritten"],
  ["Report: every month, with a call", "Harvest report: every month, with a call"],
]);

/** The sample delivery with the promises as a plan on the site words them. */
export function sampleDeliveryOf(plans: readonly PricingPackage[]): DeliveryView {
  const promised = new Set(plans.flatMap(planPoints));
  const points = sampleDelivery.points.map((proven) => {
    const farm = inFarmWords.get(proven.point);
    return farm !== undefined && promised.has(farm) ? { ...proven, point: farm } : proven;
  });
  return { ...sampleDelivery, points };
}
