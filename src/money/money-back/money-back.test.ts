import { expect, test } from "vitest";
import { placeOfferedOrder } from "#orders/placing/place-order.ts";
import { newId } from "#platform/ids.ts";
import { type Actor, actorWithRole, visitor } from "#policy/actor.ts";
import { orderTimeline } from "#work/timeline/order-timeline.ts";
import { auditEntries } from "../../../tests/support/databases/audit-entries.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { personalRecords } from "../../../tests/support/databases/personal-records.ts";
import { queuedEmails } from "../../../tests/support/mail/queued-emails.ts";
import { line, offered } from "../../../tests/support/orders/offered-orders.ts";
import { orderIn } from "../../../tests/support/orders/order-in-stage.ts";
import { ada, ben, owner } from "../../../tests/support/orders/shop.ts";
import { openRefundShop } from "../../../tests/support/payments/refund-shop.ts";
import {
  onlyOrders,
  onlyPayments,
  openCompanies,
} from "../../../tests/support/rights/companies.ts";
import { recordManualRefund } from "../manual-payments/record-manual-payment.ts";
import { askForMoneyBack } from "./ask-for-money-back.ts";
import { declineMoneyBack } from "./decline-money-back.ts";
import { personalMoneyBack } from "./personal-money-back.server.ts";
import { listOpenMoneyBack, readMoneyBack } from "./read-money-back.ts";

const reason = "We have closed the bakery.";
const because = "The month is done, and you have its report.";
const manager = actorWithRole("Manager", { accountId: "account-mia", email: "mia@example.com" });

