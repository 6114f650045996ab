import { setTimeout as sleep } from "node:timers/promises";
import { pricingPackages } from "#content/blocks/pricing-packages.ts";
import { insertRecord } from "#content/records/record-writes.server.ts";
import { type Database, type DatabaseAddress, openDatabase } from "#platform/database/database.ts";
import { system } from "#policy/actor.ts";
import { damage, halfDone } from "./half-done.ts";
import { startWriteProcess } from "./shop-process.ts";

export interface KilledWrites {
  readonly acknowledged: number;
  /** Number of writes that were sent and got no response. */
  readonly interrupted: number;
  /** Number of interrupted writes that were stored nevertheless. */
  readonly committed: number;
  /** Messages about faults; empty if every acknowledged write is stored completely. */
  readonly faults: readonly string[];
}

const kinds = ["order", "record"] as const;
const lanesOfKind = 4;
/** A kill follows after a random number of responses (up to `mostAnswers`) and a random delay. */
const mostAnswers = 60;
const mostMs = 20;
const killsPerLook = 10;

/**
 * Kills the process that receives orders and edits at a random moment while it writes at full
 * speed, several times with one database. Checks that acknowledged writes are stored and no write
 * is stored in part.
 */
export async function killWrites(address: DatabaseAddress, kills: number): Promise<KilledWrites> {
  const database = openDatabase(address);
  const by = { actor: system, author: "test", at: 0 };
  await database.write(async (tx) => {
    for (const plan of pricingPackages.seed) await insertRecord(tx, pricingPackages, plan, by);
  });
  const marks = { acknowledged: new Set<string>(), interrupted: new Set<string>() };
  const faults: string[] = [];
  try {
    for (let kill = 0; kill < kills; kill++) {
      await writeAndKill(address, kill, marks);
      if (kill % killsPerLook === 0) faults.push(...(await damage(database)));
    }
    const there = await marksIn(database);
    const lost = [...marks.acknowledged].filter((mark) => !there.has(mark));
    faults.push(...lost.map((mark) => `What was acknowledged as "${mark}" is not there.`));
    return {
      acknowledged: marks.acknowledged.size,
      interrupted: marks.interrupted.size,
      committed: [...marks.interrupted].filter((mark) => there.has(mark)).length,
      faults: [...faults, ...(await halfDone(database))],
    };
  } finally {
    await database.close();
  }
}

async function writeAndKill(
  address: DatabaseAddress,
  kill: number,
  marks: { readonly acknowledged: Set<string>; readonly interrupted: Set<string> },
): Promise<void> {
  const process = await startWriteProcess(address);
  const { promise: answeredEnough, resolve: enough } = Promise.withResolvers<void>();
  let answersLeft = Math.ceil(Math.random() * mostAnswers);
  const lane = async (kind: (typeof kinds)[number], nth: number) => {
    for (let write = 0; ; write++) {
      const mark = `${kind}-${kill}-${nth}-${write}`;
      const url = `${process.url}/${kind}?mark=${mark}`;
      const answer = await fetch(url, { method: "POST" }).catch(() => null);
      marks[answer?.status === 200 ? "acknowledged" : "interrupted"].add(mark);
      answersLeft -= 1;
      if (answersLeft === 0) enough();
      if (answer === null) return;
    }
  };
  const lanes = kinds.flatMap((kind) =>
    Array.from({ length: lanesOfKind }, (_, nth) => lane(kind, nth)),
  );
  // If the process exits by itself, all loops of requests end, and waiting for more responses would
  // never end.
  await Promise.race([answeredEnough, Promise.all(lanes)]);
  await sleep(Math.random() * mostMs);
  await process.kill();
  await Promise.all(lanes);
}

async function marksIn({ read }: Database): Promise<ReadonlySet<string>> {
  const orders = await read.selectFrom("orders").select("customer_name as mark").execute();
  const records = await read
    .selectFrom("content_records")
    .select("field_values")
    .where("block", "=", "faq-item")
    .execute();
  const titles = records.map(
    ({ field_values }) => (JSON.parse(field_values) as { accodingTitle: string }).accodingTitle,
  );
  return new Set([...orders.map(({ mark }) => mark), ...titles]);
}
