import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { findOrder } from "#orders/find-order.ts";
import type { Actor } from "#policy/actor.ts";
import { orderTimeline } from "#work/timeline/order-timeline.ts";
import { auditEntries } from "../../../tests/support/databases/audit-entries.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { queuedEmails } from "../../../tests/support/mail/queued-emails.ts";
import { ada, ben, owner } from "../../../tests/support/orders/shop.ts";
import { ledgerOf } from "../../../tests/support/payments/checkout.ts";
import { openProtocolCheckout } from "../../../tests/support/payments/protocol-checkout.ts";
import { describeProtocols, type Told } from "../../../tests/support/payments/protocols.ts";
import { expectRefused } from "../../../tests/support/refusals.ts";
import { orderNotifications } from "../ledger/order-notifications.ts";
import { countReviews, listReviews } from "./read-review.server.ts";

const second: Actor = { kind: "admin", accountId: "account-two", email: "two@example.com" };
const daysMs = 24 * 60 * 60 * 1000;

describeOnEachDatabase("A review", (openDatabase, engine) => {
  describeProtocols((protocol) => {
    // Stripe writes amounts as numbers, so another value has no format of Stripe's.
    const unreadable =
      protocol === "stripe"
        ? "format of Stripe’s events"
        : "amount of the notification is unreadable";

    async function scene() {
      const checkout = await openProtocolCheckout(await openDatabase(), protocol);
      const { database } = checkout.shop;
      return {
        ...checkout,
        audited: async () => (await auditEntries(database)).map(({ action }) => action),
        letters: () =>
          queuedEmails(database, { letter: "paymentReceived", about: checkout.order.id }),
      };
    }

    test.each<[string, Told, string | null, string | null]>([
      ["another amount", { cents: 10_000 }, null, null],
      ["no attempt", { attempt: null }, null, null],
      ["no attempt and no order", { attempt: null, order: null }, "names no order", null],
      ["two orders", { order: "another" }, "more than one order", null],
      ["another currency", { currency: "EUR" }, "in EUR", null],
      ["no transaction", { id: null }, "no transaction id", "no transaction id"],
      ["an unreadable amount", { amount: "" }, unreadable, unreadable],
      [
        "a refund of an unknown payment",
        { kind: "refunded", id: "R", of: "OTHER" },
        "is about payment OTHER",
        "is about payment OTHER",
      ],
    ])(
      "of a notification with %s can be accepted, or says why it cannot be accepted",
      async (_what, otherwise, accept, link) => {
        const { onlyReview, decide, arrive, message, status, shop } = await scene();
        await arrive(message(otherwise));
        const review = await onlyReview();
        const refusal = (sentence: string | null) =>
          sentence === null ? null : expect.stringContaining(sentence);
        expect(review.refusals).toMatchObject({ accept: refusal(accept), link: refusal(link) });
        expect(review.refusals.dismiss).toBeNull();
        if (accept === null) {
          await decide(review.id, { decision: "accept" });
          expect(await status()).toBe("Paid");
          expect(await ledgerOf(shop)).toHaveLength(1);
        } else {
          await expect(decide(review.id, { decision: "accept" })).rejects.toMatchObject({
            code: "conflict",
            message: refusal(accept),
          });
          expect([await status(), await ledgerOf(shop)]).toEqual(["UnPaid", []]);
          await decide(review.id, { decision: "dismiss", note: "Not ours" });
        }
        expect(await countReviews(shop, owner, 9)).toBe(0);
      },
    );

    test("sends one receipt when accepted, and is recorded in audit log, timeline and notification", async () => {
      const { onlyReview, decide, arrive, message, order, shop, letters, audited } = await scene();
      await arrive(message({ cents: 10_000 }));
      await decide((await onlyReview()).id, { decision: "accept", note: "A discount" });
      expect(await letters()).toHaveLength(1);
      expect(await audited()).toEqual(["Accept payment message"]);
      const steps = await orderTimeline(shop, owner, order.id, "admin");
      expect(steps).toContainEqual(
        expect.objectContaining({
          kind: "decided",
          resolution: expect.objectContaining({ decision: "accepted", by: "own@example.com" }),
        }),
      );
      expect(JSON.stringify(await orderTimeline(shop, ada, order.id, "customer"))).not.toContain(
        "discount",
      );
      const [shown] = await orderNotifications(shop, owner, order.id);
      expect(shown?.resolution).toMatchObject({ decision: "accepted", note: "A discount" });
    });

    test("is decided once, even by repeated clicks of two admins at the same time", async () => {
      for (let round = 0; round < 2; round++) {
        const { onlyReview, decide, arrive, message, shop, letters, audited } = await scene();
        await arrive(message({ cents: 10_000 }));
        const { id } = await onlyReview();
        const settled = await Promise.allSettled([
          decide(id, { decision: "accept" }),
          decide(id, { decision: "accept" }),
          decide(id, { decision: "dismiss", note: "Too little" }, second),
          decide(id, { decision: "accept" }, second),
        ]);
        expect(settled.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
        for (const one of settled) {
          if (one.status === "rejected") expect(one.reason).toMatchObject({ code: "conflict" });
        }
        await expect(decide(id, { decision: "accept" })).rejects.toMatchObject({
          message: expect.stringMatching(
            /^\S+@\S+ has already (accepted|dismissed) this payment notification\.$/,
          ),
        });
        const entered = await ledgerOf(shop);
        expect(await audited()).toHaveLength(1);
        expect(await letters()).toHaveLength(entered.length);
      }
    });

    test("can be linked to an order by number, unless its transaction is already applied to an order", async () => {
      const { onlyReview, decide, another, arrive, message, shop, letters } = await scene();
      const { order } = await another(ben);
      await arrive(message({ attempt: null, order: null }));
      const { id } = await onlyReview();
      const link = (number: string) => decide(id, { decision: "link", order: number });
      await expect(link("99")).rejects.toMatchObject({ code: "invalid" });
      await expect(link("")).rejects.toMatchObject({ code: "invalid" });
      await link(String(order.number));
      expect((await findOrder(shop, ben, order.id)).paymentStatus).toBe("Paid");
      expect(await letters()).toEqual([]);
      await arrive(message());
      expect((await onlyReview()).refusals.accept).toContain("is already applied to order");
    });

    test("needs a confirmation to be linked to an order whose price differs from the payment", async () => {
      const { onlyReview, decide, another, arrive, message, shop } = await scene();
      const { order } = await another(ben);
      await arrive(message({ attempt: null, order: null, cents: 1 }));
      const { id } = await onlyReview();
      const link = { decision: "link", order: String(order.number) };
      for (const confirmed of [{}, { confirmed: "" }]) {
        await expect(decide(id, { ...link, ...confirmed })).rejects.toMatchObject({
          code: "invalid",
          issues: [
            { path: "confirmed", message: expect.stringContaining("This payment is of $0.01") },
          ],
        });
      }
      expect((await findOrder(shop, ben, order.id)).paymentStatus).toBe("UnPaid");
      await decide(id, { ...link, confirmed: "yes" });
      expect((await findOrder(shop, ben, order.id)).paymentStatus).toBe("Paid");
    });

    test("cannot be linked to an order that another payment makes Paid at the same moment", async () => {
      const { onlyReview, decide, arrive, message, order, shop } = await scene();
      await arrive(message({ attempt: null, order: null }));
      const { id } = await onlyReview();
      const linking = await shop.database.write(async (tx) => {
        const paid = { payment_status: "Paid", paid_at: shop.time.now } as const;
        await tx.updateTable("orders").set(paid).where("id", "=", order.id).execute();
        const link = { decision: "link", order: String(order.number) };
        const result = decide(id, link).catch((error: unknown) => error);
        // Waits so that the decision reads the order before this write commits. PostgreSQL permits
        // other connections to read a locked row.
        await setTimeout(200);
        return { result };
      });
      const issue = { path: "confirmed", message: expect.stringContaining("149.00 and is Paid") };
      expect(await linking.result).toMatchObject({ code: "invalid", issues: [issue] });
    });

    test("changes no order while its notification is unverified, and lets an admin verify the notification again", async () => {
      const { answers, onlyReview, decide, arrive, receive, message, status, shop } = await scene();
      answers.given = "none";
      await receive(message());
      for (let round = 0; round < 12; round++) {
        await shop.verifyAll();
        shop.time.now += daysMs;
      }
      const unanswered = await onlyReview();
      expect(unanswered.isGenuine).toBe(false);
      for (const decision of ["accept", "link", "refund"]) {
        const input = { decision, ...(decision === "link" && { order: "1" }) };
        await expect(decide(unanswered.id, input)).rejects.toMatchObject({ code: "conflict" });
      }
      expect([await status(), await ledgerOf(shop)]).toEqual(["UnPaid", []]);
      await decide(unanswered.id, { decision: "ask-again" });
      await shop.verifyAll();
      expect((await onlyReview()).id).toBe(unanswered.id);
      answers.given = "true";
      await decide(unanswered.id, { decision: "ask-again" });
      await shop.verifyAll();
      expect(await status()).toBe("Paid");
      expect(await countReviews(shop, owner, 9)).toBe(0);
      await arrive(message());
      expect(await ledgerOf(shop)).toHaveLength(1);
    });

    test("cannot be listed or decided by a customer", async () => {
      const { onlyReview, decide, arrive, message, shop } = await scene();
      await arrive(message({ cents: 10_000 }));
      const { id } = await onlyReview();
      await expectRefused("forbidden", decide(id, { decision: "accept" }, ada));
      await expect(listReviews(shop, ada).next()).rejects.toMatchObject({ code: "forbidden" });
      await expectRefused("not-found", decide("unknown", { decision: "accept" }));
      await expect(decide(id, { decision: "dismiss" })).rejects.toMatchObject({ code: "invalid" });
    });
  }, engine);
});
