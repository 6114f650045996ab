import { afterEach, describe, expect, test } from "vitest";
import { checkLedger } from "#maintenance/ledger-checks/check-ledger.ts";
import { selectOrder } from "#orders/order-store.server.ts";
import { readWorkCalendar } from "#settings/stored-settings.server.ts";
import { orderStandings } from "#work/clock/order-standings.server.ts";
import { sqliteDatabases } from "../../../tests/support/databases/sqlite-databases.ts";
import { ada, owner } from "../../../tests/support/orders/shop.ts";
import { openRenewingShop } from "../../../tests/support/subscriptions/renewing-shop.ts";
import { settleDispute } from "../changes/plan-and-price.ts";
import { pauseSubscription, resumeSubscription } from "../changes/stop-and-go.ts";
import { listWaitingSubscriptions } from "../list-subscriptions.ts";

const databases = sqliteDatabases();
const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
  await databases.remove();
});

describe.each(["stripe", "rest"] as const)("A chargeback of months that %s charged", (protocol) => {
  async function open(paidMonths: number) {
    const shop = await openRenewingShop(await databases.open(), protocol);
    opened.push(shop);
    const { id } = await shop.subscribe();
    for (let month = 1; month < paidMonths; month += 1) await shop.turn(id);
    return {
      ...shop,
      id,
      async clocks() {
        const { cycles } = await shop.held(id);
        const orders = await Promise.all(
          cycles.map(({ orderId }) => selectOrder(shop.database.read, orderId)),
        );
        const found = orders.filter((order) => order !== undefined);
        const calendar = await readWorkCalendar({ timeZone: undefined }, shop.database.read);
        const options = { calendar, now: Date.now() + 1000 };
        const standings = await orderStandings(shop.database.read, found, options);
        return found.map(({ id: of }) => standings.get(of)?.clock?.isSuspended ?? null);
      },
      async calls() {
        const calls = await shop.database.read
          .selectFrom("subscription_calls")
          .select(["kind", "state"])
          .orderBy("id")
          .execute();
        return calls.map(({ kind, state }) => `${kind} ${state}`);
      },
    };
  }

  test("takes back the money of three, and stops charges and clocks until it is settled", async () => {
    const shop = await open(3);
    expect(await shop.clocks()).toEqual([false, false, false]);
    await shop.turn(shop.id, "disputed");
    await shop.sendCalls();
    const statuses = await shop.statuses(shop.id);
    expect(statuses.slice(-3)).toEqual(["Refunded", "Refunded", "Refunded"]);
    expect(statuses.filter((status) => status === "Refunded")).toHaveLength(3);
    const entries = await shop.database.read
      .selectFrom("payment_ledger")
      .select(["order_id", "kind", "amount_cents as cents"])
      .execute();
    const sums = [...Map.groupBy(entries, ({ order_id }) => order_id).values()].map((of) =>
      of.reduce((sum, { cents }) => sum + cents, 0),
    );
    expect(sums.filter((cents) => cents === 0)).toHaveLength(3);
    expect(sums.filter((cents) => cents === 49_900)).toHaveLength(statuses.length - 3);
    expect((await checkLedger(shop.database.read)).differences).toEqual([]);
    const { standing } = await shop.held(shop.id);
    expect(standing).toMatchObject({ state: "suspended", isDisputed: true });
    expect(await shop.calls()).toEqual(["pause done"]);
    expect(await shop.lettersNamed("paymentTakenBack")).toBe(1);
    const running = (await shop.clocks()).filter((clock) => clock !== null);
    expect(running).toEqual([true]);
    const waiting = await listWaitingSubscriptions(shop, owner);
    expect(waiting.map(({ why }) => why)).toEqual(["taken-back"]);
    await shop.turn(shop.id);
    expect(await shop.statuses(shop.id)).toEqual(statuses);

    await settleDispute(shop, owner, shop.id);
    await shop.sendCalls();
    expect(await shop.calls()).toEqual(["pause done", "resume done"]);
    expect(await listWaitingSubscriptions(shop, owner)).toEqual([]);
    expect((await shop.clocks()).filter((clock) => clock !== null)).toEqual([false]);
    await shop.turn(shop.id);
    expect(await shop.statuses(shop.id)).toEqual([...statuses, "Paid"]);
  });

  test("is told to the provider once, also when the customer pauses meanwhile", async () => {
    const shop = await open(2);
    await shop.turn(shop.id, "disputed");
    await pauseSubscription(shop, ada, shop.id, {});
    await resumeSubscription(shop, ada, shop.id);
    await shop.sendCalls();
    expect(await shop.calls()).toEqual(["pause done"]);
    await settleDispute(shop, owner, shop.id);
    await shop.sendCalls();
    expect(await shop.calls()).toEqual(["pause done", "resume done"]);
  });
});
