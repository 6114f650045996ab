import fc from "fast-check";
import { expect, test } from "vitest";
import { describeOnEachDatabase } from "../../tests/support/databases/databases.ts";
import { addBriefQuestions } from "../../tests/support/orders/brief-questions.ts";
import { randomOrders, storeOrders } from "../../tests/support/orders/many-orders.ts";
import { proofs } from "../../tests/support/orders/order-in-stage.ts";
import { openShop, orderForm, owner } from "../../tests/support/orders/shop.ts";
import { workCalendar } from "../../tests/support/orders/work-calendar.ts";
import { pricingPackages } from "../content/blocks/pricing-packages.ts";
import { sendOrderMessage } from "../conversation/messages/send-order-message.ts";
import { cancelOrder } from "../money/cancelling/cancel-order.ts";
import { ledgerOfOrder } from "../money/ledger/order-ledger.server.ts";
import {
  recordManualPayment,
  recordManualRefund,
} from "../money/manual-payments/record-manual-payment.ts";
import type { Order } from "../orders/order.ts";
import { placeOrder } from "../orders/placing/place-order.ts";
import type { Database } from "../platform/database/database.ts";
import { AppError } from "../platform/errors.ts";
import { newId } from "../platform/ids.ts";
import { runDueJob } from "../platform/schedule/scheduled-jobs.server.ts";
import { addDays } from "../platform/time/calendar.ts";
import { dayOf } from "../platform/time/dates.ts";
import type { SignedInActor } from "../policy/actor.ts";
import { questionEventsOf } from "../stages/customer-questions.server.ts";
import { orderStages, waitsFor, withQuestions } from "../stages/order-stage.ts";
import { briefJobs } from "../work/brief/brief-reminders.ts";
import { skipBrief, startWork } from "../work/brief/handle-order-brief.ts";
import { sendBrief } from "../work/brief/save-order-brief.ts";
import { readOrderClock } from "../work/clock/read-order-clock.ts";
import { acceptDelivery, askForChanges } from "../work/deliveries/delivery-answers.ts";
import { deliveryJobs } from "../work/deliveries/delivery-by-time.ts";
import { orderDeliveries } from "../work/deliveries/delivery-list.ts";
import { deliverOrder } from "../work/deliveries/delivery-order.ts";
import { reopenOrder } from "../work/deliveries/reopen-order.ts";
import { setOrderStatus } from "../work/deliveries/set-order-status.ts";
import { undoOrderStatuses } from "../work/deliveries/undo-order-statuses.ts";
import { exportOrders } from "./export-orders.ts";
import { listMatchingOrders } from "./list-matching-orders.ts";
import { dueTimes, everyOrder, type OrderSearch, waitingSides } from "./order-search.ts";
import { searchOrders } from "./search-orders.ts";

const timeZone = "Europe/Oslo";
const dayMs = 24 * 60 * 60 * 1000;
const timeoutMs = 120_000;

const actions = [
  "pay",
  "pay",
  "refund",
  "cancel",
  "answer-brief",
  "skip-brief",
  "start-work",
  "deliver",
  "deliver",
  "mark-delivered",
  "mark-pending",
  "undo",
  "accept",
  "ask-for-changes",
  "reopen",
  "ask",
  "write",
  "wait",
  "wait-long",
] as const;
type Action = (typeof actions)[number];

