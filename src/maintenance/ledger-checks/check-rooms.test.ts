import { expect, test } from "vitest";
import { sendOrderMessage } from "#conversation/messages/send-order-message.ts";
import { type Database, inSnapshot, type Queries } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import { acceptDelivery, askForChanges } from "#work/deliveries/delivery-answers.ts";
import { reopenOrder } from "#work/deliveries/reopen-order.ts";
import { setOrderStatus } from "#work/deliveries/set-order-status.ts";
import { undoOrderStatuses } from "#work/deliveries/undo-order-statuses.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { changes, orderIn } from "../../../tests/support/orders/order-in-stage.ts";
import { ada, owner } from "../../../tests/support/orders/shop.ts";
import { whileTampered } from "../../../tests/support/payments/tamperings.ts";
import { checkRooms } from "./check-rooms.server.ts";

/**
 * An order with three messages, a question and three deliveries: the first answered with changes,
 * the second accepted and reopened, the third accepted.
 */
async function openRoom(database: Database) {
  const { shop, id, deliver } = await orderIn("paid", database);
  const say = (actor: typeof ada, text: string, asks?: boolean) =>
    sendOrderMessage(shop, actor, id, { text, key: newId(), ...(asks && { asks }) });
  await say(ada, "Hello");
  await say(owner, "Which colours?", true);
  await say(ada, "Green");
  await deliver();
  await askForChanges(shop, ada, id, 1, changes);
  await deliver();
  const { changeId } = await setOrderStatus(shop, owner, id, { orderStatus: "Pending" });
  await undoOrderStatuses(shop, owner, { changeIds: [changeId ?? ""] });
  await acceptDelivery(shop, ada, id, 2);
  await reopenOrder(shop, ada, id, 2, { text: "A link is broken." });
  await deliver();
  await acceptDelivery(shop, ada, id, 3);
}

/** An order whose delivery with proofs was undone. */
async function undoDelivery(database: Database) {
  const { shop, deliver } = await orderIn("paid", database);
  const { changeId } = await deliver();
  await undoOrderStatuses(shop, owner, { changeIds: [changeId] });
  await deliver();
}

const last = (table: string, kind: string) =>
  `id = (select max(id) from ${table} where kind = '${kind}')`;

const tamperings = [
  {
    statement: "update order_deliveries set number = 4 where number = 3",
    differences: ["Order 1 has no delivery 3, and a delivery 4."],
  },
  {
    statement: `delete from order_review_events where ${last("order_review_events", "delivered")}`,
    differences: [
      'The event "accepted" of delivery 3 of order 1 cannot follow the events before it.',
      'Order 1 has no event "delivered" of delivery 3.',
    ],
  },
  {
    statement: `update order_review_events set number = 7 where ${last("order_review_events", "accepted")}`,
    differences: [
      'The event "accepted" of delivery 7 of order 1 cannot follow the events before it.',
    ],
  },
  {
    statement: "delete from order_review_events where number = 2 and kind = 'accepted'",
    differences: [
      'The event "reopened-by-customer" of delivery 2 of order 1 cannot follow the events before it.',
    ],
  },
  {
    statement: "update orders set order_status = 'Pending'",
    differences: [
      "Order 1 is kept as Pending, and its deliveries make it Delivered.",
      "Order 1 is kept as Pending, and its last change made it Delivered.",
    ],
  },
  {
    statement: "update orders set in_review = 1",
    differences: ["Order 1 is marked as in review, and is not by its deliveries."],
  },
  {
    statement: `delete from order_review_events where ${last("order_review_events", "accepted")}`,
    differences: ["Order 1 is in review by its deliveries, and not marked so."],
  },
  {
    statement: "delete from order_messages where number = 1",
    differences: ["Order 1 has 2 messages, and the last one has the number 3."],
  },
  {
    statement: "update order_rooms set last_number = 4",
    differences: ["The last message of order 1 has the number 3, and the counter stands at 4."],
  },
  {
    statement: "delete from order_question_events where kind = 'asked'",
    differences: ["Question 1 of order 1 has ended, and was never asked."],
  },
  {
    statement: "update order_question_events set number = 2",
    differences: ["The questions of order 1 are numbered 2."],
  },
];

describeOnEachDatabase("The check of deliveries and messages", (openDatabase) => {
  const differencesIn = async (queries: Queries) => {
    const differences: string[] = [];
    await checkRooms(queries, (difference) => void differences.push(difference));
    return differences;
  };

  test("finds no difference in what the operations wrote, and every change by hand", async () => {
    const database = await openDatabase();
    await openRoom(database);
    expect(await inSnapshot(database, differencesIn)).toEqual([]);
    const unnoticed: string[] = [];
    for (const { statement, differences } of tamperings) {
      const found = await whileTampered(database, [statement], differencesIn);
      const missing = differences.filter((difference) => !found.includes(difference));
      if (missing.length > 0)
        unnoticed.push([statement, ...missing, "Found:", ...found].join("\n"));
    }
    expect(unnoticed).toEqual([]);
  });

  test("finds no difference after a delivery was undone", async () => {
    const database = await openDatabase();
    await undoDelivery(database);
    expect(await inSnapshot(database, differencesIn)).toEqual([]);
  });
});
