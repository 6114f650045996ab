import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { paymentEmail } from "../../src/content/blocks/payment-email.ts";
import { pricingPackages } from "../../src/content/blocks/pricing-packages.ts";
import { insertRecord } from "../../src/content/record-writes.server.ts";
import { migrations } from "../../src/migrations.ts";
import { placeOrder } from "../../src/orders/place-order.ts";
import { startPayment } from "../../src/orders/start-payment.ts";
import { type Database, openDatabase } from "../../src/platform/database.ts";
import { migrate } from "../../src/platform/migrations.ts";
import { system } from "../../src/policy/actor.ts";
import { ada, fieldsOf, formType, notificationFor, orderForm, receiver } from "../support/shop.ts";
import { openVerifier } from "../support/verifier.ts";
import { paymentsOver } from "./payments-over.ts";

const processFile = fileURLToPath(new URL("payment-process.ts", import.meta.url));

export interface KilledPayments {
  readonly kills: number;
  /** Notifications that were answered with 200, some of them by a process that died at once. */
  readonly acknowledged: number;
  /** Of those, how many the process had not given their effect when it was killed. */
  readonly interrupted: number;
  /** Each fault as a sentence; none when every acknowledged one was applied exactly once. */
  readonly faults: readonly string[];
}

/**
 * Kills the process that takes notifications at a random moment after it was sent some, again and
 * again over one SQLite file, then lets one live until all is done and looks at what came of it.
 */
export async function killPayments(kills: number): Promise<KilledPayments> {
  const directory = await mkdtemp(join(tmpdir(), "furrow-killed-"));
  const file = join(directory, "furrow.db");
  const verifier = await openVerifier("VERIFIED");
  const database = openDatabase({ engine: "sqlite", file });
  try {
    await prepare(database);
    const shop = paymentsOver(database, verifier.url);
    const acknowledged = new Map<string, Buffer>();
    let interrupted = 0;
    for (let kill = 0; kill < kills; kill++) {
      const messages = [...(await newMessages(shop)), ...[...acknowledged.entries()].slice(-1)];
      await sendAndKill(file, verifier.url, messages, acknowledged);
      interrupted += await countWaiting(database);
    }
    await letOneFinish(file, verifier.url, database);
    return {
      kills,
      acknowledged: acknowledged.size,
      interrupted,
      faults: await faultsIn(database, [...acknowledged.keys()]),
    };
  } finally {
    await database.close();
    await verifier.close();
    await rm(directory, { recursive: true, force: true });
  }
}

async function prepare(database: Database): Promise<void> {
  await migrate(database.libraryHandle, migrations);
  const by = { actor: system, author: "test", at: 0 };
  await database.write(async (tx) => {
    for (const plan of pricingPackages.seed) await insertRecord(tx, pricingPackages, plan, by);
    await insertRecord(tx, paymentEmail, { paypalEmail: receiver }, by);
  });
}

/** Payments of three new orders, by order. */
async function newMessages(
  shop: ReturnType<typeof paymentsOver>,
): Promise<readonly (readonly [orderId: string, raw: Buffer])[]> {
  const placed = Array.from({ length: 3 }, async () => {
    const order = await placeOrder(shop, ada, orderForm);
    const handOff = await startPayment(shop, ada, order.id);
    return [order.id, notificationFor(fieldsOf(handOff), { txn_id: `T-${order.id}` })] as const;
  });
  return Promise.all(placed);
}

async function sendAndKill(
  file: string,
  verifyUrl: string,
  messages: readonly (readonly [string, Buffer])[],
  acknowledged: Map<string, Buffer>,
): Promise<void> {
  const { child, url } = await startProcess(file, verifyUrl);
  const sending = messages.map(async ([orderId, raw]) => {
    const answer = await fetch(url, {
      method: "POST",
      headers: { "content-type": formType },
      body: new Uint8Array(raw),
    }).catch(() => undefined);
    if (answer?.status === 200) acknowledged.set(orderId, raw);
  });
  // Between the first answer and the last effect lie some tens of milliseconds.
  await Promise.race([Promise.all(sending), sleep(200)]);
  await sleep(Math.random() * 40);
  await end(child);
  await Promise.all(sending);
}

async function startProcess(file: string, verifyUrl: string) {
  const child = spawn(process.execPath, [processFile, file, verifyUrl], {
    // It starts as often as it is killed: what it is made of is compiled once.
    env: { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), "furrow-compiled") },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const [port] = await once(child.stdout, "data");
  return { child, url: `http://127.0.0.1:${String(port).trim()}/` };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}

async function countWaiting(database: Database): Promise<number> {
  const { waiting } = await database.read
    .selectFrom("payment_notifications")
    .select((select) => select.fn.countAll<number>().as("waiting"))
    .where("next_attempt_at", "is not", null)
    .executeTakeFirstOrThrow();
  return waiting;
}

async function letOneFinish(file: string, verifyUrl: string, database: Database): Promise<void> {
  const { child } = await startProcess(file, verifyUrl);
  const deadline = Date.now() + 60_000;
  while ((await countWaiting(database)) > 0 && Date.now() < deadline) await sleep(20);
  await end(child);
}

async function faultsIn(database: Database, acknowledged: readonly string[]): Promise<string[]> {
  const waiting = await countWaiting(database);
  const paid = await database.read
    .selectFrom("orders")
    .select(["id", "payment_status"])
    .where("payment_status", "=", "Paid")
    .execute();
  const ledger = await database.read
    .selectFrom("payment_ledger")
    .select(["order_id", (select) => select.fn.countAll<number>().as("entries")])
    .groupBy("order_id")
    .execute();
  const entriesOf = new Map(ledger.map((row) => [row.order_id, row.entries]));
  const isPaid = new Set(paid.map(({ id }) => id));
  return [
    ...(waiting > 0 ? [`${waiting} notifications still wait.`] : []),
    ...acknowledged
      .filter((id) => !isPaid.has(id) || entriesOf.get(id) !== 1)
      .map((id) => `Order ${id} has ${entriesOf.get(id) ?? 0} ledger entries for one payment.`),
    ...ledger
      .filter((row) => row.entries > 1 || !isPaid.has(row.order_id))
      .map((row) => `Order ${row.order_id} has ${row.entries} entries.`),
  ];
}
