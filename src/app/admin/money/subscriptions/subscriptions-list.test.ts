import { expect, test } from "vitest";
import { listExports } from "#app/admin/frame/list/list-exports.server.ts";
import type { Services } from "#compose.ts";
import { recordManualRefund } from "#money/manual-payments/record-manual-payment.ts";
import { csvRow } from "#platform/texts/csv.ts";
import { cancelSubscription } from "#subscriptions/changes/stop-and-go.ts";
import { describeStore } from "../../../../../tests/support/databases/databases.ts";
import { ada, ben, owner } from "../../../../../tests/support/orders/shop.ts";
import { openSubscriptionShop } from "../../../../../tests/support/subscriptions/subscription-shop.ts";

describeStore("The CSV of subscriptions", (openDatabase) => {
  test("has days in the site's time zone, sums of the ledger, and what is paid next", async () => {
    const shop = await openSubscriptionShop(await openDatabase(), "Pacific/Auckland");
    // The evening of January 31 in UTC is February 1 in New Zealand.
    shop.time.now = Date.parse("2027-01-31T18:00:00Z");
    const { order } = await shop.subscribe();
    await shop.pay(order.id);
    const [payment] = await shop.database.read
      .selectFrom("payment_ledger")
      .select("transaction_id")
      .execute();
    await recordManualRefund(shop, owner, order.id, {
      transactionId: payment?.transaction_id ?? "",
      amount: "99.50",
      date: shop.today(),
      reference: "Transfer",
      key: "a-refund",
    });
    const other = await shop.subscribe({ customerWebsite: "" }, ben);
    await shop.pay(other.order.id);
    await cancelSubscription(shop, ben, other.id);
    const request = new Request("http://furrow.example/subscriptions?sort=oldest");
    const services = shop as unknown as Services;
    const rows = [];
    for await (const chunk of listExports
      .get("subscriptions")
      ?.rows({ services, actor: owner, request }) ?? []) {
      rows.push(...chunk.map((cells) => csvRow(cells.slice(4)).trimEnd()));
    }
    expect(rows).toEqual([
      '"Premium",499.00,"monthly","Running","2027-03-01",499.00,"","2027-02-01",399.50,99.50,0.00,1,"Link by email"',
      '"Premium",499.00,"monthly","Cancelled","","","2027-02-28","2027-02-01",499.00,0.00,0.00,1,"Link by email"',
    ]);
    const stranger = listExports.get("subscriptions")?.rows({ services, actor: ada, request });
    await expect(stranger?.next()).rejects.toMatchObject({ code: "forbidden" });
  });
});
