import { expect, test } from "vitest";
import { manualProvider } from "#money/ledger/order-ledger.server.ts";
import { paymentRow } from "./payment-row.server.ts";

const payment = {
  id: "entry-1",
  orderId: "order-1",
  orderNumber: 1042,
  customerName: "Ada Field",
  amountCents: 14_900,
  keptCents: 14_900,
  currency: "USD",
  receivedAt: 0,
  state: "Applied",
  isDemonstration: false,
} as const;

const words = {
  reader: { timeZone: "UTC", offset: 0 } as never,
  payments: { through: () => null } as never,
};

test("a manual payment shows the owner's reference, and a provider's payment its transaction id", () => {
  const manual = { provider: manualProvider, transactionId: "key-1", reference: "Transfer 4711" };
  expect(paymentRow({ ...payment, ...manual }, words)).toMatchObject({
    provider: "Manual",
    transaction: "Transfer 4711",
  });
  const provided = { provider: "paypal", transactionId: "TXN1", reference: null };
  expect(paymentRow({ ...payment, ...provided }, words)).toMatchObject({
    provider: "paypal",
    transaction: "TXN1",
  });
});
