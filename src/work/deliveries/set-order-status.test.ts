import { expect, test } from "vitest";
import { findOrder } from "#orders/find-order.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { ada, openShop, orderForm, owner } from "../../../tests/support/orders/shop.ts";
import { setOrderStatuses } from "./set-order-status.ts";

function counted({ done, failed }: Awaited<ReturnType<typeof setOrderStatuses>>) {
  const changed = done.filter(({ changeId }) => changeId !== null).length;
  return { changed, unchanged: done.length - changed, failed };
}

describeOnEachDatabase("Changing several orders at once", (openDatabase) => {
  test("changes the orders that exist, reports unknown orders, and changes nothing when repeated", async () => {
    const shop = await openShop(await openDatabase());
    const ids = [];
    for (let count = 0; count < 3; count++) ids.push((await placeOrder(shop, ada, orderForm)).id);
    const [first = "", second = "", third = ""] = ids;
    const deliver = async (...orderIds: string[]) => {
      const outcomes = await setOrderStatuses(shop, owner, { orderIds, orderStatus: "Delivered" });
      return counted(outcomes);
    };
    expect(await deliver(first)).toEqual({ changed: 1, unchanged: 0, failed: [] });
    const failed = [{ id: "unknown", reason: "There is no such order." }];
    const mixed = await deliver(first, second, "unknown", second);
    expect(mixed).toEqual({ changed: 1, unchanged: 1, failed });
    expect(await deliver(first, second)).toEqual({ changed: 0, unchanged: 2, failed: [] });
    const statuses = await Promise.all(
      [first, second, third].map(async (id) => (await findOrder(shop, owner, id)).orderStatus),
    );
    expect(statuses).toEqual(["Delivered", "Delivered", "Pending"]);
  });

  test("is forbidden to customers, and rejects invalid input", async () => {
    const shop = await openShop(await openDatabase());
    const form = { orderIds: ["any"], orderStatus: "Delivered" };
    await expect(setOrderStatuses(shop, ada, form)).rejects.toMatchObject({ code: "forbidden" });
    for (const wrong of [null, { ...form, orderIds: [] }, { ...form, orderStatus: "Sent" }]) {
      await expect(setOrderStatuses(shop, owner, wrong)).rejects.toMatchObject({ code: "invalid" });
    }
  });
});
