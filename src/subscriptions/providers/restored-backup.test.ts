import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { backUp } from "#maintenance/backups/back-up.ts";
import { restore } from "#maintenance/backups/restore.ts";
import { checkLedger } from "#maintenance/ledger-checks/check-ledger.ts";
import { startPayment } from "#money/paying/start-payment.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import { attemptsOf } from "#payments/attempts/payment-attempt-store.server.ts";
import type { PaymentMessage } from "#payments/payment-provider.ts";
import { type Database, openDatabase } from "#platform/database/database.ts";
import { prepareDatabase as prepare } from "#server/open-database.ts";
import { addressOf } from "../../../tests/support/databases/address-of.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { ada, openShop } from "../../../tests/support/orders/shop.ts";
import {
  billingProvider,
  bytesOf,
  jsonHeaders,
  nothingReported,
} from "../../../tests/support/subscriptions/billing-provider.ts";
import { monthlyForm } from "../../../tests/support/subscriptions/subscription-shop.ts";
import { subscriptionIdOf } from "../cycles/cycle-store.server.ts";
import { holdSubscription } from "../subscription-store.server.ts";
import { sweepNextProvider } from "./sweep-subscriptions.ts";

let elsewhere: string;
beforeAll(async () => {
  elsewhere = await mkdtemp(join(tmpdir(), "furrow-renewals-"));
});
afterAll(async () => {
  await rm(elsewhere, { recursive: true, force: true });
});

const firstDay = Date.parse("2027-01-31T15:00:00Z");
const renewal = Date.parse("2027-02-28T15:00:00Z");

describeOnEachDatabase("A backup from before the last renewal", (openTest) => {
  test("finds the renewal by itself, and makes its order once", async () => {
    const known: PaymentMessage[] = [];
    const provider = billingProvider(() => known);
    const original = await openTest();
    await prepare(original);
    const shop = await openShop(original, { provider });
    shop.time.now = firstDay;
    const order = await placeOrder(shop, ada, monthlyForm);
    await startPayment(shop, ada, order.id);
    const [attempt] = await attemptsOf(original.read, [order.id]);
    const paid = (start: number, end: number): PaymentMessage => ({
      ...nothingReported,
      attemptId: attempt?.id ?? "",
      kind: "completed",
      rawStatus: "paid",
      transactionId: `paid-${start}`,
      grossCents: 49_900,
      subscription: {
        reference: "sub",
        at: start,
        period: { start, end },
        endsWithPeriod: false,
        nextChargeAt: null,
        priceCents: 49_900,
      },
    });
    known.push(paid(firstDay, renewal));
    await receive(shop, known[0]);
    const address = await addressOf(original);
    const { file } = await backUp({
      address,
      secret: null,
      directory: await mkdtemp(join(elsewhere, "backups-")),
      kind: "backup",
      prepare,
      now: renewal,
    });
    known.push(paid(renewal, Date.parse("2027-03-31T15:00:00Z")));
    await receive(shop, known[1]);
    const id = (await subscriptionIdOf(original.read, order.id)) ?? "";
    expect(await monthsOf(original, id)).toEqual(["2027-01-31 Paid", "2027-02-28 Paid"]);

    const place = await mkdtemp(join(elsewhere, "place-"));
    const into = { dataDirectory: place, databaseUrl: undefined, bucket: undefined };
    await restore({ file, ...into, prepare, say: () => {} });
    const restored = openDatabase({ engine: "sqlite", file: join(place, "furrow.db") });
    const again = await openShop(restored, { provider, isReopened: true });
    again.time.now = renewal + 3_600_000;
    expect(await monthsOf(restored, id)).toEqual(["2027-01-31 Paid"]);
    const deps = { ...again, publicUrl: "" };
    for (let day = 0; day < 2; day += 1) {
      expect(await sweepNextProvider(deps, new AbortController().signal)).toBe(true);
      await again.verifyAll();
      expect(await monthsOf(restored, id)).toEqual(["2027-01-31 Paid", "2027-02-28 Paid"]);
      again.time.now += 24 * 3_600_000;
    }
    expect((await checkLedger(restored.read)).differences).toEqual([]);
    await restored.close();
  });
});

async function receive(shop: Awaited<ReturnType<typeof openShop>>, message?: PaymentMessage) {
  if (message === undefined) return;
  await shop.payments.receive(bytesOf(message), jsonHeaders);
  await shop.verifyAll();
}

async function monthsOf({ read }: Database, id: string): Promise<readonly string[]> {
  const held = await holdSubscription(read, id, { now: renewal, timeZone: "UTC" });
  return (held?.cycles ?? []).map(({ start, paymentStatus }) => `${start} ${paymentStatus}`);
}
