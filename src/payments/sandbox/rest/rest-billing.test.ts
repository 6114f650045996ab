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
let paypal: BillingSandbox;
beforeAll(async () => {
  paypal = await openBillingSandbox(await databases.open(), "rest");
});
beforeEach(() => {
  paypal.received.length = 0;
});
afterAll(async () => {
  await paypal.close();
  await databases.remove();
});

async function subscribe(outcome = "completed", terms = monthlyTerms) {
  const attempt = paypal.attempt();
  const { handOff, known } = await paypal.subscriptions.start(attempt, paypal.checkout, terms);
  const answer = await approve(handOff, { action: "pay", outcome });
  const reference = known?.reference ?? "";
  return { attempt: { ...attempt, reference }, reference, handOff, answer, news: paypal.news() };
}

const read = (raw: Uint8Array) => paypal.provider.readNotification(raw);
const kinds = (news: readonly PaymentMessage[]) => news.map(({ kind }) => kind);
const capture = (reference: string | null) =>
  paypal.provider.capturing?.capture(paypal.attempt({ reference }), "key", paypal.signal);

test("a customer who subscribes has paid the first cycle, and the return asks for it", async () => {
  const { attempt, reference, news, answer } = await subscribe();
  expect(reference).toMatch(/^I-/);
  expect(news).toMatchObject([
    {
      kind: "completed",
      rawStatus: "COMPLETED",
      attemptId: attempt.id,
      grossCents: 29900,
      currency: "USD",
      faults: [],
      subscription: { reference, period: null },
    },
    { kind: "subscription-active", attemptId: attempt.id, subscription: { reference } },
  ]);
  const query = new URL(answer.headers.get("location") ?? "").searchParams;
  const returned = paypal.provider.capturing?.readReturn(attempt, query);
  const approval = read(returned ?? new Uint8Array());
  expect(approval).toMatchObject({ kind: "approved", checkoutReference: reference });
  const captured = await capture(approval.checkoutReference);
  expect(captured?.kind === "captured" && read(captured.raw)).toEqual(news[0]);
  query.set("subscription_id", "I-ANOTHER");
  expect(paypal.provider.capturing?.readReturn(attempt, query)).toBeNull();
});

test("before the approval nothing is paid", async () => {
  const attempt = paypal.attempt();
  const started = await paypal.subscriptions.start(attempt, paypal.checkout, monthlyTerms);
  expect(await capture(started.known?.reference ?? null)).toEqual({
    kind: "refused",
    reason: "The customer has not approved it at PayPal yet.",
  });
  const again = await paypal.subscriptions.start(attempt, paypal.checkout, monthlyTerms);
  expect(again.known).toEqual(started.known);
});

test("every report is signed", async () => {
  await subscribe();
  const { received } = paypal;
  await subscribe();
  for (const each of received) {
    await expect(paypal.provider.verify(each, paypal.signal)).resolves.toBe("verified");
    const raw = Buffer.from(Buffer.from(each.raw).toString().replace("299.00", "1.00"));
    const changed = { ...each, raw };
    if (!raw.equals(Buffer.from(each.raw))) {
      await expect(paypal.provider.verify(changed, paypal.signal)).resolves.toBe("invalid");
    }
  }
});

test.each<[string, readonly string[]]>([
  ["paid", ["completed"]],
  ["declined", ["renewal-failed"]],
  ["recovered", ["renewal-failed", "completed"]],
  ["out-of-order", ["completed", "renewal-failed"]],
  ["paid-twice", ["completed", "completed"]],
  ["paid-lost", []],
  ["refunded", ["completed", "refunded"]],
  ["disputed", ["completed", "reversed", "reversed"]],
])("next month with the outcome %s is reported as %j", async (outcome, expected) => {
  const { reference, attempt } = await subscribe();
  await paypal.turn(reference, outcome);
  const news = paypal.news();
  expect(kinds(news)).toEqual(expected);
  for (const message of news) {
    const isBack = message.kind === "refunded" || message.kind === "reversed";
    expect(message).toMatchObject(
      isBack
        ? { parentTransactionId: expect.any(String), grossCents: -29900 }
        : { attemptId: attempt.id, subscription: { reference } },
    );
  }
});

