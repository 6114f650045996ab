import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { expect, onTestFinished, test, vi } from "vitest";
import { recordManualPayment } from "#money/manual-payments/record-manual-payment.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import { type Database, openDatabase as openAt } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import type { Actor } from "#policy/actor.ts";
import { askForChanges } from "#work/deliveries/delivery-answers.ts";
import { setOrderStatus } from "#work/deliveries/set-order-status.ts";
import { addressOf } from "../../../tests/support/databases/address-of.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { ada, openShop, orderForm, owner } from "../../../tests/support/orders/shop.ts";
import { scaled } from "../../../tests/support/time-limits.ts";
import { editOrderMessage } from "../messages/edit-order-message.ts";
import { readOrderMessages } from "../messages/read-order-messages.ts";
import { sendOrderMessage } from "../messages/send-order-message.ts";
import { stopWaiting } from "../messages/stop-waiting.ts";
import { versionOf } from "../order-message.ts";
import { addOrderPassword } from "../passwords/add-order-password.ts";
import { withdrawOrderPassword } from "../passwords/change-order-password.ts";
import { OpenStreams } from "./open-streams.ts";
import { RoomChanges } from "./room-changes.ts";

const log = pino({ level: "silent" });

async function openRoom(database: Database) {
  const shop = await openShop(database);
  const place = async () => {
    const order = await placeOrder(shop, ada, orderForm);
    const payment = { amount: "149.00", date: "2026-11-20", reference: newId(), key: newId() };
    await recordManualPayment(shop, owner, order.id, payment);
    return order;
  };
  const say = (orderId: string, actor: Actor = ada) =>
    sendOrderMessage(shop, actor, orderId, { text: "Hello", key: newId() });
  return { shop, place, say };
}

/** Watches an order; `seen` has the states that the listener received. */
async function watched(changes: RoomChanges, orderId: string) {
  const seen: string[] = [];
  const stop = changes.watch(orderId, await changes.stateOf(orderId), (state) => {
    seen.push(state);
  });
  onTestFinished(stop);
  return { seen, stop };
}

const within = (ms: number) => ({ timeout: scaled(ms), interval: 20 });

describeStore("The changes of an order", (openDatabase) => {
  test("are reported for each message, edit, question, delivery, answer and password, and to no watcher of another order", async () => {
    const database = await openDatabase();
    const { shop, place, say } = await openRoom(database);
    const [order, another] = [await place(), await place()];
    const changes = new RoomChanges({ database, log });
    const there = await watched(changes, order.id);
    const elsewhere = await watched(changes, another.id);
    const deliver = () => setOrderStatus(shop, owner, order.id, { orderStatus: "Delivered" });
    const password = { label: "WordPress", password: "barley" };
    let id = "";
    const edit = async (text: string) => {
      const [message] = (await readOrderMessages(shop, ada, order.id)).messages;
      if (message === undefined) throw new Error("There is no message.");
      const version = versionOf(message);
      await editOrderMessage(shop, ada, order.id, message.id, { text, version });
    };
    for (const change of [
      () => say(order.id),
      () => edit("Hello!"),
      () =>
        sendOrderMessage(shop, owner, order.id, {
          text: "Which colours?",
          key: newId(),
          asks: true,
        }),
      () => stopWaiting(shop, owner, order.id, { through: 1 }),
      deliver,
      () => askForChanges(shop, ada, order.id, 1, { text: "Not yet", points: [], key: newId() }),
      async () => {
        ({ id } = await addOrderPassword(shop, ada, order.id, { ...password, key: newId() }));
      },
      () => withdrawOrderPassword(shop, ada, order.id, id),
    ]) {
      const before = there.seen.length;
      await change();
      await vi.waitFor(() => expect(there.seen.length).toBeGreaterThan(before), within(1000));
    }
    expect(elsewhere.seen).toEqual([]);
    // A stopped listener receives no states.
    there.stop();
    const told = there.seen.length;
    await say(order.id);
    await say(another.id);
    await vi.waitFor(() => expect(elsewhere.seen).toHaveLength(1), within(1000));
    expect(there.seen).toHaveLength(told);
  });

  test("by another process are reported within two seconds", async () => {
    const database = await openDatabase();
    const { place, say } = await openRoom(database);
    const order = await place();
    // Like another process, `other` is not told about commits of `database`.
    const other = openAt(await addressOf(database));
    onTestFinished(() => other.close());
    const { seen } = await watched(new RoomChanges({ database: other, log }), order.id);
    await sleep(200);
    expect(seen).toEqual([]);
    await say(order.id);
    await vi.waitFor(() => expect(seen).toHaveLength(1), within(2000));
  });

  test("after the state that a client knows are reported when the client begins to watch", async () => {
    const database = await openDatabase();
    const { place, say } = await openRoom(database);
    const order = await place();
    const changes = new RoomChanges({ database, log });
    const known = await changes.stateOf(order.id);
    await say(order.id);
    const { seen } = await watched(changes, order.id);
    const late: string[] = [];
    onTestFinished(changes.watch(order.id, known, (state) => void late.push(state)));
    await vi.waitFor(() => expect(late).not.toEqual([]), within(1000));
    expect(seen).toEqual([]);
  });
});

test("a person has at most ten streams open, and a process 500", () => {
  const streams = new OpenStreams();
  const leave = Array.from({ length: 10 }, () => streams.open("ada"));
  expect(() => streams.open("ada")).toThrow("Too many pages are open");
  leave[0]?.();
  leave[0]?.();
  streams.open("ada");
  expect(() => streams.open("ada")).toThrow("Too many pages are open");
  for (let person = 0; person < 490; person++) streams.open(`person ${person}`);
  expect(() => streams.open("ben")).toThrow("Too many pages are open");
});
