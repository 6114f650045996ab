import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { pricingPackages } from "#content/blocks/pricing-packages.ts";
import { insertRecord } from "#content/records/record-writes.server.ts";
import { orderLifecycle } from "#lifecycle/order-lifecycle.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import { type Database, type DatabaseAddress, openDatabase } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { systemClock } from "#platform/time/clock.ts";
import { system } from "#policy/actor.ts";
import { postFor } from "../support/mail/post.ts";
import { ada, anyAccount, orderForm } from "../support/orders/shop.ts";
import { providerSettings } from "../support/payments/provider-settings.ts";
import { halfDone } from "./half-done.ts";
import { publicUrl } from "./payments-over.ts";

export interface CutConnections {
  readonly acknowledged: number;
  /** Number of times that an order was refused with a message to try again. */
  readonly refused: number;
  readonly faults: readonly string[];
}

const lanes = 6;
const mostTries = 200;

/**
 * Places orders on PostgreSQL and meanwhile calls `disturb` several times. Each order has an
 * idempotency key and is repeated until it is accepted. Then checks that each order exists once and
 * completely.
 */
export async function cutConnections(
  address: DatabaseAddress,
  times: number,
  disturb: (database: Database) => Promise<void>,
  prepare: (database: Database) => Promise<void> = async () => {},
): Promise<CutConnections> {
  const database = openDatabase(address);
  await prepare(database);
  const by = { actor: system, author: "test", at: 0 };
  await database.write(async (tx) => {
    for (const plan of pricingPackages.seed) await insertRecord(tx, pricingPackages, plan, by);
  });
  const deps = {
    database,
    clock: systemClock,
    post: postFor({ publicUrl }),
    lockActorAccount: anyAccount,
    nameFromOrder: async () => {},
    lifecycle: orderLifecycle,
    clientAddress: "203.0.113.7",
    secret: providerSettings.secret,
    configuration: { rateLimitFactor: 1_000_000 },
  };
  const faults: string[] = [];
  let [acknowledged, refused, isOver] = [0, 0, false];
  const order = async (mark: string) => {
    for (let tries = 0; tries < mostTries; tries++) {
      try {
        await placeOrder(deps, ada, { ...orderForm, customerName: mark }, mark);
        acknowledged += 1;
        return;
      } catch (error) {
        if (!(error instanceof AppError)) faults.push(`Not in words: ${String(error)}`);
        refused += 1;
        await sleep(20);
      }
    }
    faults.push(`The order "${mark}" was never taken.`);
  };
  const lane = async (nth: number) => {
    for (let write = 0; !isOver; write++) await order(`${nth}-${write}`);
  };
  const working = Array.from({ length: lanes }, (_, nth) => lane(nth));
  for (let time = 0; time < times; time++) {
    const before = acknowledged;
    const deadline = Date.now() + 30_000;
    while (acknowledged === before && Date.now() < deadline) await sleep(5);
    await sleep(Math.random() * 30);
    await disturb(database);
  }
  isOver = true;
  await Promise.all(working);
  const { rows } = await sql<{ orders: number }>`select count(*) as orders from orders`.execute(
    database.read,
  );
  const orders = Number(rows[0]?.orders);
  if (orders !== acknowledged)
    faults.push(`${acknowledged} orders were taken, and ${orders} are there.`);
  faults.push(...(await halfDone(database)));
  await database.close();
  return { acknowledged, refused, faults };
}

/** Terminates all connections to the database except the current one, as an administrator can. */
export async function endBackends({ read }: Database): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`
    .execute(read)
    // The query fails if the pool picks a connection that an earlier call has terminated.
    .catch(() => {});
}

/**
 * From now on, every third insert of an order fails: first with a serialization failure, then with
 * a deadlock, and so on alternately.
 */
export async function injectConflicts({ libraryHandle }: Database): Promise<void> {
  await sql`create sequence conflicts`.execute(libraryHandle);
  await sql`create function conflict() returns trigger language plpgsql as $$
    begin
      case nextval('conflicts') % 6
        when 1 then raise sqlstate '40001';
        when 4 then raise sqlstate '40P01';
        else return new;
      end case;
    end $$`.execute(libraryHandle);
  await sql`create trigger conflict before insert on orders
    for each row execute function conflict()`.execute(libraryHandle);
}
