import { expect, test } from "vitest";
import { pricingPackages } from "#content/blocks/pricing-packages.ts";
import { listRecords } from "#content/records/content-store.server.ts";
import { deleteRecord, updateRecord } from "#content/records/save-block.ts";
import { selectOrder } from "#orders/order-store.server.ts";
import { system } from "#policy/actor.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { openSubscriptionShop } from "../../../tests/support/subscriptions/subscription-shop.ts";

const changes = ["is renamed, promises less and costs more", "is deleted"] as const;

describeStore("A subscription keeps the plan that was bought", (openDatabase) => {
  test.each(changes)("also when the plan %s", async (change) => {
    const shop = await openSubscriptionShop(await openDatabase());
    shop.time.now = Date.parse("2027-01-31T15:00:00Z");
    const { order, id } = await shop.subscribe();
    await shop.pay(order.id);
    const plans = await listRecords(shop.database.read, pricingPackages);
    const plan = plans.find(({ packageName }) => packageName === "Premium");
    if (plan === undefined) throw new Error("There is no such plan.");
    const { _id, ...values } = plan;
    if (change === "is deleted") await deleteRecord(shop, system, pricingPackages, _id);
    else {
      const other = { packageName: "Acre", packagePrice: "999", packagePointOne: "Less" };
      await updateRecord(shop, system, pricingPackages, _id, { ...values, ...other });
    }
    await shop.turnTo("2027-02-25T00:00:00Z");
    const { cycles, standing } = await shop.held(id);
    expect(standing.state).toBe("active");
    const later = await selectOrder(shop.database.read, cycles[1]?.orderId ?? "");
    const { packageName, priceCents, charged, workingDays } = order;
    expect(later).toMatchObject({ packageName, priceCents, charged, workingDays });
    const points = await shop.database.read
      .selectFrom("order_points")
      .select(["order_id as of", "point"])
      .orderBy("position")
      .execute();
    const pointsOf = (of: string | undefined) =>
      points.flatMap((each) => (each.of === of ? each.point : []));
    expect(pointsOf(order.id).length).toBeGreaterThan(0);
    expect(pointsOf(later?.id)).toEqual(pointsOf(order.id));
  });
});
