import { expect, test } from "vitest";
import { addressOf } from "../support/databases/address-of.ts";
import { describeOnEachDatabase } from "../support/databases/databases.ts";
import { scaled } from "../support/time-limits.ts";
import { numberInvoices } from "./number-invoices.ts";

describeOnEachDatabase(
  "Two processes that are killed while they enter payments",
  (openDatabase) => {
    test.each([
      ["year by year", true],
      ["through the turn of the year", false],
    ])(
      "number the invoices without a gap, %s",
      { timeout: scaled(60_000) },
      async (_, isPerYear) => {
        const address = await addressOf(await openDatabase());
        const { acknowledged, interrupted, faults } = await numberInvoices(address, {
          payments: 120,
          kills: 3,
          isPerYear,
        });
        expect(faults).toEqual([]);
        expect(acknowledged).toBeGreaterThan(0);
        expect(interrupted).toBeGreaterThan(0);
      },
    );
  },
);
