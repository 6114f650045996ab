import { expect, test } from "vitest";
import type { Services } from "#compose.ts";
import { selectOrder } from "#orders/order-store.server.ts";
import type { PaymentProvider } from "#payments/payment-provider.ts";
import { createProviders } from "#payments/providers.ts";
import type { Database } from "#platform/database/database.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { openCheckout } from "../../../tests/support/payments/checkout.ts";
import { openProtocolCheckout } from "../../../tests/support/payments/protocol-checkout.ts";
import type { Told } from "../../../tests/support/payments/protocols.ts";
import { providerSettings } from "../../../tests/support/payments/provider-settings.ts";
import { moneyWordsOf } from "./order-view.server.ts";

const refund: Told = { kind: "refunded", id: "REF1", of: "TXN1" };
const reversal: Told = { kind: "reversed", id: "REV1", of: "TXN1" };
const returned: Told = { kind: "reversal-cancelled", id: "REV2", reversal: "REV1", of: "TXN1" };

describeStore("The words about an order's money", (openDatabase) => {
  async function wordsOf(database: Database, orderId: string, mode: "live" | "test") {
    const found = await selectOrder(database.read, orderId);
    if (found === undefined) throw new Error("The order is there.");
    const payments = { mode } as Services["payments"];
    const words = (await moneyWordsOf({ database, payments }, [found]))(found);
    return [words.paymentWords, words.moneyNote];
  }

  test.each<[string, readonly Told[], readonly string[]]>([
    ["a payment", [], ["Paid", ""]],
    ["a part refund", [{ ...refund, cents: 4950 }], ["Paid", "$49.50 refunded"]],
    ["a whole refund", [refund], ["Refunded", ""]],
    ["a refund that failed", [refund, { ...refund, kind: "failed" }], ["Paid", ""]],
    ["a chargeback", [reversal], ["Taken back", "By the bank or PayPal"]],
    ["a chargeback of a part", [{ ...reversal, cents: 900 }], ["Paid", "$9.00 taken back"]],
    [
      "a part refund and a chargeback of the rest",
      [
        { ...refund, cents: 4950 },
        { ...reversal, cents: 9950 },
      ],
      ["Refunded", "$49.50 refunded, $99.50 taken back"],
    ],
    ["a chargeback that was won", [reversal, returned], ["Paid", ""]],
  ])("say true things about %s", async (_what, told, expected) => {
    const database = await openDatabase();
    const { order, message, arrive } = await openProtocolCheckout(database, "stripe");
    await arrive(message(), ...told.map((one) => message(one)));
    expect(await wordsOf(database, order.id, "live")).toEqual(expected);
  });

  test("mark a test payment once the site is live", async () => {
    const database = await openDatabase();
    const [sandbox] = createProviders(["sandbox"], providerSettings);
    if (sandbox === undefined) throw new Error("The sandbox is a provider.");
    const provider: PaymentProvider = { ...sandbox, verify: async () => "verified" };
    const { order, message, arrive } = await openCheckout(database, { provider });
    await arrive(message());
    expect(await wordsOf(database, order.id, "test")).toEqual(["Paid", ""]);
    expect(await wordsOf(database, order.id, "live")).toEqual(["Paid", "Test payment"]);
  });
});