describeOnEachDatabase("A customer's request for money back", (openDatabase) => {
  async function paidOrder(timeZone = "UTC") {
    const database = await openDatabase();
    const order = await orderIn("paid", database, { timeZone });
    const { shop, id } = order;
    return {
      ...order,
      refund: (amount = "149.00", orderId = id) =>
        recordManualRefund(shop, owner, orderId, {
          amount,
          date: "2026-11-20",
          reference: "Back",
          key: newId(),
          transactionId: `paid-${orderId}`,
        }),
      ask: (actor: Actor = ada, input: object = { reason }) =>
        askForMoneyBack(shop, actor, id, input),
      decline: (actor: Actor = owner, input: object = { reason: because }) =>
        declineMoneyBack(shop, actor, id, input),
      seen: (actor: Actor = ada) => readMoneyBack(shop, actor, id, timeZone),
      state: async () => (await readMoneyBack(shop, ada, id, timeZone)).request?.state ?? null,
      waiting: () => listOpenMoneyBack(shop, owner, 5),
      mails: (letter: string) => queuedEmails(database, { letter }),
    };
  }

  test("cannot be made for an order that cost nothing", async () => {
    const { shop } = await paidOrder();
    const free = { ...offered, lines: [line({ unitCents: 0 })] };
    const terms = { ...offered.terms, refundDays: 14 };
    const { id } = await shop.database.write((tx) =>
      placeOfferedOrder(tx, shop, { ...free, terms, at: shop.clock() }),
    );
    expect(await readMoneyBack(shop, ada, id, "UTC")).toEqual({ request: null, until: null });
    await expect(askForMoneyBack(shop, ada, id, { reason })).rejects.toThrow("cost nothing");
  });

  test("is shown to both sides and emailed to the owner", async () => {
    const { shop, id, ask, seen, waiting, mails } = await paidOrder();
    expect(await seen()).toEqual({ request: null, until: Date.parse("2026-12-05T00:00:00Z") });
    await ask();
    const askedAt = shop.clock();
    for (const actor of [ada, owner, manager]) {
      expect((await seen(actor)).request).toEqual({
        state: "open",
        accountId: "account-ada",
        reason,
        askedAt,
        declined: null,
      });
    }
    expect(await waiting()).toMatchObject([{ order: { id }, askedAt }]);
    const [mail, ...others] = await mails("refundAskedOwner");
    expect([mail?.recipient, others]).toEqual(["own@example.com", []]);
    expect(mail?.text).toContain(reason);
    expect(mail?.text).toContain(`/admin/payment-status/${id}#refund`);
    for (const [actor, reader] of [
      [ada, "customer"],
      [owner, "admin"],
    ] as const) {
      const entries = await orderTimeline(shop, actor, id, reader);
      expect(entries).toContainEqual(
        expect.objectContaining({ kind: "money-back-asked", reason, by: "Ada Field" }),
      );
    }
  });

  test("is made once, if the same form arrives three times and two colleagues ask at once", async () => {
    const database = await openDatabase();
    const { shop, person, now, join, place, pay } = await openCompanies(database);
    const [first, second] = [await person("ada"), await person("zoe")];
    await join(first, second, onlyPayments);
    const { id } = await place(first);
    await pay(id);
    const [adaNow, zoeNow] = [await now(first), await now(second)];
    const ask = (actor: Actor, input: object) => askForMoneyBack(shop, actor, id, input);
    const same = { reason, key: newId() };
    const presses = await Promise.allSettled([
      ask(adaNow, same),
      ask(adaNow, same),
      ask(adaNow, same),
      ask(zoeNow, { reason: "Zoe’s reason", key: newId() }),
      ask(adaNow, { reason: "In the other tab", key: newId() }),
    ]);
    const rows = await database.read.selectFrom("money_back_requests").selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(await queuedEmails(database, { letter: "refundAskedOwner" })).toHaveLength(1);
    const made = presses.filter(({ status }) => status === "fulfilled").length;
    expect(made).toBe(rows[0]?.reason === reason ? 3 : 1);
    await expect(ask(zoeNow, { reason })).rejects.toThrow(
      "Somebody has already asked for a refund of this order",
    );
  });

  test("is possible until the end of the fourteenth day after the payment", async () => {
    const { shop, ask, seen, state } = await paidOrder("America/New_York");
    const until = Date.parse("2026-12-05T05:00:00Z");
    expect((await seen()).until).toBe(until);
    shop.time.now = until;
    await expect(ask()).rejects.toThrow("within 14 days of the payment");
    expect(await state()).toBeNull();
    shop.time.now = until - 1;
    await ask();
    expect(await state()).toBe("open");
  });

  test("is impossible for an order whose plan named no days for a refund", async () => {
    const { database, ask, seen } = await paidOrder();
    await database.write((tx) => tx.updateTable("orders").set({ refund_days: 0 }).execute());
    expect(await seen()).toEqual({ request: null, until: null });
    await expect(ask()).rejects.toThrow("This plan names no days for a refund.");
  });

  test("needs a paid order whose money has not gone back", async () => {
    const { shop, place, pay, refund } = await paidOrder();
    const unpaid = await place();
    const ask = (id: string) => askForMoneyBack(shop, ada, id, { reason });
    await expect(ask(unpaid)).rejects.toThrow("This order is not paid yet");
    await pay(unpaid);
    await refund("149.00", unpaid);
    await expect(ask(unpaid)).rejects.toThrow("This order was already refunded");
    for (const wrong of ["", " \r\n ", "x".repeat(2001), "a\u0000b", 7]) {
      const asking = askForMoneyBack(shop, ada, unpaid, { reason: wrong });
      await expect(asking).rejects.toMatchObject({ code: "invalid" });
    }
  });

  test("is answered by a refund, after which it cannot be declined", async () => {
    const { ask, decline, refund, state, waiting, mails } = await paidOrder();
    await ask();
    await refund("49.00");
    expect([await state(), await waiting()]).toEqual(["refunded", []]);
    await expect(decline()).rejects.toThrow("This order was refunded meanwhile");
    expect(await mails("moneyReturned")).toHaveLength(1);
    expect(await mails("refundDeclined")).toEqual([]);
  });

  test("is answered while the provider works on the refund, and open again if it refuses", async () => {
    const shop = await openRefundShop(await openDatabase());
    const { id } = shop.order;
    const state = async () => (await readMoneyBack(shop, ada, id, "UTC")).request?.state;
    const waiting = async () => (await listOpenMoneyBack(shop, owner, 5)).length;
    await askForMoneyBack(shop, ada, id, { reason });
    shop.api.will([201, shop.refundOf("R1", "50.00", "PENDING")]);
    await shop.refund({ amountCents: 5000 });
    expect([await state(), await waiting()]).toEqual(["in-progress", 0]);
    await expect(declineMoneyBack(shop, owner, id, { reason: because })).rejects.toThrow(
      "A refund of this order is in progress",
    );
    await shop.tell(shop.refundOf("R1", "50.00", "FAILED"), "PAYMENT.REFUND.FAILED");
    expect([await state(), await waiting()]).toEqual(["open", 1]);
    await shop.api.close();
  });

  test("is declined once by two owners at once, with one email and one audit entry", async () => {
    const { shop, id, database, ask, decline, seen, waiting, mails, refund, state } =
      await paidOrder();
    await expect(decline()).rejects.toMatchObject({ code: "not-found" });
    await ask();
    const same = { reason: because, key: newId() };
    const presses = await Promise.allSettled([
      decline(owner, same),
      decline(owner, same),
      decline(owner, { reason: "Another reason" }),
    ]);
    expect(presses.filter(({ status }) => status === "fulfilled").length).not.toBe(0);
    const { request } = await seen();
    expect(request).toMatchObject({ state: "declined", declined: { by: "own@example.com" } });
    expect(await waiting()).toEqual([]);
    const [mail, ...others] = await mails("refundDeclined");
    expect([mail?.recipient, others]).toEqual(["ada@example.com", []]);
    expect(mail?.text).toContain(request?.declined?.because);
    expect(mail?.text).toContain(`/my-order/${id}#refund`);
    const audit = await auditEntries(database);
    expect(audit.filter(({ action }) => action === "Decline refund")).toHaveLength(1);
    const entries = await orderTimeline(shop, ada, id, "customer");
    expect(entries).toContainEqual(
      expect.objectContaining({ kind: "money-back-declined", author: null }),
    );
    await expect(ask()).rejects.toThrow("We have already answered");
    // The owner can still refund.
    await refund();
    expect(await state()).toBe("refunded");
  });

  test("is made by people of the company who see payments, and declined by owners only", async () => {
    const { ask, decline, seen } = await paidOrder();
    await expect(ask(visitor)).rejects.toMatchObject({ code: "unauthenticated" });
    for (const other of [ben, owner, manager]) {
      await expect(ask(other)).rejects.toMatchObject({ code: "not-found" });
    }
    await ask();
    await expect(decline(visitor)).rejects.toMatchObject({ code: "unauthenticated" });
    for (const other of [ada, manager]) {
      await expect(decline(other)).rejects.toMatchObject({ code: "forbidden" });
    }
    await expect(seen(ben)).rejects.toMatchObject({ code: "not-found" });
  });

  test("is hidden from a colleague who sees no payments", async () => {
    const { shop, person, now, join, place, pay } = await openCompanies(await openDatabase());
    const [first, second] = [await person("ada"), await person("zoe")];
    await join(first, second, onlyOrders);
    const { id } = await place(first);
    await pay(id);
    const zoe = await now(second);
    const asking = askForMoneyBack(shop, zoe, id, { reason });
    await expect(asking).rejects.toMatchObject({ code: "not-found" });
    await askForMoneyBack(shop, await now(first), id, { reason });
    await expect(readMoneyBack(shop, zoe, id, "UTC")).rejects.toMatchObject({ code: "not-found" });
    const kinds = (await orderTimeline(shop, zoe, id, "customer")).map(({ kind }) => kind);
    expect(kinds).not.toContain("money-back-asked");
  });

  test("is in the person's data, and loses its words with the account", async () => {
    const { database, ask, decline, seen } = await paidOrder();
    await ask();
    await decline();
    expect(await personalRecords(database, personalMoneyBack)).toEqual([
      {
        order: 1,
        reason,
        at: "2026-11-20T12:00:00.000Z",
        declinedBecause: because,
        declinedAt: "2026-11-20T12:00:00.000Z",
      },
    ]);
    const person = { accountId: "account-ada", email: "ada@example.com", emailVerified: true };
    await database.write((tx) => personalMoneyBack.forget(tx, person));
    expect((await seen(owner)).request).toMatchObject({
      state: "declined",
      reason: "",
      declined: { because: "" },
    });
  });
});
