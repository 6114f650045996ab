import { expect, test } from "vitest";
import type { Order } from "#orders/order.ts";
import type { OrderStanding } from "#work/clock/order-standings.server.ts";
import { orderCells, orderHeadings } from "./export-orders.ts";

const order = { placedAt: 0, paidAt: null } as Order;

test("the export names the due day of the site's time zone, and what the status leaves out", () => {
  const timeZone = "America/New_York";
  // The first moment after December 4 in New York is already December 5 in UTC.
  const standing = { stage: "in-work", dueAt: Date.parse("2026-12-05T05:00:00Z") } as OrderStanding;
  const money = { refundedCents: 4950, takenBackCents: 0, isTest: true };
  const cells = orderCells(order, { timeZone, standing, money, lines: undefined });
  const named = Object.fromEntries(orderHeadings.map((heading, index) => [heading, cells[index]]));
  expect(named).toMatchObject({
    "Due at": "2026-12-04",
    Refunded: { cents: 4950 },
    "Taken back": { cents: 0 },
    "Test payment": "yes",
  });
  const unpaid = orderCells(order, {
    timeZone,
    standing: undefined,
    money: undefined,
    lines: undefined,
  });
  expect(unpaid.slice(orderHeadings.indexOf("Due at"))).toEqual(["", "", "", "", "", "", "", ""]);
});