async function openRooms(database: Database) {
  const shop = await openShop(database);
  const { time, clock } = shop;
  const calendar = workCalendar(timeZone);
  const post = { ...shop.post, readTimeZone: async () => timeZone };
  const deps = { ...shop, post, calendar };
  await addBriefQuestions(database, { isRequired: "Optional", plans: "Standard" });
  const handlers = { ...deliveryJobs(post), ...briefJobs };
  const pass = async (days: number) => {
    time.now += days * dayMs;
  };
  let rooms = 0;

  /**
   * Places an order and takes the actions one after the other. Ignores the refusal of an action
   * that the stage of the order does not allow.
   */
  async function addRoom(packageName: string, taken: readonly Action[]): Promise<string> {
    rooms += 1;
    const customer: SignedInActor = {
      kind: "customer",
      accountId: `account-${rooms}`,
      email: `${rooms}@example.com`,
    };
    const plan = pricingPackages.seed.find((each) => each.packageName === packageName);
    const packagePrice = plan?.packagePrice ?? "";
    const { id } = await placeOrder(deps, customer, { ...orderForm, packageName, packagePrice });
    let changeId: string | null = null;
    for (const action of taken) {
      const date = dayOf(clock(), timeZone);
      const key = newId();
      const [delivery] = (await orderDeliveries(deps, owner, id)).deliveries.slice(-1);
      const number = delivery?.number ?? 1;
      const run: Record<Action, () => Promise<unknown>> = {
        pay: () => {
          const payment = { amount: `${packagePrice}.00`, date, reference: newId(), key };
          return recordManualPayment(deps, owner, id, payment);
        },
        refund: async () => {
          const payments = await ledgerOfOrder(database.read, id);
          const transactionId = payments.find(({ kind }) => kind === "payment")?.transactionId;
          const refund = { transactionId, amount: `${packagePrice}.00`, date, reference: newId() };
          return recordManualRefund(deps, owner, id, { ...refund, key });
        },
        cancel: () => cancelOrder(deps, customer, id),
        "answer-brief": () => sendBrief(deps, customer, id, { answers: {} }),
        "skip-brief": () => skipBrief(deps, owner, id),
        "start-work": () => startWork(deps, owner, id),
        deliver: async () => {
          const { promised } = await orderDeliveries(deps, owner, id);
          const points = promised.map(({ position }) => ({ ...proofs[0], position }));
          await deliverOrder(deps, owner, id, { text: "Done.", points, key });
        },
        "mark-delivered": async () => {
          ({ changeId } = await setOrderStatus(deps, owner, id, { orderStatus: "Delivered" }));
        },
        "mark-pending": async () => {
          ({ changeId } = await setOrderStatus(deps, owner, id, { orderStatus: "Pending" }));
        },
        undo: async () =>
          changeId && (await undoOrderStatuses(deps, owner, { changeIds: [changeId] })),
        accept: () => acceptDelivery(deps, customer, id, number),
        "ask-for-changes": () => askForChanges(deps, customer, id, number, { text: "Shorter." }),
        reopen: () => reopenOrder(deps, customer, id, number, { text: "It is broken." }),
        ask: () => sendOrderMessage(deps, owner, id, { text: "Which town?", key, asks: true }),
        write: () => sendOrderMessage(deps, customer, id, { text: "Hello", key }),
        wait: () => pass(2),
        "wait-long": () => pass(9),
      };
      await run[action]().catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
      });
      time.now += 60_000;
      while (await runDueJob({ ...deps, handlers }));
    }
    return id;
  }

  async function found(filter: Partial<OrderSearch>): Promise<string[]> {
    const search = { ...everyOrder, ...filter };
    const request = { page: 1, pageSize: 500 };
    const { items, total } = await searchOrders(deps, owner, search, request);
    expect(total).toBe(items.length);
    const ids = items.map(({ id }) => id);
    expect(await idsOf(exportOrders(deps, owner, search))).toEqual(ids);
    expect((await idsOf(listMatchingOrders(deps, owner, search))).sort()).toEqual(ids.toSorted());
    return ids.sort();
  }

  /** The stage and the due day that the page of an order shows. */
  async function pageOf(id: string) {
    const { stage } = await orderDeliveries(deps, owner, id);
    const read = await readOrderClock({ database, clock, calendar }, owner, id);
    return {
      id,
      stage: withQuestions(stage, await questionEventsOf(database.read, id)),
      dueDay: read?.dueDay ?? null,
      isOverdue: read?.isOverdue ?? false,
    };
  }

  return { deps, addRoom, found, pageOf };
}

async function idsOf(chunks: AsyncIterable<readonly Order[]>): Promise<string[]> {
  const ids: string[] = [];
  for await (const orders of chunks) ids.push(...orders.map(({ id }) => id));
  return ids;
}

const room = fc.record({
  plan: fc.constantFrom("Basic", "Standard"),
  taken: fc.array(fc.constantFrom(...actions), { minLength: 1, maxLength: 14 }),
});

