import { expect, test } from "vitest";
import { pricingPackages } from "#content/blocks/pricing-packages.ts";
import { listRecords } from "#content/records/content-store.server.ts";
import { updateRecord } from "#content/records/save-block.ts";
import type { Database } from "#platform/database/database.ts";
import { system, visitor } from "#policy/actor.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { ada, ben, openShop, orderForm } from "../../../tests/support/orders/shop.ts";
import { orderNextMonth, readNextMonth } from "./order-next-month.ts";
import { placeOrder } from "./place-order.ts";

const price = { packagePrice: "149" };

async function openPaid(database: Database) {
  const shop = await openShop(database);
  const first = await placeOrder(shop, ada, { ...orderForm, customerWebsite: "field.example" });
  const setStatus = (id: string, status: "Paid" | "Cancelled") =>
    database.write((tx) =>
      tx
        .updateTable("orders")
        .set({ payment_status: status, paid_at: status === "Paid" ? shop.time.now : null })
        .where("id", "=", id)
        .execute(),
    );
  await setStatus(first.id, "Paid");
  return { shop, first, setStatus };
}

describeOnEachDatabase("Ordering the next month", (openDatabase) => {
  test("places the same plan for the same person and website, and links both orders", async () => {
    const { shop, first } = await openPaid(await openDatabase());
    const next = await orderNextMonth(shop, ada, first.id, price);
    const { customerName, customerAddress, customerCountry, customerWebsite, packageId } = first;
    expect(next).toMatchObject({
      number: 2,
      paymentStatus: "UnPaid",
      companyId: first.companyId,
      packageId,
      customerName,
      customerAddress,
      customerCountry,
      customerWebsite,
    });
    expect((await readNextMonth(shop, ada, first.id)).next?.id).toBe(next.id);
    expect((await readNextMonth(shop, ada, next.id)).previous?.id).toBe(first.id);
  });

  test("places one order for many presses, and another one after a cancellation", async () => {
    const { shop, first, setStatus } = await openPaid(await openDatabase());
    const presses = Array.from({ length: 8 }, () => orderNextMonth(shop, ada, first.id, price));
    const ids = new Set((await Promise.all(presses)).map(({ id }) => id));
    const [id = ""] = ids;
    expect(ids.size).toBe(1);
    await setStatus(id, "Paid");
    expect((await orderNextMonth(shop, ada, first.id, price)).id).toBe(id);
    await setStatus(id, "Cancelled");
    expect((await orderNextMonth(shop, ada, first.id, price)).id).not.toBe(id);
  });

  test("orders nothing at a price that the customer has not seen", async () => {
    const { shop, first } = await openPaid(await openDatabase());
    const [{ _id, ...values } = { _id: "" }] = await listRecords(
      shop.database.read,
      pricingPackages,
    );
    await updateRecord(shop, system, pricingPackages, _id, { ...values, packagePrice: "159" });
    await expect(orderNextMonth(shop, ada, first.id, price)).rejects.toMatchObject({
      code: "conflict",
      extra: { currentPrice: "159" },
    });
    const next = await orderNextMonth(shop, ada, first.id, { packagePrice: "159" });
    expect(next.priceCents).toBe(15900);
  });

  test("refuses other people, unpaid orders and plans that are no longer sold", async () => {
    const { shop, first, setStatus } = await openPaid(await openDatabase());
    await expect(orderNextMonth(shop, ben, first.id, price)).rejects.toMatchObject({
      code: "not-found",
    });
    await expect(orderNextMonth(shop, visitor, first.id, price)).rejects.toMatchObject({
      code: "unauthenticated",
    });
    await setStatus(first.id, "Cancelled");
    await expect(orderNextMonth(shop, ada, first.id, price)).rejects.toMatchObject({
      code: "conflict",
    });
    await setStatus(first.id, "Paid");
    await shop.database.write((tx) =>
      tx
        .updateTable("content_records")
        .set({ deleted_at: 1 })
        .where("id", "=", first.packageId)
        .execute(),
    );
    expect((await readNextMonth(shop, ada, first.id)).plan).toBeUndefined();
    await expect(orderNextMonth(shop, ada, first.id, price)).rejects.toMatchObject({
      code: "not-found",
    });
  });
});
