import { sql } from "kysely";
import { expect, test } from "vitest";
import { type PricingPackage, pricingPackages } from "#content/blocks/pricing-packages.ts";
import { listRecords } from "#content/records/content-store.server.ts";
import { updateRecord } from "#content/records/save-block.ts";
import { recordManualRefund } from "#money/manual-payments/record-manual-payment.ts";
import { findOrder } from "#orders/find-order.ts";
import { personalOrders } from "#orders/personal-orders.server.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import type { Database } from "#platform/database/database.ts";
import { system } from "#policy/actor.ts";
import { auditEntries } from "../../../tests/support/databases/audit-entries.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { changes, orderIn, proofs } from "../../../tests/support/orders/order-in-stage.ts";
import { ada, ben, orderForm, owner } from "../../../tests/support/orders/shop.ts";
import { expectRefused } from "../../../tests/support/refusals.ts";
import { eventsOfOrder } from "../status/order-events.server.ts";
import { acceptDelivery, askForChanges } from "./delivery-answers.ts";
import { orderDeliveries } from "./delivery-list.ts";
import { deliverOrder } from "./delivery-order.ts";
import { undoOrderStatuses } from "./undo-order-statuses.ts";

const points = [
  "Soil survey and new titles: up to 25 pages",
  "10 searches chosen and tracked",
  "2 pages sown or rewritten",
  "Internal links: the broken ones mended",
  "Mentions: the local listing, set up or repaired",
  "Harvest report: every month",
  "Answers by email: within one working day",
];

async function renamePoints(database: Database, word: string): Promise<void> {
  const [basic] = await listRecords(database.read, pricingPackages);
  const { _id, ...values } = basic as PricingPackage;
  const deps = {
    database,
    clock: () => 1,
    publicUrl: "http://localhost:3000",
    ownPaths: new Set<string>(),
    reservedWords: new Set<string>(),
    openWords: new Set<string>(),
    sectionKinds: new Map(),
  };
  await updateRecord(deps, system, pricingPackages, _id, { ...values, packagePointOne: word });
}

