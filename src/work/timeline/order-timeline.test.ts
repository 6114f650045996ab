import { expect, test } from "vitest";
import { orderNotifications } from "#money/ledger/order-notifications.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import { visitor } from "#policy/actor.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { distributeNews } from "../../../tests/support/orders/order-news.ts";
import { ada, ben, openShop, orderForm, owner } from "../../../tests/support/orders/shop.ts";
import { openCheckout } from "../../../tests/support/payments/checkout.ts";
import { expectRefused } from "../../../tests/support/refusals.ts";
import { setOrderStatus } from "../deliveries/set-order-status.ts";
import { addOrderNote } from "./add-order-note.ts";
import { orderTimeline } from "./order-timeline.ts";

const note = "Called him.\nHe wants the maps first.";

describeOnEachDatabase("The timeline of an order", (openDatabase) => {
  /** An order with many kinds of events, a minute apart. */
  async function eventful() {
    const checkout = await openCheckout(await openDatabase());
    const { shop, order, message, arrive } = checkout;
    const aMinuteLater = () => {
      shop.time.now += 60_000;
    };
    const refund = { payment_status: "Refunded", mc_gross: "-149.00", txn_id: "R1" };
    aMinuteLater();
    await arrive(message({ payment_status: "Pending" }));
    aMinuteLater();
    await arrive(message(), message());
    aMinuteLater();
    await addOrderNote(shop, owner, order.id, { note: note.replaceAll("\n", "\r\n") });
    aMinuteLater();
    await setOrderStatus(shop, owner, order.id, { orderStatus: "Delivered" });
    await distributeNews(shop);
    aMinuteLater();
    await setOrderStatus(shop, owner, order.id, { orderStatus: "Pending" });
    aMinuteLater();
    // When the owner refunds at the provider, the notification names the payment, but no id of
    // Furrow.
    await arrive(message({ ...refund, parent_txn_id: "TXN1", custom: "", invoice: "" }));
    return checkout;
  }

  test("shows an admin all events by time, with their authors", async () => {
    const { shop, order } = await eventful();
    const entries = await orderTimeline(shop, owner, order.id, "admin");
    expect(entries.map(({ kind }) => kind)).toEqual([
      "placed",
      "sent-to-pay",
      "mail",
      "notified",
      "notified",
      "payment",
      "mail",
      "mail",
      "note",
      "status",
      "mail",
      "status",
      "notified",
      "refund",
      "mail",
    ]);
    const times = entries.map(({ at }) => at);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    const by = { author: "own@example.com" };
    expect(entries).toContainEqual(expect.objectContaining({ kind: "note", note, ...by }));
    expect(entries).toContainEqual(
      expect.objectContaining({ kind: "status", orderStatus: "Delivered", ...by }),
    );
    expect(entries).toContainEqual(
      expect.objectContaining({ said: "Completed", made: "The order is Paid." }),
    );
  });

  test("shows the customer no notes, authors, reasons or emails to other people", async () => {
    const { shop, order } = await eventful();
    const entries = await orderTimeline(shop, ada, order.id, "customer");
    expect(entries.map(({ kind }) => kind)).toEqual([
      "placed",
      "sent-to-pay",
      "notified",
      "notified",
      "payment",
      "status",
      "status",
      "notified",
      "refund",
    ]);
    const told = JSON.stringify(entries);
    for (const secret of ["Called him", "own@example.com", "The order is Paid."]) {
      expect(told).not.toContain(secret);
    }
    await shop.database.write((tx) =>
      tx.updateTable("mail_outbox").set({ state: "sent", sent_at: shop.time.now }).execute(),
    );
    const withMail = await orderTimeline(shop, ada, order.id, "customer");
    const letters = withMail.flatMap((entry) => (entry.kind === "mail" ? entry.mail.letter : []));
    expect(letters.sort()).toEqual(["moneyReturned", "orderDelivered", "paymentReceived"]);
  });

  test("is hidden from other customers, and the admins' view is hidden from all customers", async () => {
    const { shop, order } = await openCheckout(await openDatabase());
    const ask = (actor: typeof ada, reader: "customer" | "admin", id = order.id) =>
      orderTimeline(shop, actor, id, reader);
    await expect(ask(ben, "customer")).rejects.toMatchObject({ code: "not-found" });
    await expect(ask(ada, "admin")).rejects.toMatchObject({ code: "forbidden" });
    await expect(ask(visitor, "customer")).rejects.toMatchObject({ code: "unauthenticated" });
    await expect(ask(owner, "admin", "x\u0000")).rejects.toMatchObject({ code: "not-found" });
    await expectRefused("forbidden", orderNotifications(shop, ada, order.id));
  });

  test("omits forged notifications, which only the list of notifications contains", async () => {
    const { shop, order, message, arrive } = await openCheckout(await openDatabase());
    shop.verification.answer = "invalid";
    await arrive(message({ custom: "", mc_gross: "1.00", memo: "<b>free</b>" }));
    shop.verification.answer = "verified";
    await arrive(message());
    const entries = await orderTimeline(shop, owner, order.id, "admin");
    expect(entries.filter(({ kind }) => kind === "notified")).toHaveLength(1);
    const [forged, genuine] = await orderNotifications(shop, owner, order.id);
    expect(forged).toMatchObject({ state: "invalid", outcome: "no-effect", grossCents: 100 });
    expect(forged?.fields).toContainEqual(["memo", "<b>free</b>"]);
    expect(genuine).toMatchObject({
      state: "verified",
      outcome: "applied",
      rawStatus: "Completed",
      transactionId: "TXN1",
      grossCents: 14900,
      currency: "USD",
    });
  });
});

