import { expect, test } from "vitest";
import { runDueJob } from "#platform/schedule/scheduled-jobs.server.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { queuedEmails } from "../../../tests/support/mail/queued-emails.ts";
import { ada, owner } from "../../../tests/support/orders/shop.ts";
import { openSubscriptionShop } from "../../../tests/support/subscriptions/subscription-shop.ts";
import { acceptDelivery } from "../deliveries/delivery-answers.ts";
import { setOrderStatus } from "../deliveries/set-order-status.ts";
import { orderCompleteJobs } from "./tell-of-completion.ts";

describeStore("The email about a complete order of a subscription", (openDatabase) => {
  test("names the next payment and offers no next month", async () => {
    const shop = await openSubscriptionShop(await openDatabase());
    shop.time.now = Date.parse("2027-01-31T15:00:00Z");
    const { order } = await shop.subscribe();
    await shop.pay(order.id);
    await setOrderStatus(shop, owner, order.id, { orderStatus: "Delivered" });
    await acceptDelivery(shop, ada, order.id, 1);
    const { database, clock, log, post } = shop;
    shop.time.now += 10 * 60_000;
    while (await runDueJob({ database, clock, log, handlers: orderCompleteJobs(post) }));
    expect(await queuedEmails(database, { letter: "orderComplete" })).toEqual([]);
    const [mail] = await queuedEmails(database, { letter: "cycleComplete" });
    const text = mail?.text.replaceAll(/\s+/g, " ");
    expect(text).toContain(
      "Next payment: $499.00 on Feb 28, 2027, by a link that we email you on Feb 21, 2027",
    );
    expect(text).toContain("cancel the plan");
    expect(text).not.toContain("next month");
  });
});