test("one plan at PayPal serves all customers of equal terms", async () => {
  const plans = async () => {
    const rows = await paypal.database.read
      .selectFrom("sandbox_resources")
      .select("id")
      .where("kind", "=", "plan at paypal")
      .execute();
    return rows.length;
  };
  await subscribe();
  const before = await plans();
  await subscribe();
  expect(await plans()).toBe(before);
  await subscribe("completed", { ...monthlyTerms, interval: "quarterly" });
  await subscribe("completed", { ...monthlyTerms, priceCents: 12345 });
  expect(await plans()).toBe(before + 2);
});

test("a pause is suspended at PayPal, twice as well as once, and resumed from the next month on", async () => {
  const { reference } = await subscribe();
  expect(read(await paypal.subscriptions.pause(reference, "k1")).kind).toBe("subscription-paused");
  expect(read(await paypal.subscriptions.pause(reference, "k2")).kind).toBe("subscription-paused");
  await paypal.turn(reference);
  expect(kinds(paypal.news())).toEqual(["subscription-paused"]);
  expect(read(await paypal.subscriptions.resume(reference, "k3")).kind).toBe("subscription-active");
  await paypal.turn(reference);
  expect(kinds(paypal.news())).toEqual(["subscription-active", "completed"]);
});

test("a cancellation ends it at PayPal, and cannot be taken back", async () => {
  const { reference } = await subscribe();
  const ended = await paypal.subscriptions.cancel(reference, "period-end", "k1");
  expect(read(ended).kind).toBe("subscription-ended");
  expect(read(await paypal.subscriptions.cancel(reference, "now", "k2")).kind).toBe(
    "subscription-ended",
  );
  expect(kinds(paypal.news())).toEqual(["subscription-ended"]);
  expect(paypal.subscriptions.keepsCancelled).toBe(false);
  for (const refused of [
    paypal.subscriptions.keep(reference, "k3"),
    paypal.subscriptions.pause(reference, "k4"),
  ]) {
    await expect(refused).rejects.toMatchObject({ code: "conflict" });
  }
});

test("another price counts when the customer has consented", async () => {
  const { reference } = await subscribe();
  const terms = { ...monthlyTerms, planName: "Premium Plus", priceCents: 39900 };
  const change = await paypal.subscriptions.changeTerms(reference, terms, paypal.checkout, "k");
  if (change.kind !== "awaits-consent") throw new Error("PayPal asks for a consent.");
  await paypal.turn(reference);
  expect(paypal.news()).toMatchObject([{ grossCents: 29900 }]);
  expect(await (await fetch(change.url)).text()).toContain("399.00\u00a0USD a month");
  await approve({ kind: "redirect", url: change.url }, { action: "agree" });
  const [updated] = paypal.news();
  expect(updated).toMatchObject({ kind: "approved", faults: [] });
  const captured = await capture(updated?.checkoutReference ?? null);
  expect(captured?.kind === "captured" && read(captured.raw)).toMatchObject({
    kind: "subscription-active",
    subscription: { reference, priceCents: 39900 },
  });
  await paypal.turn(reference);
  expect(paypal.news()).toMatchObject([{ grossCents: 39900 }]);
  const again = await paypal.subscriptions.changeTerms(reference, terms, paypal.checkout, "k2");
  expect(again.kind).toBe("changed");
});

