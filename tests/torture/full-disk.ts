import { sql } from "kysely";
import { checkLedger } from "#maintenance/ledger-checks/check-ledger.ts";
import { inSnapshot } from "#platform/database/database.ts";
import { orderForm } from "../support/orders/shop.ts";
import type { Caller, TestSite } from "../support/servers/site.ts";

export interface Room {
  take(): Promise<void>;
  giveBack(): Promise<void>;
}

export interface FilledDisk {
  readonly acknowledged: number;
  readonly refused: number;
  readonly faults: readonly string[];
}

const hour = 60 * 60 * 1000;
const mostTries = 400;
const refusalsWanted = 5;

/**
 * Places orders until the full disk has refused several, checks that reads work, frees space, and
 * checks that every order can be repeated and no write is incomplete. Then fills the disk again, for
 * the end of the process. The process is not restarted.
 */
export async function fillDisk(site: TestSite, room: Room): Promise<FilledDisk> {
  const faults: string[] = [];
  const expectStatus = (what: string, { status }: Response, wanted: number) => {
    if (status !== wanted) faults.push(`${what} answered ${status} instead of ${wanted}.`);
  };
  const ada = await site.register("ada@example.com");
  const ben = await site.register("ben@example.com");
  // Makes the sessions so old that the next read renews them. The renewal fails on the full disk,
  // but the read must succeed.
  const lastHours = new Date(Date.now() + 29 * 24 * hour).toISOString();
  await sql`update session set "expiresAt" = ${lastHours}`.execute(
    site.services.database.libraryHandle,
  );
  const keys = { acknowledged: [] as string[], refused: [] as string[] };
  await room.take();
  for (let nth = 0; nth < mostTries && keys.refused.length < refusalsWanted; nth++) {
    const answer = await order(ada, `key ${nth}`);
    (answer.status === 201 ? keys.acknowledged : keys.refused).push(`key ${nth}`);
    if (answer.status !== 201) faults.push(...(await faultsOfRefusal(answer)));
  }
  if (keys.refused.length < refusalsWanted) faults.push("The disk was never full.");
  expectStatus("A page's content, on a full disk,", await site.call("GET", "/api/pricings"), 200);
  const seen = await ben.call("GET", "/api/orders");
  expectStatus("A customer's list of orders, on a full disk,", seen, 200);
  const ready = await site.raw("/readyz");
  expectStatus("/readyz, on a full disk,", ready, 503);
  const reason = await ready.text();
  if (!reason.includes("disk is full")) faults.push(`/readyz, on a full disk, said: ${reason}`);
  expectStatus("/healthz, on a full disk,", await site.raw("/healthz"), 200);

  await room.giveBack();
  expectStatus("/readyz, with room again,", await site.raw("/readyz"), 200);
  for (const key of [...keys.acknowledged, ...keys.refused]) {
    expectStatus(`The order of "${key}", sent again,`, await order(ada, key), 201);
  }
  faults.push(...(await faultsOf(site, keys.acknowledged.length + keys.refused.length)));

  // The caller closes the site on the full disk.
  await room.take();
  for (let nth = 0; nth < mostTries; nth++) {
    if ((await order(ada, `last key ${nth}`)).status !== 201) break;
  }
  expectStatus("/readyz, on a disk that is full again,", await site.raw("/readyz"), 503);
  return { acknowledged: keys.acknowledged.length, refused: keys.refused.length, faults };
}

const order = (caller: Caller, key: string) =>
  caller.call("POST", "/api/new-order", orderForm, { "idempotency-key": key });

/** Faults of a response that is not a 503 with a message and a Retry-After header. */
async function faultsOfRefusal(answer: Response): Promise<readonly string[]> {
  const body = await answer.text();
  const isClear =
    answer.status === 503 &&
    answer.headers.get("content-type") === "application/problem+json" &&
    answer.headers.has("retry-after") &&
    body.includes("disk is full");
  return isClear ? [] : [`An order on a full disk was answered ${answer.status}: ${body}`];
}

async function faultsOf(site: TestSite, orders: number): Promise<readonly string[]> {
  const { database } = site.services;
  const integrity = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(
    database.read,
  );
  const counts = await sql<{ orders: number; letters: number }>`
    select (select count(*) from orders) as orders,
      (select count(*) from mail_outbox where letter = 'orderPlaced') as letters`.execute(
    database.read,
  );
  const { differences } = await inSnapshot(database, checkLedger);
  const found = counts.rows[0];
  return [
    ...differences,
    ...integrity.rows.map((row) => row.integrity_check).filter((word) => word !== "ok"),
    ...(found?.orders === orders && found.letters === orders
      ? []
      : [
          `${orders} orders were sent, and there are ${found?.orders} with ${found?.letters} letters.`,
        ]),
  ];
}
