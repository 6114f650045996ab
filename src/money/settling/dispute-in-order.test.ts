import { expect, test } from "vitest";
import { orderNotifications } from "#money/ledger/order-notifications.ts";
import { paymentMarks } from "#money/paying/payment-progress.ts";
import { selectOrder } from "#orders/order-store.server.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { owner } from "../../../tests/support/orders/shop.ts";
import { openProtocolCheckout } from "../../../tests/support/payments/protocol-checkout.ts";
import type { Told } from "../../../tests/support/payments/protocols.ts";

describeOnEachDatabase("A dispute at Stripe, which names only the payment,", (openDatabase) => {
  const disputes: readonly (readonly [string, readonly Told["kind"][], string | undefined])[] = [
    ["that was opened", ["dispute-opened"], "to-decide"],
    ["that took the money", ["dispute-opened", "reversed"], "to-decide"],
    ["that was only closed", ["dispute-won"], undefined],
  ];

  test.each(disputes)("%s is seen in its order and in the lists", async (_, kinds, mark) => {
    const { shop, order, another, message, arrive } = await openProtocolCheckout(
      await openDatabase(),
      "stripe",
    );
    const other = await another();
    await arrive(message({ id: "TXN1" }), other.message({ id: "TXN2" }));
    const about = kinds.map((kind) => message({ kind, id: "D1", of: "TXN1" }));
    await arrive(...about);
    const seen = await orderNotifications(shop, owner, order.id);
    expect(seen).toHaveLength(1 + kinds.length);
    expect(await orderNotifications(shop, owner, other.order.id)).toHaveLength(1);
    const orders = await Promise.all(
      [order.id, other.order.id].map((id) => selectOrder(shop.database.read, id)),
    );
    const marks = await paymentMarks(
      shop,
      owner,
      orders.flatMap((one) => one ?? []),
      "every",
    );
    expect([marks.get(order.id), marks.get(other.order.id)]).toEqual([mark, undefined]);
  });
});
