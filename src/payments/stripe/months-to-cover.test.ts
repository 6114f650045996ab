import fc from "fast-check";
import { expect, test } from "vitest";
import { monthsToCover } from "./stripe-subscriptions.ts";

const hourMs = 60 * 60 * 1000;

/** Days of the month that every month has, so that months can be added without the program. */
function inMonths(time: number, months: number): number {
  const date = new Date(time);
  date.setUTCMonth(date.getUTCMonth() + months);
  return date.getTime();
}

test("A coupon of so many months from now is taken off exactly the next invoices", () => {
  const asked = fc.record({
    anchorDay: fc.integer({ min: 1, max: 28 }),
    every: fc.constantFrom(1, 3, 12),
    paid: fc.integer({ min: 1, max: 30 }),
    invoices: fc.integer({ min: 1, max: 24 }),
    hours: fc.integer({ min: 0, max: 27 * 24 }),
  });
  fc.assert(
    fc.property(asked, ({ anchorDay, every, paid, invoices, hours }) => {
      const anchor = Date.UTC(2027, 0, anchorDay, 15);
      const invoice = (nth: number) => inMonths(anchor, nth * every);
      const now = invoice(paid - 1) + hours * hourMs;
      // Days that some months lack make the end of the coupon fall on another day.
      fc.pre(new Date(now).getUTCDate() <= 28 && now < invoice(paid));
      const next = invoice(paid);
      const end = inMonths(now, monthsToCover({ now, next, anchor, every, invoices }));
      // Stripe notes the coupon some moments after it was asked for the time.
      expect(end + 1).toBeGreaterThan(invoice(paid + invoices - 1));
      expect(end + 1).toBeLessThanOrEqual(invoice(paid + invoices) + 1);
    }),
  );
});

test("A coupon of a month that has no such day reaches as far", () => {
  const anchor = Date.UTC(2027, 0, 31, 15);
  const now = Date.UTC(2027, 1, 28, 16);
  const next = Date.UTC(2027, 2, 31, 15);
  // March 31 and April 30, and not May 31.
  expect(monthsToCover({ now, next, anchor, every: 1, invoices: 2 })).toBe(3);
});
