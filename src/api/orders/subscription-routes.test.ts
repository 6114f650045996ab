import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays } from "#platform/time/calendar.ts";
import { restOrder, restPayment } from "../../../tests/support/orders/rest-order.ts";
import {
  accountIdOf,
  type Caller,
  colleagueOf,
  openSite,
  type TestSite,
} from "../../../tests/support/servers/site.ts";

let site: TestSite;
let admin: Caller;
let ada: Caller;
let ben: Caller;

beforeAll(async () => {
  site = await openSite();
  admin = await site.admin();
  ada = await site.register("ada@example.com");
  ben = await site.register("ben@example.com");
});
afterAll(() => site.close());

interface Shown {
  readonly _id: string;
  readonly [field: string]: unknown;
}

const read = async (answer: Promise<Response>): Promise<Shown> => (await answer).json();
const list = async (caller: Caller, query = "") =>
  (await (await caller.call("GET", `/api/subscriptions${query}`)).json()) as readonly Shown[];

async function subscribe(caller: Caller, isPaid = true) {
  const again = { subscribeAgain: "yes" };
  const form = { ...restOrder, packageName: "Premium", customerWebsite: "ada.example", ...again };
  const order = await read(caller.call("POST", "/api/new-order", form));
  const subscription = order.subscription as { _id: string; start: string; lastDay: string };
  if (isPaid) {
    const payment = { ...restPayment(), amount: "499.00" };
    const key = { "idempotency-key": `paid-${order._id}` };
    await admin.call("POST", `/api/order/${order._id}/payments`, payment, key);
  }
  return { order, ...subscription };
}

test("an order names its cycle, and the subscription names its orders, its next payment and what was paid", async () => {
  const { order, _id, start, lastDay } = await subscribe(ada);
  expect(order.subscription).toMatchObject({ cycle: 1 });
  const shown = await read(ada.call("GET", `/api/subscription/${_id}`));
  expect(shown).toMatchObject({
    packageName: "Premium",
    packagePrice: "499",
    packageCharged: "monthly",
    packageMinimumCycles: 0,
    customerEmail: "ada@example.com",
    customerWebsite: "https://ada.example",
    state: "active",
    endedAt: null,
    chargedBy: null,
    nextPayment: { day: addDays(lastDay, 1), amount: "499.00", orderId: null },
    pause: null,
    lastDay: null,
    change: null,
    paid: "499.00",
    refunded: "0.00",
    takenBack: "0.00",
    cycles: [{ number: 1, start, lastDay, orderId: order._id, paymentStatus: "Paid" }],
  });
  const refund = { ...restPayment(), amount: "100.00", transactionId: `paid-${order._id}` };
  const key = { "idempotency-key": "a-refund" };
  await admin.call("POST", `/api/order/${order._id}/outside-refunds`, refund, key);
  const after = await read(ada.call("GET", `/api/subscription/${_id}`));
  expect(after).toMatchObject({ paid: "399.00", refunded: "100.00" });
  const single = await read(ada.call("POST", "/api/new-order", restOrder));
  expect(single.subscription).toBeNull();
});

test("customers pause, resume, cancel and keep over REST, and a repeated call changes nothing", async () => {
  const { _id, lastDay } = await subscribe(ada);
  const post = (what: string, body?: unknown, caller = ada) =>
    caller.call("POST", `/api/subscription/${_id}/${what}`, body);
  const from = addDays(lastDay, 1);
  expect(await read(post("pause"))).toMatchObject({ pause: { from, until: null } });
  const until = addDays(from, 40);
  const paused = await read(post("pause", { until }));
  expect(paused).toMatchObject({ pause: { from, until } });
  expect(await read(post("pause", { until }))).toEqual(paused);
  expect((await post("pause", { until: "soon" })).status).toBe(400);
  expect((await post("pause", { until: lastDay })).status).toBe(400);
  expect(await read(post("resume"))).toMatchObject({ pause: null });
  const cancelled = await read(post("cancellation"));
  expect(cancelled).toMatchObject({ state: "active", lastDay, nextPayment: null });
  expect(await read(post("cancellation"))).toEqual(cancelled);
  expect((await post("pause")).status).toBe(409);
  expect(await read(post("keeping"))).toMatchObject({ lastDay: null });
  const mails = await site.services.database.read
    .selectFrom("mail_outbox")
    .select("letter")
    .where("letter", "=", "subscriptionCancelled")
    .execute();
  expect(mails).toHaveLength(1);
});

