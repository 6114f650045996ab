// A process that tests kill: "/month?now=" does what is due for subscriptions at that time, and pays
// every open order.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { orderLifecycle } from "#lifecycle/order-lifecycle.ts";
import { recordManualPayment } from "#money/manual-payments/record-manual-payment.ts";
import { openDatabase } from "#platform/database/database.ts";
import { runDueJob } from "#platform/schedule/scheduled-jobs.server.ts";
import { dayOf } from "#platform/time/dates.ts";
import { subscriptionJobs } from "#subscriptions/cycles/advance-subscription.server.ts";
import { postFor } from "../support/mail/post.ts";
import { owner } from "../support/orders/shop.ts";
import { publicUrl } from "./payments-over.ts";

const database = openDatabase(JSON.parse(process.argv[2] ?? ""));
const log = pino({ level: "silent" });
const lanes = 4;

async function liveThrough(now: number): Promise<void> {
  const clock = () => now;
  const post = postFor({ publicUrl, clock });
  const handlers = subscriptionJobs({ post, lifecycle: orderLifecycle });
  const inLanes = (work: () => Promise<unknown>) =>
    Promise.all(Array.from({ length: lanes }, () => work()));
  await inLanes(async () => {
    while (await runDueJob({ database, clock, log, handlers }));
  });
  const open = await database.read
    .selectFrom("orders")
    .select(["id", "price_cents"])
    .where("payment_status", "=", "UnPaid")
    .execute();
  await inLanes(async () => {
    for (let order = open.pop(); order !== undefined; order = open.pop()) {
      // The key is the order's, so a payment that was interrupted is recorded once.
      await recordManualPayment(
        {
          database,
          clock,
          post,
          payments: { through: () => undefined },
          lifecycle: orderLifecycle,
        },
        owner,
        order.id,
        {
          amount: String(order.price_cents / 100),
          date: dayOf(now, "UTC"),
          reference: "Transfer",
          key: order.id,
        },
      );
    }
  });
}

const server = createServer(async (request, response) => {
  const { searchParams } = new URL(request.url ?? "/", "http://localhost");
  try {
    await liveThrough(Number(searchParams.get("now")));
    response.end();
  } catch (error) {
    response.writeHead(500).end(String(error));
  }
});
server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));
// Exits when the parent process ends, because then standard input ends.
process.stdin.resume().once("end", () => process.exit(0));
