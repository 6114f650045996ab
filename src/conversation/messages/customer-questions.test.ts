import { expect, test } from "vitest";
import { placeOrder } from "#orders/placing/place-order.ts";
import type { Database } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import { type Actor, visitor } from "#policy/actor.ts";
import { questionEventsOf } from "#stages/customer-questions.server.ts";
import { askForChanges } from "#work/deliveries/delivery-answers.ts";
import { auditEntries } from "../../../tests/support/databases/audit-entries.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { changes, orderIn } from "../../../tests/support/orders/order-in-stage.ts";
import { ada, ben, orderForm, owner } from "../../../tests/support/orders/shop.ts";
import { expectRefused } from "../../../tests/support/refusals.ts";
import { readOrderMessages } from "./read-order-messages.ts";
import { sendOrderMessage } from "./send-order-message.ts";
import { stopWaiting } from "./stop-waiting.ts";

async function openRoom(database: Database) {
  const room = await orderIn("paid", database);
  const { shop, id } = room;
  return {
    ...room,
    ask: (text: string, key = newId()) =>
      sendOrderMessage(shop, owner, id, { text, key, asks: true }, "team"),
    say: (actor: Actor, text: string) => sendOrderMessage(shop, actor, id, { text, key: newId() }),
    questions: async (actor: Actor = ada) =>
      (await readOrderMessages(shop, actor, id)).questions.map(({ text }) => text),
    kinds: async () =>
      (await questionEventsOf(database.read, id)).map(({ number, kind }) => `${number} ${kind}`),
  };
}

describeOnEachDatabase("A question to the customer", (openDatabase) => {
  test("makes the order wait until the customer writes", async () => {
    const { ask, say, questions, kinds } = await openRoom(await openDatabase());
    await say(owner, "We start.");
    expect(await questions()).toEqual([]);
    await ask("Which colours?");
    await say(owner, "There is no hurry.");
    expect(await questions()).toEqual(["Which colours?"]);
    expect(await questions(owner)).toEqual(["Which colours?"]);
    await say(ada, "Green.");
    await say(ada, "And yellow.");
    expect(await questions()).toEqual([]);
    expect(await kinds()).toEqual(["1 asked", "1 answered"]);
  });

  test("is asked once, even if its form arrives several times at once", async () => {
    const { ask, kinds } = await openRoom(await openDatabase());
    const key = newId();
    await Promise.all([1, 2, 3].map(() => ask("Which colours?", key)));
    expect(await kinds()).toEqual(["1 asked"]);
  });

  test("ends once when the customer answers while the team stops waiting", async () => {
    const { shop, id, ask, say, kinds } = await openRoom(await openDatabase());
    await ask("Which colours?");
    await Promise.all([
      say(ada, "Green."),
      stopWaiting(shop, owner, id, { through: 1 }),
      stopWaiting(shop, owner, id, { through: 1 }),
      say(ada, "Or blue."),
    ]);
    const found = await kinds();
    expect(found).toHaveLength(2);
    expect(found[0]).toBe("1 asked");
    expect(found[1]).toMatch(/^1 (answered|closed)$/);
  });

  test("is ended by hand, without ending a question that the admin did not see", async () => {
    const { shop, id, ask, questions } = await openRoom(await openDatabase());
    await ask("Which colours?");
    await ask("Which font?");
    await stopWaiting(shop, owner, id, { through: 1 });
    await stopWaiting(shop, owner, id, { through: "1" });
    expect(await questions()).toEqual(["Which font?"]);
    const entries = await auditEntries(shop.database);
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(["Ask the customer", "Stop waiting for the customer"]),
    );
    expect(entries.filter(({ action }) => action.startsWith("Stop"))).toHaveLength(1);
  });

  test("is ended by a delivery, so that the question does not stop a later round of changes", async () => {
    const { shop, id, ask, deliver, questions, stage } = await openRoom(await openDatabase());
    await ask("Which colours?");
    await deliver();
    expect(await questions()).toEqual([]);
    await askForChanges(shop, ada, id, 1, changes);
    expect([await stage(), await questions()]).toEqual(["in-work", []]);
  });

  test("is refused before the payment and after a delivery, and when a customer asks it", async () => {
    const { shop, id, ask, deliver, kinds } = await openRoom(await openDatabase());
    await deliver();
    await expect(ask("Which colours?")).rejects.toMatchObject({ code: "conflict" });
    const { id: unpaid } = await placeOrder(shop, ada, orderForm);
    const input = { text: "Which colours?", key: newId(), asks: true };
    await expectRefused("conflict", sendOrderMessage(shop, owner, unpaid, input, "team"));
    await expectRefused("invalid", sendOrderMessage(shop, ada, id, input));
    expect(await kinds()).toEqual([]);
  });

  test("is never ended by hand by a customer or a visitor", async () => {
    const { shop, id, ask, questions } = await openRoom(await openDatabase());
    await ask("Which colours?");
    for (const [actor, code] of [
      [ada, "forbidden"],
      [ben, "forbidden"],
      [visitor, "unauthenticated"],
    ] as const) {
      const stopped = stopWaiting(shop, actor, id, { through: 1 });
      await expect(stopped).rejects.toMatchObject({ code });
    }
    const unknown = stopWaiting(shop, owner, "unknown", { through: 1 });
    await expect(unknown).rejects.toMatchObject({ code: "not-found" });
    const invalid = stopWaiting(shop, owner, id, { through: "all" });
    await expect(invalid).rejects.toMatchObject({ code: "invalid" });
    expect(await questions()).toEqual(["Which colours?"]);
  });
});