test("a customer changes the plan at its present price, and is told the price after a change of it", async () => {
  const { _id, lastDay } = await subscribe(ada);
  const plans = (await (await site.call("GET", "/api/pricings")).json()) as readonly Shown[];
  const standard = plans.find(({ packageName }) => packageName === "Standard");
  const { _id: packageId = "", ...fields } = standard ?? {};
  const change = (packagePrice: string) =>
    ada.call("POST", `/api/subscription/${_id}/plan`, { packageId, packagePrice });
  expect((await change("299")).status).toBe(409);
  await admin.call("PUT", `/api/pricing/${packageId}`, { ...fields, packageCharged: "monthly" });
  const stale = await change("1");
  expect([stale.status, await stale.json()]).toMatchObject([409, { currentPrice: "299" }]);
  expect(await read(change("299"))).toMatchObject({
    packageName: "Premium",
    change: {
      kind: "plan",
      packageName: "Standard",
      packagePrice: "299",
      packageCharged: "monthly",
      from: addDays(lastDay, 1),
      awaitsConsent: false,
    },
    nextPayment: { amount: "299.00" },
  });
});

test("an owner moves prices after 30 days of notice, and the customer answers", async () => {
  const { _id, start } = await subscribe(ada);
  const move = (from: string, caller = admin) =>
    caller.call("POST", "/api/subscriptions/prices", {
      subscriptions: [_id, "unknown"],
      price: "549",
      from,
    });
  expect((await move(addDays(start, 60), ada)).status).toBe(403);
  expect((await move(addDays(start, 20))).status).toBe(400);
  const from = addDays(start, 60);
  expect(await read(move(from))).toEqual({
    moved: [_id],
    refused: [{ _id: "unknown", reason: "There is no such subscription." }],
  });
  const answer = (said: string) =>
    ada.call("POST", `/api/subscription/${_id}/price-answer`, { answer: said });
  expect(await read(answer("agree"))).toMatchObject({
    change: { kind: "price", packagePrice: "549", from },
  });
  expect((await answer("decline")).status).toBe(409);
  expect((await answer("perhaps")).status).toBe(400);
  const settled = await admin.call("POST", `/api/subscription/${_id}/dispute-settling`);
  expect(settled.status).toBe(409);
});

test("subscriptions are listed oldest first, by page and state, to their company and to the team", async () => {
  const { _id } = await subscribe(ben);
  const { _id: unpaid } = await subscribe(ben, false);
  expect((await list(ben)).map((one) => one._id)).toEqual([_id, unpaid]);
  expect((await list(ben, "?limit=1")).map((one) => one._id)).toEqual([_id]);
  expect((await list(ben, `?after=${_id}`)).map((one) => one._id)).toEqual([unpaid]);
  expect((await list(ben, "?state=awaiting-approval")).map((one) => one._id)).toEqual([unpaid]);
  expect((await list(ben, "?state=active&limit=5")).map((one) => one._id)).toEqual([_id]);
  expect((await list(admin, `?state=active`)).map((one) => one._id)).toContain(_id);
  const firstOfAda = (await list(ada))[0]?._id;
  for (const [query, status] of [
    ["state=quiet", 400],
    ["after=unknown", 404],
    [`after=${firstOfAda}`, 404],
  ] as const) {
    expect((await ben.call("GET", `/api/subscriptions?${query}`)).status, query).toBe(status);
  }
  expect(await ada.call("GET", `/api/subscription/${_id}`)).toMatchObject({ status: 404 });
});

test("a colleague reaches subscriptions with the right to payments only", async () => {
  const holder = await site.register("holder@example.com");
  const { _id } = await subscribe(holder);
  const rights = { orders: false, payments: false, mayOrder: false, people: false };
  const [worker, payer] = [
    await colleagueOf(site, holder, { ...rights, orders: true }),
    await colleagueOf(site, holder, { ...rights, payments: true }),
  ];
  expect(await list(worker)).toEqual([]);
  expect((await list(payer)).map((one) => one._id)).toEqual([_id]);
  expect((await worker.call("GET", `/api/subscription/${_id}`)).status).toBe(404);
  expect((await worker.call("POST", `/api/subscription/${_id}/cancellation`)).status).toBe(404);
  expect((await payer.call("POST", `/api/subscription/${_id}/cancellation`)).status).toBe(200);
  expect(await accountIdOf(payer)).not.toBe("");
});

test("the figures are the team's, for as many months as it asks for", async () => {
  const figures = await read(admin.call("GET", "/api/subscriptions/figures?months=3"));
  expect(figures.months).toHaveLength(3);
  const active = (await list(admin, "?state=active")).length;
  const cancelled = (await list(admin, "?state=cancelled")).length;
  expect(figures.now).toMatchObject({ running: active + cancelled, cancelled });
  const wrong = await admin.call("GET", "/api/subscriptions/figures?months=0");
  expect(wrong.status).toBe(400);
  expect((await ada.call("GET", "/api/subscriptions/figures")).status).toBe(403);
});
