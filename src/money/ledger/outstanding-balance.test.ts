import { expect, test } from "vitest";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { ada, ben } from "../../../tests/support/orders/shop.ts";
import { openProtocolCheckout } from "../../../tests/support/payments/protocol-checkout.ts";
import { describeProtocols, type Told } from "../../../tests/support/payments/protocols.ts";
import { openRefundShop } from "../../../tests/support/payments/refund-shop.ts";
import { cancelOrder } from "../cancelling/cancel-order.ts";
import { ordersWithOutstandingBalance, ownSurplusCents } from "./outstanding-balance.ts";

describeStore("The list of orders with an outstanding balance", (openDatabase) => {
  describeProtocols((protocol) => {
    async function checkout() {
      const reviews = await openProtocolCheckout(await openDatabase(), protocol);
      const { shop, order } = reviews;
      const open = async () => (await ordersWithOutstandingBalance(shop, ada, 2)).numbers;
      expect(await open()).toEqual([]);
      return { ...reviews, open, named: [order.number] };
    }

    test.each<[string, Told]>([
      ["is pending", { kind: "pending" }],
      ["does not match the order", { cents: 100 }],
    ])(
      "contains an order while its payment %s, also when the order is cancelled",
      async (_what, said) => {
        const { shop, order, open, named, arrive, message } = await checkout();
        await arrive(message(said));
        expect(await open()).toEqual(named);
        await cancelOrder(shop, ada, order.id);
        expect(await open()).toEqual(named);
        expect(await ordersWithOutstandingBalance(shop, ben, 2)).toEqual({
          numbers: [],
          isMore: false,
        });
        expect(await ordersWithOutstandingBalance(shop, ada, 0)).toEqual({
          numbers: [],
          isMore: true,
        });
      },
    );

    test("contains an order with a duplicate payment until the surplus is refunded", async () => {
      const { shop, open, named, arrive, message, decide, onlyReview } = await checkout();
      await arrive(message(), message({ id: "TXN2" }));
      expect(await open()).toEqual(named);
      expect(await ownSurplusCents(shop, ada)).toBe(14_900);
      expect(await ownSurplusCents(shop, ben)).toBe(0);
      await decide((await onlyReview()).id, { decision: "refund" });
      expect(await open()).toEqual(named);
      await arrive(message({ kind: "refunded", id: "R1", of: "TXN2" }));
      expect(await open()).toEqual([]);
      expect(await ownSurplusCents(shop, ada)).toBe(0);
    });
  });

  test("contains an order while the provider has not confirmed its refund", async () => {
    const shop = await openRefundShop(await openDatabase());
    shop.api.will([503, {}]);
    await shop.refund();
    expect((await ordersWithOutstandingBalance(shop, ada, 2)).numbers).toEqual([shop.order.number]);
    await shop.api.close();
  });
});
