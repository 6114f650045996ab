import { expect, test } from "vitest";
import { describeTotals } from "./dashboard-totals.tsx";

test("the dashboard shows the net total as the received amount less refunds", () => {
  const words = describeTotals(244_000, { refundedCents: 104_700, netCents: 169_302 });
  expect(words.map(({ label, amount }) => `${label} ${amount}`)).toEqual([
    "Total Sales $2,440.00",
    "Received $2,740.02",
    "Refunded $1,047.00",
    "Net $1,693.02",
  ]);
});
