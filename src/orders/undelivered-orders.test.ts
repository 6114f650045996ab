import { expect, test } from "vitest";
import { describeStore } from "../../tests/support/databases/databases.ts";
import { ada, openShop, orderForm, owner } from "../../tests/support/orders/shop.ts";
import { expectRefused } from "../../tests/support/refusals.ts";
import { recordManualPayment } from "../money/manual-payments/record-manual-payment.ts";
import { setOrderStatus } from "../work/deliveries/set-order-status.ts";
import { undeliveredOrders } from "./list-orders.ts";
import { placeOrder } from "./placing/place-order.ts";

describeStore("Paid, undelivered orders", (openDatabase) => {
  test("are listed only to the customer who placed the orders, newest first, up to a limit", async () => {
    const shop = await openShop(await openDatabase());
    const deps = shop;
    const form = { amount: "149.00", date: "2026-11-19", reference: "Transfer" };
    const paid = async () => {
      const order = await placeOrder(shop, ada, orderForm);
      await recordManualPayment(deps, owner, order.id, { ...form, key: order.id });
      return order;
    };
    await placeOrder(shop, ada, orderForm);
    expect(await undeliveredOrders(shop, ada, 2)).toEqual({ numbers: [], isMore: false });
    const delivered = await paid();
    await setOrderStatus(shop, owner, delivered.id, { orderStatus: "Delivered" });
    await paid();
    await paid();
    expect(await undeliveredOrders(shop, ada, 2)).toEqual({ numbers: [4, 3], isMore: false });
    await paid();
    expect(await undeliveredOrders(shop, ada, 2)).toEqual({ numbers: [5, 4], isMore: true });
    expect(await undeliveredOrders(shop, owner, 2)).toEqual({ numbers: [], isMore: false });
    await expectRefused("unauthenticated", undeliveredOrders(shop, { kind: "visitor" }, 2));
  });
});
