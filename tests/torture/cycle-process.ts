// A process that tests kill: it lives through a month of subscriptions. It takes the provider's
// messages and applies them, does what is due, and pays every open order by hand. It writes "+" when
// it begins a piece of work, "-" when that is done, and "=ID" when it acknowledges a message.
import { recordManualPayment } from "#money/manual-payments/record-manual-payment.ts";
import { verifyNextNotification } from "#payments/notifications/verify-notification.ts";
import { runDueJob } from "#platform/schedule/scheduled-jobs.server.ts";
import { dayOf } from "#platform/time/dates.ts";
import { subscriptionJobs } from "#subscriptions/cycles/advance-subscription.server.ts";
import { owner } from "../support/orders/shop.ts";
import { bytesOf, jsonHeaders } from "../support/subscriptions/billing-provider.ts";
import { chargeOf, type MonthSettings, openAt, openRenewedShop } from "./renewed-shop.ts";

const settings = JSON.parse(process.argv[2] ?? "") as MonthSettings;
const { now, period } = settings;
const database = openAt(settings.address);
const shop = await openRenewedShop(database, true);
shop.time.now = now;
const signal = new AbortController().signal;
const handlers = subscriptionJobs(shop);
const lanes = 4;

/** Does pieces of work until there is none, several at once. */
async function inLanes(work: () => Promise<boolean>): Promise<void> {
  const lane = async () => {
    for (let isWork = true; isWork; ) {
      process.stdout.write("+\n");
      isWork = await work();
      process.stdout.write("-\n");
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

async function attemptsToCharge(): Promise<string[]> {
  const rows = await database.read.selectFrom("payment_attempts").select("id").execute();
  const acknowledged = new Set(settings.acknowledged);
  // A provider repeats what was not acknowledged, and now and then what was.
  return rows.map(({ id }) => id).filter((id) => !acknowledged.has(id) || Math.random() < 0.02);
}

const charged = await attemptsToCharge();
const takeMessage = async () => {
  const attemptId = charged.pop();
  if (attemptId === undefined) return false;
  await shop.payments.receive(bytesOf(chargeOf(attemptId, period)), jsonHeaders);
  process.stdout.write(`=${attemptId}\n`);
  return true;
};
// Messages are taken and applied at the same time as the jobs run, as in a server.
await Promise.all([
  inLanes(takeMessage).then(() => inLanes(() => verifyNextNotification(shop, signal))),
  inLanes(() => runDueJob({ ...shop, handlers })),
]);
const open = await database.read
  .selectFrom("orders")
  .select(["id", "price_cents"])
  .where("payment_status", "=", "UnPaid")
  .execute();
await inLanes(async () => {
  const order = open.pop();
  if (order === undefined) return false;
  // The key is the order's, so a payment that was interrupted is recorded once.
  await recordManualPayment(shop, owner, order.id, {
    amount: String(order.price_cents / 100),
    date: dayOf(now, "UTC"),
    reference: "Transfer",
    key: order.id,
  });
  return true;
});
await database.close();
process.exit(0);
