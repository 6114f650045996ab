import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { PaymentMessage } from "#payments/payment-provider.ts";
import { sqliteDatabases } from "../../../../tests/support/databases/sqlite-databases.ts";
import {
  type BillingSandbox,
  monthlyTerms,
  openBillingSandbox,
} from "../../../../tests/support/payments/billing-sandbox.ts";
import { approve } from "../../../../tests/support/payments/sandbox-shop.ts";

const databases = sqliteDatabases();
let stripe: BillingSandbox;
beforeAll(async () => {
  stripe = await openBillingSandbox(await databases.open(), "stripe");
});
beforeEach(() => {
  stripe.received.length = 0;
});
afterAll(async () => {
  await stripe.close();
  await databases.remove();
});

/** Subscribes, and returns the reference of the subscription and what was reported. */
async function subscribe(outcome = "completed", terms = monthlyTerms) {
  const attempt = stripe.attempt();
  const { handOff, known } = await stripe.subscriptions.start(attempt, stripe.checkout, terms);
  const answer = await approve(handOff, { action: "pay", outcome });
  const news = stripe.news();
  const reference = `sub_${known?.reference.slice("cs_test_".length)}`;
  return { attempt, reference, session: known?.reference ?? "", answer, news };
}

/** Asks for what an approval is about, as the worker of a shop does. */
async function askedFor(message: PaymentMessage | undefined) {
  const captured = await stripe.provider.capturing?.capture(
    stripe.attempt({ reference: message?.checkoutReference ?? null }),
    "key",
    stripe.signal,
  );
  return captured?.kind === "captured" ? stripe.provider.readNotification(captured.raw) : undefined;
}

const kinds = (news: readonly PaymentMessage[]) => news.map(({ kind }) => kind);
/** The same day some months later, or the last day of a shorter month. */
const month = (at: number | undefined, months = 1) => {
  const date = new Date(at ?? 0);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + months);
  if (date.getUTCDate() !== day) date.setUTCDate(0);
  return date.getTime();
};

test("a customer who subscribes has paid the first cycle once, however often it is reported", async () => {
  const { attempt, reference, session, news, answer } = await subscribe();
  expect(answer.status).toBe(303);
  expect(kinds(news)).toEqual([
    "approved",
    "subscription-active",
    "subscription-active",
    "approved",
  ]);
  const [ofInvoice, ofSession] = await Promise.all([askedFor(news.at(0)), askedFor(news.at(-1))]);
  expect(news.at(-1)?.checkoutReference).toBe(session);
  expect(ofInvoice).toMatchObject({
    kind: "completed",
    rawStatus: "paid",
    attemptId: attempt.id,
    transactionId: expect.stringMatching(/^pi_/),
    grossCents: 29900,
    currency: "USD",
    faults: [],
    testMode: true,
    subscription: { reference, endsWithPeriod: null },
  });
  expect(ofSession).toEqual(ofInvoice);
  const { start, end } = ofInvoice?.subscription?.period ?? {};
  expect(end).toBe(month(start));
  expect(news[1]?.subscription).toMatchObject({
    reference,
    priceCents: 29900,
    nextChargeAt: end,
    endsWithPeriod: false,
  });
});

test("every report is signed", async () => {
  await subscribe();
  for (const each of stripe.received) {
    await expect(stripe.provider.verify(each, stripe.signal)).resolves.toBe("verified");
    const raw = Buffer.from(Buffer.from(each.raw).toString().replace("29900", "100"));
    await expect(stripe.provider.verify({ ...each, raw }, stripe.signal)).resolves.toBe("invalid");
  }
  stripe.received.length = 0;
});

test.each<[string, readonly string[]]>([
  ["paid", ["approved", "subscription-active"]],
  ["declined", ["renewal-failed", "subscription-past-due"]],
  ["recovered", ["renewal-failed", "subscription-past-due", "approved", "subscription-active"]],
  ["out-of-order", ["subscription-active", "approved", "subscription-past-due", "renewal-failed"]],
  ["paid-twice", ["approved", "approved", "subscription-active", "subscription-active"]],
  ["paid-lost", []],
  ["refunded", ["approved", "subscription-active", "refunded"]],
])("next month with the outcome %s is reported as %j", async (outcome, expected) => {
  const { reference } = await subscribe();
  await stripe.turn(reference, outcome);
  expect(kinds(stripe.news())).toEqual(expected);
});