test("a consent is told apart from the state before it", async () => {
  const { reference } = await subscribe();
  await paypal.subscriptions.pause(reference, "k1");
  const resumed = await paypal.subscriptions.resume(reference, "k2");
  paypal.news();
  const terms = { ...monthlyTerms, priceCents: 39900 };
  const change = await paypal.subscriptions.changeTerms(reference, terms, paypal.checkout, "k3");
  if (change.kind !== "awaits-consent") throw new Error("PayPal asks for a consent.");
  await approve({ kind: "redirect", url: change.url }, { action: "agree" });
  const captured = await capture(paypal.news()[0]?.checkoutReference ?? null);
  if (captured?.kind !== "captured" || resumed === null) throw new Error("PayPal answers.");
  // A message with the same status would count as a copy of the earlier one.
  expect(read(captured.raw)?.rawStatus).not.toBe(read(resumed)?.rawStatus);
});

test("an open charge that was paid in another way is closed", async () => {
  const { reference } = await subscribe();
  await paypal.turn(reference, "declined");
  expect(await paypal.subscriptions.settleElsewhere(reference, Date.now(), "k")).toBe(true);
  expect(await paypal.subscriptions.settleElsewhere(reference, Date.now(), "k")).toBe(false);
});

test("a refund is one refund, in PayPal's answer and in its event", async () => {
  const { news, reference } = await subscribe();
  const transactionId = news[0]?.transactionId ?? "";
  const refund = { transactionId, currency: "USD", attemptId: "renewal-attempt" };
  const answer = read(await paypal.provider.refund(refund, 9900, "key"));
  const [event] = paypal.news();
  for (const message of [answer, event]) {
    expect(message).toMatchObject({
      kind: "refunded",
      transactionId: answer.transactionId,
      rawStatus: "COMPLETED",
      parentTransactionId: transactionId,
      grossCents: -9900,
    });
  }
  const { reports } = await paypal.subscriptions.sweep([reference], 0, paypal.signal);
  expect(kinds(reports.map(({ raw }) => read(raw)))).toEqual(["subscription-active", "completed"]);
});

test("sweeps find a renewal, a failure and a state whose reports were lost", async () => {
  const { reference } = await subscribe();
  await paypal.turn(reference, "paid-lost");
  await paypal.turn(reference, "declined");
  const { reports } = await paypal.subscriptions.sweep([reference, "I-UNKNOWN"], 0, paypal.signal);
  const found = reports.map(({ raw }) => read(raw));
  expect(kinds(found)).toEqual([
    "subscription-past-due",
    "renewal-failed",
    "completed",
    "completed",
  ]);
  const failure = paypal.news().at(-1);
  expect(found[1]).toMatchObject({
    transactionId: failure?.transactionId,
    rawStatus: failure?.rawStatus,
  });
  const byEvents = await paypal.provider.sweep?.(0, paypal.signal);
  const told = byEvents?.reports.map(({ raw }) => read(raw)) ?? [];
  expect(kinds(told.filter((each) => each.subscription?.reference === reference))).toEqual([
    "renewal-failed",
    "completed",
    "subscription-active",
    "completed",
  ]);
});

test("pages of PayPal show a subscription to its customer and to the owner", async () => {
  const { reference } = await subscribe();
  const page = await paypal.subscriptions.paymentMethodPage(reference, paypal.checkout.returnUrl);
  expect(await (await fetch(page)).text()).toContain(
    "PayPal charges 299.00\u00a0USD a month for Premium",
  );
  const owners = await (await fetch(paypal.subscriptions.ownerPage(reference))).text();
  expect(owners).toContain("Next month now");
  expect((await fetch(paypal.subscriptions.ownerPage("I-UNKNOWN"))).status).toBe(400);
});

test("36 months by themselves have 36 payments", async () => {
  const { reference } = await subscribe();
  for (let turned = 1; turned < 36; turned++) await paypal.turn(reference);
  const { reports } = await paypal.subscriptions.sweep([reference], 0, paypal.signal);
  const paid = reports.map(({ raw }) => read(raw)).filter(({ kind }) => kind === "completed");
  expect(new Set(paid.map(({ transactionId }) => transactionId)).size).toBe(36);
});
