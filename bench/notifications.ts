import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { startFurrow } from "../tests/support/servers/furrow-server.ts";
import { type BaselineServer, startBaseline } from "./baseline-server.ts";
import { loadEach } from "./load.ts";
import { type Measure, median, percentile } from "./measure.ts";
import { type Customer, makePayable, type PayableOrder, signUp } from "./payable-orders.ts";

const connections = 32;
const rounds = 2;
const perRound = 120;
const seenPaid = 100;
/**
 * The server's secret. The sandbox signs notifications with this secret, so the benchmark can sign
 * its notifications in the same way.
 */
const secret = "a secret of thirty-two characters";

interface Round {
  readonly receivedPerSecond: number;
  readonly appliedPerSecond: number;
  readonly barePerSecond: number;
}

/**
 * Notifications per second through HTTP. The baseline is a bare server that stores the same rows
 * but neither verifies nor applies them. The sandbox runs in the measured process, so the figures
 * include its work of answering verification requests.
 */
export async function measureNotifications(): Promise<Measure[]> {
  const furrow = await startFurrow({ SECRET: secret });
  let baseline: BaselineServer | undefined;
  try {
    const customer = await signUp(furrow.url);
    const warmUp = await makePayable(customer, secret, perRound);
    await applyAll(furrow.dataDirectory, warmUp);
    const recorded = join(furrow.dataDirectory, "notification.json");
    await recordNotification(furrow.dataDirectory, recorded);
    const bareFile = join(furrow.dataDirectory, "baseline.db");
    baseline = await startBaseline("notifications.ts", [recorded, bareFile]);
    await loadEach(towards(baseline.url, warmUp), connections);
    const measured: Round[] = [];
    for (let round = 0; round < rounds; round++) {
      const orders = await makePayable(customer, secret, perRound);
      const applied = await applyAll(furrow.dataDirectory, orders);
      const bare = await loadEach(towards(baseline.url, orders), connections);
      measured.push({ ...applied, barePerSecond: bare.perSecond });
    }
    const delays = await delaysUntilPaid(customer);
    return measures(measured, delays);
  } finally {
    await baseline?.stop();
    await furrow.stop();
  }
}

/** Sends the notification of each order, and waits until all payments are in the ledger. */
async function applyAll(dataDirectory: string, orders: readonly PayableOrder[]) {
  const countEntries = entryCounter(dataDirectory);
  try {
    const wanted = countEntries() + orders.length;
    const startedAt = performance.now();
    const { perSecond } = await loadEach(
      orders.map(({ notification }) => notification),
      connections,
    );
    while (countEntries() < wanted) {
      if (performance.now() - startedAt > 60_000) {
        throw new Error(`${wanted - countEntries()} notifications have had no effect.`);
      }
      await sleep(5);
    }
    const seconds = (performance.now() - startedAt) / 1000;
    return { receivedPerSecond: perSecond, appliedPerSecond: orders.length / seconds };
  } finally {
    countEntries.close();
  }
}

/**
 * Counts ledger entries on one open connection, because opening the database for each count is
 * slow.
 */
function entryCounter(dataDirectory: string) {
  const database = new DatabaseSync(join(dataDirectory, "furrow.db"), { readOnly: true });
  const entries = database.prepare("select count(*) as entries from payment_ledger");
  return Object.assign(() => Number(entries.get()?.entries), { close: () => database.close() });
}

/**
 * Milliseconds from sending a notification until the REST interface reports the order as Paid, for
 * one order at a time.
 */
async function delaysUntilPaid(customer: Customer): Promise<number[]> {
  const { url, headers } = customer;
  const delays: number[] = [];
  for (const { id, notification } of await makePayable(customer, secret, seenPaid)) {
    const startedAt = performance.now();
    await (await fetch(notification.url, notification)).arrayBuffer();
    for (let status = ""; status !== "Paid"; ) {
      const answer = await fetch(`${url}/api/order/${id}`, { headers });
      status = (await answer.json()).paymentStatus;
    }
    delays.push(performance.now() - startedAt);
  }
  return delays;
}

function towards(url: string, orders: readonly PayableOrder[]) {
  return orders.map(({ notification }) => ({ ...notification, url }));
}

/**
 * Records the schema of the notification table and a row as it is on arrival, for the bare server.
 */
async function recordNotification(dataDirectory: string, file: string): Promise<void> {
  const database = new DatabaseSync(join(dataDirectory, "furrow.db"), { readOnly: true });
  const schema = database
    .prepare(
      "select sql from sqlite_master where sql is not null and tbl_name = 'payment_notifications'",
    )
    .all()
    .map(({ sql }) => sql);
  const { raw: _, ...row } =
    database.prepare("select * from payment_notifications limit 1").get() ?? {};
  database.close();
  const onArrival = { state: "received", attempts: 0, due_at: row.received_at };
  const untouched = { verified_at: null, outcome: null, outcome_reason: null };
  await writeFile(file, JSON.stringify({ schema, row: { ...row, ...onArrival, ...untouched } }));
}

function measures(measured: readonly Round[], delays: readonly number[]): Measure[] {
  const middle = (figure: keyof Round) => median(measured.map((round) => round[figure]));
  const baseline = middle("barePerSecond");
  const [received, applied] = [middle("receivedPerSecond"), middle("appliedPerSecond")];
  const unit = "per second";
  return [
    { name: "notifications: received", furrow: received, baseline, unit },
    { name: "notifications: received, verified and applied", furrow: applied, baseline, unit },
    {
      name: "notifications: until the customer sees Paid, median",
      furrow: median(delays),
      unit: "ms",
    },
    {
      name: "notifications: until the customer sees Paid, 99th percentile",
      furrow: percentile(delays, 99),
      unit: "ms",
    },
  ];
}