describeOnEachDatabase("An admin's change of an order", (openDatabase) => {
  const open = async () => {
    const shop = await openShop(await openDatabase());
    const order = await placeOrder(shop, ada, orderForm);
    const written = async () => ({
      events: await shop.database.read.selectFrom("order_events").selectAll().execute(),
      audit: await shop.database.read.selectFrom("audit_log").selectAll().execute(),
    });
    return { shop, order, written };
  };

  test("is recorded once, with one audit entry, if two admins mark the order Delivered at the same time", async () => {
    const { shop, order, written } = await open();
    const set = () => setOrderStatus(shop, owner, order.id, { orderStatus: "Delivered" });
    await Promise.all([set(), set()]);
    const { events, audit } = await written();
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({ kind: "status", order_status: "Delivered" });
    expect(audit).toHaveLength(1);
    expect(audit[0]).toMatchObject({
      author: "own@example.com",
      subject: "order",
      subject_id: order.id,
      label: "Order 1",
      before_json: '{"orderStatus":"Pending"}',
      after_json: '{"orderStatus":"Delivered"}',
    });
  });

  test("that adds a note is audited, and the note cannot be altered; customers cannot add notes", async () => {
    const { shop, order, written } = await open();
    const add = (actor: typeof ada, given: unknown, id = order.id) =>
      addOrderNote(shop, actor, id, { note: given });
    await expect(add(ada, "mine")).rejects.toMatchObject({ code: "forbidden" });
    await expect(add(visitor, "mine")).rejects.toMatchObject({ code: "unauthenticated" });
    for (const wrong of ["", "  \r\n ", 7, "x".repeat(5001), "a\u0000b", "\ud800"]) {
      const adding = add(owner, wrong);
      await expect(adding).rejects.toMatchObject({ code: "invalid", issues: [{ path: "note" }] });
    }
    await expect(add(owner, "x", "unknown")).rejects.toMatchObject({ code: "not-found" });
    await add(owner, "  First line\r\nsecond line ");
    const { events, audit } = await written();
    expect(events).toMatchObject([{ kind: "note", note: "First line\nsecond line" }]);
    expect(audit).toMatchObject([{ action: "Add order note", before_json: "null" }]);
    const changing = shop.database.write((tx) =>
      tx.updateTable("order_events").set({ note: "other" }).execute(),
    );
    await expect(changing).rejects.toThrow("only ever added");
  });
});