describeOnEachDatabase("The filters by standing", (openDatabase) => {
  test(
    "find exactly the orders whose pages show the chosen stage, due time and side, in random rooms",
    async () => {
      const { deps, addRoom, found, pageOf } = await openRooms(await openDatabase());
      const ids: string[] = [];
      const seen = new Set<string>();
      const rooms = fc.asyncProperty(
        fc.array(room, { minLength: 8, maxLength: 8 }),
        async (all) => {
          for (const { plan, taken } of all) ids.push(await addRoom(plan, taken));
          ids.push(await addRoom("Standard", ["pay", "answer-brief"]));
          // The scheduled acceptance does nothing for an unpaid order, and does not run again.
          ids.push(await addRoom("Basic", ["mark-delivered", "wait-long", "pay"]));
          const today = dayOf(deps.clock(), timeZone);
          const pages = await Promise.all(ids.map(pageOf));
          const idsWhere = (accepts: (page: (typeof pages)[number]) => boolean) =>
            pages
              .filter(accepts)
              .map(({ id }) => id)
              .sort();
          for (const stage of orderStages) {
            const expected = idsWhere((page) => page.stage === stage);
            expect(await found({ stage }), stage).toEqual(expected);
            if (expected.length > 0) seen.add(stage);
          }
          for (const side of waitingSides) {
            const expected = idsWhere(({ stage }) => waitsFor[stage] === side);
            expect(await found({ waitsFor: side }), side).toEqual(expected);
          }
          const dueFilters = {
            overdue: idsWhere(({ isOverdue }) => isOverdue),
            today: idsWhere(({ dueDay }) => dueDay === today),
            week: idsWhere(
              ({ dueDay }) => dueDay !== null && dueDay >= today && dueDay <= addDays(today, 7),
            ),
          };
          for (const due of dueTimes) {
            expect(await found({ due }), due).toEqual(dueFilters[due]);
            if (dueFilters[due].length > 0) seen.add(due);
          }
          expect(await found({ due: "overdue", waitsFor: "customer" })).toEqual([]);
        },
      );
      await fc.assert(rooms, { numRuns: 4, seed: 7, endOnFailure: true });
      expect([...seen].sort()).toEqual([...orderStages, "overdue", "week"].sort());
    },
    timeoutMs,
  );

  test(
    "find every order page after page, in every sort",
    async () => {
      const database = await openDatabase();
      const { deps, addRoom } = await openRooms(database);
      const inReview = [await addRoom("Basic", ["pay", "deliver"])];
      const many = randomOrders(1300, 5).map((order, index) => {
        const placedAt = deps.clock() + index;
        const statuses = { paymentStatus: "Paid", orderStatus: "Delivered" } as const;
        return { ...order, ...statuses, number: index + 2, placedAt, paidAt: placedAt };
      });
      await storeOrders(database, many);
      const last = many.length + 2;
      deps.time.now += 60_000;
      inReview.push(await addRoom("Basic", ["pay", "deliver"]));
      const numbersOn = async (filter: Partial<OrderSearch>, page: number) => {
        const search = { ...everyOrder, ...filter };
        const found = await searchOrders(deps, owner, search, { page, pageSize: 10 });
        return found.items.map(({ number }) => number);
      };
      expect(await numbersOn({ stage: "in-review" }, 1)).toEqual([last, 1]);
      expect(await numbersOn({ stage: "in-review", sort: "oldest" }, 1)).toEqual([1, last]);
      expect(await numbersOn({ waitsFor: "customer", sort: "name-a-z" }, 1)).toEqual([1, last]);
      await database.write((tx) =>
        tx.updateTable("orders").set({ assignee_id: "wim" }).where("id", "in", inReview).execute(),
      );
      expect(await numbersOn({ assigned: "somebody" }, 1)).toEqual([last, 1]);
      expect(await numbersOn({ assigned: "wim" }, 1)).toEqual([last, 1]);
      expect(await idsOf(exportOrders(deps, owner, { ...everyOrder, stage: "in-review" }))).toEqual(
        inReview.toReversed(),
      );
      const filter = { stage: "in-review", due: null, waitsFor: null, assigned: null } as const;
      expect(await idsOf(listMatchingOrders(deps, owner, filter))).toEqual(inReview);
      const cheapest = many
        .toSorted((one, other) => one.priceCents - other.priceCents || one.number - other.number)
        .map(({ number }) => number);
      for (const page of [1, 5, 130]) {
        expect(await numbersOn({ stage: "accepted", sort: "amount-low" }, page)).toEqual(
          cheapest.slice((page - 1) * 10, page * 10),
        );
      }
    },
    timeoutMs,
  );
});
