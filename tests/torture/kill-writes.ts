import { setTimeout as sleep } from "node:timers/promises";
import { pricingPackages } from "../../src/content/blocks/pricing-packages.ts";
import { insertRecord } from "../../src/content/records/record-writes.server.ts";
import {
  type Database,
  type DatabaseAddress,
  openDatabase,
} from "../../src/platform/database/database.ts";
import { system } from "../../src/policy/actor.ts";
import { damage, halfDone } from "./half-done.ts";
import { startWriteProcess } from "./shop-process.ts";

export interface KilledWrites {
  readonly acknowledged: number;
  /** How many were sent and never answered. */
  readonly interrupted: number;
  /** How many of those were there all the same. */
  readonly committed: number;
  /** Each fault as a sentence; none when all that was acknowledged is there, and whole. */
  readonly faults: readonly string[];
}

const kinds = ["order", "record"] as const;
const lanesOfKind = 4;
/** How many answers it gives before it is killed at most, and how long it goes on after them. */
const mostAnswers = 60;
const mostMs = 20;
const killsPerLook = 10;

/**
 * Kills the process that takes orders and edits at a random moment while it writes as fast as it
 * can, again and again over one migrated database, and looks whether all that it had acknowledged
 * is there, and nothing in part.
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
  // A process that ends by itself ends its lanes.
  await Promise.race([answeredEnough, Promise.all(lanes)]);
  await sleep(Math.random() * mostMs);
  await process.kill();
  await Promise.all(lanes);
}

/** The marks of all orders and records that are there. */
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