test("the latest report by its own time is the state, even if it arrived first", async () => {
  const { reference } = await subscribe();
  await stripe.turn(reference, "out-of-order");
  const states = stripe.news().filter(({ kind }) => kind.startsWith("subscription-"));
  const latest = states.toSorted((a, b) => (b.subscription?.at ?? 0) - (a.subscription?.at ?? 0));
  expect(latest[0]?.kind).toBe("subscription-active");
});

test("a dispute takes back the last three payments", async () => {
  const { reference } = await subscribe();
  await stripe.turn(reference);
  await stripe.turn(reference);
  stripe.news();
  await stripe.turn(reference, "disputed");
  const reversed = stripe.news().filter(({ kind }) => kind === "reversed");
  expect(reversed.map(({ grossCents }) => grossCents)).toEqual([-29900, -29900, -29900]);
  expect(new Set(reversed.map((each) => each.parentTransactionId)).size).toBe(3);
});

test("a sweep finds a renewal whose reports were lost, and the present state", async () => {
  const { reference, attempt } = await subscribe();
  const { reference: another } = await subscribe();
  await stripe.turn(reference, "paid-lost");
  const { reports } = await stripe.subscriptions.sweep([reference], 0, stripe.signal);
  const found = reports.map(({ raw }) => stripe.provider.readNotification(raw));
  expect(kinds(found)).toEqual(["subscription-active", "completed", "completed"]);
  for (const message of found) {
    expect(message).toMatchObject({ attemptId: attempt.id, faults: [] });
    expect(message.subscription?.reference).not.toBe(another);
  }
  const byEvents = await stripe.provider.sweep?.(0, stripe.signal);
  const events = byEvents?.reports.map(({ raw }) => stripe.provider.readNotification(raw)) ?? [];
  expect(kinds(events.filter((each) => each.subscription?.reference === reference))).toEqual([
    "subscription-active",
    "approved",
    "subscription-active",
    "subscription-active",
    "approved",
  ]);
});

test("a paused subscription is charged nothing, and the month after it is resumed again", async () => {
  const { reference } = await subscribe();
  const paused = await stripe.subscriptions.pause(reference, "k1");
  expect(stripe.provider.readNotification(paused)).toMatchObject({
    kind: "subscription-paused",
    subscription: { nextChargeAt: null },
  });
  await stripe.subscriptions.pause(reference, "k2");
  expect(kinds(stripe.news())).toEqual(["subscription-paused"]);
  await stripe.turn(reference);
  expect(kinds(stripe.news())).toEqual(["subscription-paused"]);
  await stripe.subscriptions.resume(reference, "k3");
  await stripe.turn(reference);
  expect(kinds(stripe.news())).toEqual(["subscription-active", "approved", "subscription-active"]);
});

test("a cancellation for the end of the period can be taken back, and then ends it", async () => {
  const { reference } = await subscribe();
  const read = (raw: Uint8Array) => stripe.provider.readNotification(raw).subscription;
  const cancelled = await stripe.subscriptions.cancel(reference, "period-end", "k1");
  expect(read(cancelled)).toMatchObject({ endsWithPeriod: true, nextChargeAt: null });
  const kept = await stripe.subscriptions.keep(reference, "k2");
  expect(read(kept)).toMatchObject({ endsWithPeriod: false });
  await stripe.subscriptions.cancel(reference, "period-end", "k3");
  stripe.news();
  await stripe.turn(reference);
  expect(kinds(stripe.news())).toEqual(["subscription-ended"]);
  const again = await stripe.subscriptions.cancel(reference, "now", "k4");
  expect(stripe.provider.readNotification(again).kind).toBe("subscription-ended");
  await expect(stripe.subscriptions.pause(reference, "k5")).rejects.toMatchObject({
    code: "conflict",
  });
});

test("another price is charged from the next cycle on", async () => {
  const { reference } = await subscribe();
  const terms = { ...monthlyTerms, planName: "Premium Plus", priceCents: 39900 };
  const change = await stripe.subscriptions.changeTerms(reference, terms, stripe.checkout, "k");
  if (change.kind !== "changed") throw new Error("Stripe asks for no consent.");
  const message = stripe.provider.readNotification(change.raw);
  expect(message.subscription?.priceCents).toBe(39900);
  stripe.news();
  await stripe.turn(reference);
  expect(await askedFor(stripe.news()[0])).toMatchObject({ grossCents: 39900 });
  const yearly = { ...terms, interval: "yearly" } as const;
  await expect(
    stripe.subscriptions.changeTerms(reference, yearly, stripe.checkout, "k2"),
  ).rejects.toMatchObject({ code: "conflict" });
});

