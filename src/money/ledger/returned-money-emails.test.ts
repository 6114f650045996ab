import { expect, test } from "vitest";
import { placeOrder } from "#orders/placing/place-order.ts";
import type { Database } from "#platform/database/database.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { ada, openShop, orderForm, owner } from "../../../tests/support/orders/shop.ts";
import { openProtocolCheckout } from "../../../tests/support/payments/protocol-checkout.ts";
import { describeProtocols, type Told } from "../../../tests/support/payments/protocols.ts";
import { openRefundShop } from "../../../tests/support/payments/refund-shop.ts";
import {
  recordManualPayment,
  recordManualRefund,
} from "../manual-payments/record-manual-payment.ts";

const refund: Told = { kind: "refunded", id: "REF1", of: "TXN1" };
const reversal: Told = { kind: "reversed", id: "REV1", of: "TXN1" };
const cancelled: Told = { kind: "reversal-cancelled", id: "REV2", reversal: "REV1", of: "TXN1" };

async function toldBy({ database }: { readonly database: Database }) {
  const mails = await database.read
    .selectFrom("mail_outbox")
    .select(["recipient", "subject", "text_body", "about"])
    .where("letter", "=", "moneyReturned")
    .orderBy("id")
    .execute();
  return mails.map(({ text_body, ...mail }) => ({
    ...mail,
    facts: [...text_body.matchAll(/^(Order|Plan|Amount|Transaction|Reference): +(.+)$/gm)].map(
      ([, label, value]) => [label, value],
    ),
  }));
}

describeStore("An email about returned money", (openDatabase) => {
  describeProtocols((protocol) => {
    const checkout = async () => openProtocolCheckout(await openDatabase(), protocol);

    test.each<[string, Told, string]>([
      ["a full refund", refund, "149.00"],
      ["a partial refund", { ...refund, cents: 4950 }, "49.50"],
    ])(
      "informs the customer about %s once, however often the notification arrives",
      async (_what, told, sum) => {
        const { shop, order, message, receive, arrive } = await checkout();
        await arrive(message());
        expect(await toldBy(shop)).toEqual([]);
        const raw = message(told);
        await Promise.all([receive(raw), receive(raw), receive(raw)]);
        await Promise.all([shop.verifyAll(), shop.verifyAll()]);
        await arrive(raw);
        expect(await toldBy(shop)).toEqual([
          {
            recipient: "ada@example.com",
            subject: `$${sum} was refunded for order ${order.number}`,
            about: order.id,
            facts: [
              ["Order", String(order.number)],
              ["Plan", "Basic"],
              ["Amount", `$${sum} USD`],
              ["Transaction", told.id],
            ],
          },
        ]);
      },
    );

    test("is sent for each of two partial refunds, but not for a dispute and its end", async () => {
      const { shop, message, arrive, acceptWonDisputes } = await checkout();
      await arrive(
        message(),
        message({ ...refund, cents: 4000 }),
        message({ ...refund, id: "REF2", cents: 900 }),
      );
      expect((await toldBy(shop)).map(({ facts }) => facts[2]?.[1])).toEqual([
        "$40.00 USD",
        "$9.00 USD",
      ]);
      await arrive(
        message({ ...reversal, cents: 10_000 }),
        message({ ...cancelled, cents: 10_000 }),
      );
      await acceptWonDisputes();
      expect(await toldBy(shop)).toHaveLength(2);
    });
  });

  test("is sent once for a refund that the provider reports in its response and in a webhook", async () => {
    const shop = await openRefundShop(await openDatabase());
    shop.api.will([201, shop.refundOf("REF1", "50.00")]);
    await shop.refund();
    await shop.verifyAll();
    await shop.tell(shop.refundOf("REF1", "50.00"));
    expect((await toldBy(shop)).map(({ facts }) => facts.slice(2))).toEqual([
      [
        ["Amount", "$50.00 USD"],
        ["Transaction", "REF1"],
      ],
    ]);
    await shop.api.close();
  });

  test("contains the reference of a manual refund, and is sent once for repeated clicks", async () => {
    const shop = await openShop(await openDatabase());
    const deps = shop;
    const order = await placeOrder(shop, ada, orderForm);
    const form = { amount: "149.00", date: "2026-11-19", reference: "Transfer 4711" };
    await recordManualPayment(deps, owner, order.id, { ...form, key: "paid" });
    const given = { ...form, amount: "100", reference: "Back 12", transactionId: "paid", key: "k" };
    await Promise.all([1, 2, 3].map(() => recordManualRefund(deps, owner, order.id, given)));
    expect((await toldBy(shop)).map(({ facts }) => facts.slice(2))).toEqual([
      [
        ["Amount", "$100.00 USD"],
        ["Reference", "Back 12"],
      ],
    ]);
  });
});
