import { expect, test } from "vitest";
import { retryWaitingMails } from "#mail/outbox/retry-waiting-mails.ts";
import { claimMail, markMailFailed, markMailSent } from "#mail/sending/due-mail.server.ts";
import { cancelOrder } from "#money/cancelling/cancel-order.ts";
import { handleReturn } from "#money/paying/start-payment.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { ada } from "../../../tests/support/orders/shop.ts";
import { openCheckout } from "../../../tests/support/payments/checkout.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

describeOnEachDatabase("The email about a placed order", (openDatabase) => {
  /** The customer has left for the provider at minute 0. */
  const open = async () => {
    const { shop, order, message, arrive } = await openCheckout(await openDatabase());
    const { database, time } = shop;
    const placedAt = time.now;
    const placed = () =>
      database.read
        .selectFrom("mail_outbox")
        .select(["due_at", "state"])
        .where("letter", "=", "orderPlaced")
        .execute();
    return {
      shop,
      arrive,
      message,
      placed,
      links: async () =>
        (await database.read.selectFrom("order_links").selectAll().execute()).length,
      /** Minutes from the order to the email. */
      async minutes() {
        const [mail] = await placed();
        return mail === undefined ? "withdrawn" : ((mail.due_at ?? 0) - placedAt) / minuteMs;
      },
      comesBack: () => handleReturn(shop, ada, order, new URLSearchParams()),
      pays: () => arrive(message()),
      cancels: () => cancelOrder(shop, ada, order.id),
      /** The mail worker takes the email, as it does when the ten minutes are over. */
      async claim() {
        time.now = placedAt + 10 * minuteMs;
        // The email to the owner has no delay.
        const toOwner = await claimMail(database, time.now);
        if (toOwner !== undefined) await markMailSent(database, toOwner, time.now);
        const mail = await claimMail(database, time.now);
        if (mail?.letter !== "orderPlaced") throw new Error("The email was not due.");
        return mail;
      },
    };
  };

  test("waits ten minutes, and is withdrawn with its link by the payment", async () => {
    const { minutes, links, pays } = await open();
    expect(await minutes()).toBe(10);
    expect(await links()).toBe(1);
    await pays();
    expect(await minutes()).toBe("withdrawn");
    expect(await links()).toBe(0);
  });

  test("is withdrawn by the cancellation", async () => {
    const { minutes, links, cancels } = await open();
    await cancels();
    expect([await minutes(), await links()]).toEqual(["withdrawn", 0]);
  });

  test("waits a day after the return from the provider, and eight while a payment is on its way", async () => {
    const { minutes, comesBack, arrive, message, shop } = await open();
    await comesBack();
    await comesBack();
    expect(await minutes()).toBe(24 * 60);
    await arrive(message({ payment_status: "Pending", pending_reason: "echeck" }));
    expect(await minutes()).toBe(8 * 24 * 60);
    // A repeated notification and a late return change nothing.
    await arrive(message({ payment_status: "Pending", pending_reason: "echeck" }));
    await comesBack();
    expect(await minutes()).toBeCloseTo(8 * 24 * 60, 2);
    await shop.database.write((tx) => retryWaitingMails(tx, shop.clock()));
    expect(await minutes()).toBeCloseTo(8 * 24 * 60, 2);
    await arrive(message({ payment_status: "Failed" }));
    expect(await minutes()).toBeCloseTo(10, 2);
  });

  test("waits while a person reviews a payment", async () => {
    const { minutes, arrive, message } = await open();
    await arrive(message({ mc_gross: "1.00" }));
    expect(await minutes()).toBe(8 * 24 * 60);
  });

  test("stays when it was sent before the payment", async () => {
    const { shop, claim, pays, placed, links } = await open();
    await markMailSent(shop.database, await claim(), shop.clock());
    await pays();
    expect(await placed()).toMatchObject([{ state: "sent" }]);
    expect(await links()).toBe(1);
  });

  test("is withdrawn after a failed attempt, and after a worker that died during one", async () => {
    const failed = await open();
    const { database, clock } = failed.shop;
    await markMailFailed(database, await failed.claim(), {
      reason: "The mail server is full.",
      at: clock(),
      dueAt: clock() + dayMs,
    });
    await failed.pays();
    expect(await failed.placed()).toEqual([]);

    const died = await open();
    await died.claim();
    died.shop.time.now += 2 * minuteMs;
    await died.pays();
    expect(await died.placed()).toEqual([]);
  });

  test("stays while an attempt runs, whose result is recorded", async () => {
    const { shop, claim, pays, placed } = await open();
    const mail = await claim();
    await pays();
    await markMailSent(shop.database, mail, shop.clock());
    expect(await placed()).toMatchObject([{ state: "sent" }]);
  });
});