test("an open charge that was paid in another way is closed, and is no second payment", async () => {
  const { reference } = await subscribe();
  await stripe.turn(reference, "declined");
  const failed = stripe.news()[0];
  const until = failed?.subscription?.period?.start ?? 0;
  expect(await stripe.subscriptions.settleElsewhere(reference, until - 1, "k")).toBe(false);
  expect(await stripe.subscriptions.settleElsewhere(reference, until, "k")).toBe(true);
  const [paid, state] = stripe.news();
  expect(kinds([paid, state].filter((each) => each !== undefined))).toEqual([
    "approved",
    "subscription-active",
  ]);
  expect(await askedFor(paid)).toMatchObject({ kind: "other", grossCents: null });
  expect(await stripe.subscriptions.settleElsewhere(reference, until, "k")).toBe(false);
});

test("a refund of one cycle is reported, and found by the sweep", async () => {
  const { reference, news } = await subscribe();
  const payment = await askedFor(news[0]);
  const transactionId = payment?.transactionId ?? "";
  const refund = { transactionId, currency: "USD", attemptId: "renewal-attempt" };
  const raw = await stripe.provider.refund(refund, 9900, "key");
  expect(stripe.provider.readNotification(raw)).toMatchObject({
    kind: "refunded",
    parentTransactionId: transactionId,
    grossCents: -9900,
    subscription: null,
  });
  expect(stripe.news()).toMatchObject([{ kind: "refunded", grossCents: -9900 }]);
  const { reports } = await stripe.subscriptions.sweep([reference], 0, stripe.signal);
  const found = reports.map(({ raw }) => stripe.provider.readNotification(raw));
  expect(found.filter(({ kind }) => kind === "refunded")).toHaveLength(1);
});

test("the customer changes the card on Stripe's page", async () => {
  const { reference } = await subscribe();
  const url = await stripe.subscriptions.paymentMethodPage(reference, stripe.checkout.returnUrl);
  expect(new URL(url).origin).toBe(stripe.origin);
  expect(await (await fetch(url)).text()).toContain("Use another card");
  const [page = ""] = url.split("?");
  const body = new URLSearchParams(new URL(url).searchParams);
  const back = await fetch(page, { method: "POST", body, redirect: "manual" });
  expect(back.headers.get("location")).toBe(stripe.checkout.returnUrl);
  body.set("return_url", "https://evil.example/");
  expect((await fetch(page, { method: "POST", body, redirect: "manual" })).status).toBe(400);
});

test.each(["quarterly", "yearly"] as const)(
  "a %s plan is charged at its interval",
  async (interval) => {
    const { news } = await subscribe("completed", { ...monthlyTerms, interval });
    const period = (await askedFor(news[0]))?.subscription?.period;
    expect(period?.end).toBe(month(period?.start, interval === "yearly" ? 12 : 3));
  },
);

test("a checkout that expires is no subscription, and one page cannot be paid twice", async () => {
  const { attempt, handOff } = await (async () => {
    const attempt = stripe.attempt();
    return {
      attempt,
      ...(await stripe.subscriptions.start(attempt, stripe.checkout, monthlyTerms)),
    };
  })();
  expect(await stripe.subscriptions.start(attempt, stripe.checkout, monthlyTerms)).toMatchObject({
    handOff,
  });
  expect((await approve(handOff, { action: "pay", outcome: "expired" })).status).toBe(200);
  expect(stripe.news()).toMatchObject([{ kind: "failed", attemptId: attempt.id }]);
  expect((await approve(handOff, { action: "pay", outcome: "completed" })).status).toBe(400);
  expect(stripe.news()).toEqual([]);
});

test("36 months by themselves have 36 payments and no gap", async () => {
  const { reference } = await subscribe();
  for (let turned = 1; turned < 36; turned++) await stripe.turn(reference);
  const { reports } = await stripe.subscriptions.sweep([reference], 0, stripe.signal);
  const found = reports.map(({ raw }) => stripe.provider.readNotification(raw));
  const paid = found.filter(({ kind }) => kind === "completed").reverse();
  expect(new Set(paid.map(({ transactionId }) => transactionId)).size).toBe(36);
  const periods = paid.map(({ subscription }) => subscription?.period);
  for (const [index, period] of periods.entries()) {
    if (index > 0) expect(period?.start).toBe(periods[index - 1]?.end);
  }
});