describeOnEachDatabase("A delivery", (openDatabase) => {
  test("shows a proof for each point that the plan promised when the order was placed", async () => {
    const { shop, id, deliver, room } = await orderIn("paid", await openDatabase());
    await renamePoints(shop.database, "Something else");
    const { number, order } = await deliver({
      text: "The first harvest.\r\nMore follows.",
      points: [
        ...proofs.slice(0, 4),
        { position: 5, kind: "number", value: "25", unit: "listings" },
        { position: 6, kind: "text", value: "The report is in your inbox." },
        { position: 7, kind: "follows", value: "Follows on Monday." },
      ],
    });
    expect([number, order.orderStatus]).toEqual([1, "Delivered"]);
    const { stage, underReview, deliveries } = await room();
    expect([stage, underReview]).toEqual(["in-review", 1]);
    expect(deliveries[0]).toMatchObject({
      text: "The first harvest.\nMore follows.",
      author: null,
    });
    expect(deliveries[0]?.points.map(({ point }) => point)).toEqual(points);
    expect(deliveries[0]?.points.slice(4)).toMatchObject([
      { kind: "number", value: "25", unit: "listings" },
      { kind: "text", unit: "" },
      { kind: "follows", value: "Follows on Monday." },
    ]);
    expect((await findOrder(shop, ada, id)).orderStatus).toBe("Delivered");
  });

  test("is refused while a point has neither proof nor explanation", async () => {
    const { deliver, room, letters } = await orderIn("paid", await openDatabase());
    const wrong = (change: object) => [{ ...proofs[0], ...change }, ...proofs.slice(1)];
    const refused: [unknown, string, RegExp][] = [
      [
        proofs.slice(1),
        "points.1",
        /Point 1 \(“Soil survey and new titles: up to 25 pages”\) needs a proof/,
      ],
      [wrong({ value: " " }), "points.0.value", /proof/],
      [wrong({ kind: "follows", value: "" }), "points.0.value", /when it follows/],
      [wrong({ value: "javascript:alert(1)" }), "points.0.value", /whole address/],
      [wrong({ kind: "number", value: "many", unit: "pages" }), "points.0.value", /number/],
      [wrong({ kind: "number", value: "3" }), "points.0.unit", /unit/],
      [wrong({ kind: "film" }), "points.0.kind", /Choose/],
      [[...proofs, proofs[0]], "points.7.position", /listed twice/],
      [[...proofs, { ...proofs[0], position: 8 }], "points.7.position", /not promised/],
    ];
    for (const [input, path, message] of refused) {
      const trying = deliver({ points: input });
      await expect(trying, path).rejects.toMatchObject({ code: "invalid" });
      const issues = await trying.catch(({ issues }) => issues);
      expect(issues).toMatchObject([{ path, message: expect.stringMatching(message) }]);
    }
    await expect(deliver({ text: " " })).rejects.toMatchObject({ code: "invalid" });
    await expect(deliver({ key: undefined })).rejects.toMatchObject({ code: "invalid" });
    expect([await room(), await letters()]).toMatchObject([{ deliveries: [] }, []]);
  });

  test("is made once with one email and one audit entry, even if the form is sent three times", async () => {
    const { shop, id, deliver, letters } = await orderIn("paid", await openDatabase());
    const same = { key: "one-key" };
    const made = await Promise.all([deliver(same), deliver(same), deliver(same)]);
    expect(new Set(made.map(({ changeId }) => changeId)).size).toBe(1);
    expect(await letters()).toEqual(["orderDelivered"]);
    const entries = await auditEntries(shop.database);
    expect(entries.filter(({ action }) => action === "Deliver order")).toHaveLength(1);
    expect((await orderDeliveries(shop, owner, id)).deliveries).toHaveLength(1);
    await expectRefused("key-reused", deliver({ ...same, text: "Another text" }));
  });

  test("is made once if two members of the team deliver at the same time, and the second gets an error", async () => {
    const { shop, id, deliver, letters } = await orderIn("paid", await openDatabase());
    const outcomes = await Promise.allSettled([deliver(), deliver(), deliver()]);
    const refused = outcomes.filter((outcome) => outcome.status === "rejected");
    expect(refused).toHaveLength(2);
    for (const { reason } of refused) {
      expect(reason).toMatchObject({
        code: "conflict",
        message: expect.stringMatching(/Delivery 1 was already sent/),
      });
    }
    expect(await letters()).toEqual(["orderDelivered"]);
    await askForChanges(shop, ada, id, 1, changes);
    // A form that was opened before the first delivery.
    await expect(deliver({ number: 1 })).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("the next one has the number 2"),
    });
    expect((await deliver({ number: 2 })).number).toBe(2);
  });

  test("is only possible for a Paid order in work, and only for the team", async () => {
    const { shop, id, deliver, pay } = await orderIn("paid", await openDatabase());
    const { id: unpaid } = await placeOrder(shop, ada, orderForm);
    const form = { text: "Done", points: proofs, key: "a-key" };
    const trying = (orderId: string, actor = owner) => deliverOrder(shop, actor, orderId, form);
    await expect(trying(unpaid)).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringMatching(/not paid/),
    });
    await expect(trying("unknown")).rejects.toMatchObject({ code: "not-found" });
    await expect(trying(id, ada)).rejects.toMatchObject({ code: "forbidden" });
    await deliver();
    await acceptDelivery(shop, ada, id, 1);
    await expect(deliver()).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringMatching(/Pending first/),
    });
    await pay(unpaid);
    await refund(shop, unpaid);
    await expect(trying(unpaid)).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringMatching(/refunded/),
    });
  });

  test("is taken back with its email by an undo, but not after the customer accepted it", async () => {
    const { shop, id, deliver, room, letters } = await orderIn("paid", await openDatabase());
    const undo = async (changeId: string) =>
      (await undoOrderStatuses(shop, owner, { changeIds: [changeId] })).failed;
    const { changeId } = await deliver();
    expect(await undo(changeId)).toEqual([]);
    expect(await room()).toMatchObject({ stage: "in-work", deliveries: [] });
    expect(await letters()).toEqual([]);
    const taken = acceptDelivery(shop, ada, id, 1);
    await expect(taken).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringMatching(/withdrawn this delivery/),
    });
    const again = await deliver();
    expect(again.number).toBe(2);
    await acceptDelivery(shop, ada, id, 2);
    expect(await undo(again.changeId)).toMatchObject([
      { reason: expect.stringMatching(/has already accepted the delivery/) },
    ]);
    expect((await room()).stage).toBe("accepted");
  });

  test("is in the customer's download of personal data, and keeps its texts without names after the account is deleted", async () => {
    const { shop, id, deliver } = await orderIn("paid", await openDatabase());
    await deliver();
    await askForChanges(shop, ada, id, 1, changes);
    const { read } = shop.database;
    const person = { accountId: "account-ada", email: "ada@example.com", emailVerified: true };
    const records = async () => {
      const all: unknown[] = [];
      for await (const chunk of personalOrders.records(read, person)) all.push(...chunk);
      return all;
    };
    expect(await records()).toMatchObject([
      {
        deliveries: [
          { what: "delivered", delivery: 1, text: "All is sown." },
          { what: "changes-asked", delivery: 1, text: changes.text },
        ],
      },
    ]);
    await shop.database.write((tx) => personalOrders.forget(tx, person));
    const { deliveries } = await orderDeliveries(shop, owner, id);
    expect(deliveries[0]?.answer).toMatchObject({
      text: changes.text,
      by: "Deleted customer",
    });
    // The account id stays, like that of the order, because it leads to no person any more.
    const events = await read.selectFrom("order_review_events").selectAll().execute();
    const kept = events.map(({ account_id: _, ...event }) => event);
    expect(JSON.stringify([kept, await eventsOfOrder(read, id)])).not.toMatch(
      /Ada Field|ada@|account-ada/i,
    );
  });

  test("cannot be changed or deleted by SQL", async () => {
    const { shop, id, deliver } = await orderIn("paid", await openDatabase());
    await deliver();
    await askForChanges(shop, ada, id, 1, changes);
    const tables = {
      order_points: "order_id, position, 'Else' as point",
      order_deliveries: "id, order_id, number, 'Else' as text, author, review_until, at",
      order_delivery_points: "delivery_id, position, 'Else' as point, kind, value, unit",
      order_review_events:
        "id, order_id, kind, number, once, way, text, positions, order_event_id, 'me' as author, at",
    };
    for (const [table, columns] of Object.entries(tables)) {
      const names = columns.replace(/'\w+' as /, "");
      const ways = [
        `delete from ${table}`,
        `update ${table} set ${names.split(", ")[0]} = 'other'`,
        shop.database.engine === "sqlite"
          ? `insert or replace into ${table} (${names}) select ${columns} from ${table}`
          : `truncate ${table} cascade`,
      ];
      for (const way of ways) {
        const trying = shop.database.write((tx) => sql.raw(way).execute(tx));
        await expect(trying, way).rejects.toThrow("only ever added");
      }
    }
    expect((await orderDeliveries(shop, owner, id)).deliveries).toMatchObject([
      { text: "All is sown.", author: "own@example.com" },
    ]);
  });

  test("cannot be read by another customer or a visitor", async () => {
    const { shop, id, deliver } = await orderIn("paid", await openDatabase());
    await deliver();
    const read = (actor: Parameters<typeof orderDeliveries>[1]) => orderDeliveries(shop, actor, id);
    await expect(read(ben)).rejects.toMatchObject({ code: "not-found" });
    await expect(read({ kind: "visitor" })).rejects.toMatchObject({ code: "unauthenticated" });
  });
});

async function refund(shop: Parameters<typeof recordManualRefund>[0], orderId: string) {
  const refunded = { amount: "149.00", date: "2026-11-20", reference: "Back", key: "refund" };
  const transactionId = `paid-${orderId}`;
  await recordManualRefund(shop, owner, orderId, { ...refunded, transactionId });
}
