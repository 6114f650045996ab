import { expect, test } from "vitest";
import type { DateReader } from "../../../platform/time/dates.ts";
import { paymentRow } from "./payment-row.server.ts";

test("a refund that the worker has given up says until when trying again cannot refund twice", () => {
  const request = { id: "R1", transactionId: "T1", amountCents: 4900, reason: null } as const;
  const resting = {
    state: "waiting",
    isResting: true,
    requestedAt: Date.UTC(2026, 10, 1),
  } as const;
  const payment = { transactionId: "T1", reference: null, paidCents: 14900, leftCents: 10000 };
  const row = paymentRow(
    { ...payment, at: 0, wayBack: { kind: "call" }, requests: [{ ...request, ...resting }] },
    { timeZone: "UTC", offset: 0 } as unknown as DateReader,
  );
  expect(row.requests[0]?.safeUntil).toBe("Dec 15, 2026");
});
