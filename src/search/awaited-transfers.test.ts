import { expect, test } from "vitest";
import { chooseBankTransfer } from "#money/paying/choose-bank-transfer.ts";
import { startPayment } from "#money/paying/start-payment.ts";
import { describeOnEachDatabase } from "../../tests/support/databases/databases.ts";
import { ada, openShop, orderForm, owner } from "../../tests/support/orders/shop.ts";
import { workCalendar } from "../../tests/support/orders/work-calendar.ts";
import { offerTransfers } from "../../tests/support/payments/bank-account.ts";
import { cancelOrder } from "../money/cancelling/cancel-order.ts";
import { placeOrder } from "../orders/placing/place-order.ts";
import { everyOrder, readOrderSearch } from "./order-search.ts";
import { searchOrders } from "./search-orders.ts";

describeOnEachDatabase("The list of orders that wait for a transfer", (openDatabase) => {
  test("has UnPaid orders whose customer has chosen it, and chose nothing else since", async () => {
    const shop = await openShop(await openDatabase());
    await offerTransfers(shop.database);
    const [waiting, , left, cancelled] = await Promise.all(
      [1, 2, 3, 4].map(() => placeOrder(shop, ada, orderForm)),
    );
    for (const order of [waiting, left, cancelled]) {
      await chooseBankTransfer(shop, ada, order?.id ?? "");
    }
    await startPayment(shop, ada, left?.id ?? "", { left: "transfer" });
    await cancelOrder(shop, ada, cancelled?.id ?? "");
    const deps = { ...shop, calendar: workCalendar("UTC") };
    const { search } = readOrderSearch(new URLSearchParams("transfer=awaited"));
    expect(search).toEqual({ ...everyOrder, transfer: "awaited" });
    const { items } = await searchOrders(deps, owner, search, { page: 1, pageSize: 10 });
    expect(items.map(({ id }) => id)).toEqual([waiting?.id]);
    expect(readOrderSearch(new URLSearchParams("transfer=no")).issues).toHaveLength(1);
  });
});
