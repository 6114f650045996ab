import { expect, test } from "vitest";
import type { OrderDeliveries } from "#work/deliveries/delivery-list.ts";
import { deliveriesView } from "./delivery-view.server.ts";

const reader = { timeZone: "UTC", locale: "en-US" };

const room: OrderDeliveries = {
  stage: "in-review",
  underReview: 1,
  reopenableUntil: null,
  nextNumber: 2,
  rounds: 0,
  includedRounds: 2,
  promised: [],
  deliveries: [],
};

test.each([
  [2, 0, "2 rounds of changes are included."],
  [2, 1, "2 rounds of changes are included. You have used 1."],
  [1, 0, "1 round of changes is included."],
  [1, 1, "You have used the included round of changes. You can still ask for more"],
  [2, 3, "You have used the 2 included rounds of changes. You can still ask for more"],
  [0, 0, "The price includes no rounds of changes. You can still ask for changes"],
])("of %i included rounds, %i are used: %s", (includedRounds, rounds, note) => {
  const found = { ...room, includedRounds, rounds };
  const view = deliveriesView(found, { orderId: "order", isOwn: true, now: 0, reader });
  expect(view.roundsNote).toContain(note);
});
