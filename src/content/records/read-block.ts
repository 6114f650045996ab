import type { Database } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import type { Actor } from "#policy/actor.ts";
import { requireRight } from "#policy/rights.ts";
import type { Block, RecordOf } from "../model/define.ts";
import { findRecord, listRecords, listRecordsAfter } from "./content-store.server.ts";

interface ReadDependencies {
  readonly database: Database;
}

/**
 * Published records of a block in the owner's order. Throws "unauthenticated" and "forbidden" when
 * the actor may not read the block.
 */
export async function readRecords<B extends Block>(
  { database }: ReadDependencies,
  actor: Actor,
  block: B,
): Promise<RecordOf<B>[]> {
  requireReadable(actor, block);
  return listRecords(database.read, block);
}

const chunkSize = 50;

/**
 * Like `readRecords`, in parts, for a block that is read alone. Lists at most `limit` records, and only
 * those after the record `after`. Throws "not-found" for an unknown `after`.
 */
export async function* readRecordsInChunks<B extends Block>(
  { database }: ReadDependencies,
  actor: Actor,
  block: B,
  {
    limit = Number.POSITIVE_INFINITY,
    after,
  }: { limit?: number | undefined; after?: string | undefined },
): AsyncGenerator<readonly RecordOf<B>[]> {
  requireReadable(actor, block);
  let left = limit;
  let last = after;
  while (left > 0) {
    const chunk = await listRecordsAfter(database.read, block, {
      after: last,
      most: Math.min(left, chunkSize),
    });
    if (chunk.length > 0) yield chunk;
    if (chunk.length < chunkSize) return;
    left -= chunk.length;
    last = chunk.at(-1)?._id;
  }
}

/**
 * A published record. Throws "not-found", and "unauthenticated" and "forbidden" when the actor may
 * not read the block.
 */
export async function readRecord<B extends Block>(
  { database }: ReadDependencies,
  actor: Actor,
  block: B,
  id: string,
): Promise<RecordOf<B>> {
  requireReadable(actor, block);
  const record = await findRecord(database.read, block, id);
  if (record === undefined) {
    throw new AppError("not-found", `There is no such item in ${block.title}.`);
  }
  return record;
}

function requireReadable(actor: Actor, block: Block): void {
  if (block.readBy === "admin") requireRight(actor, "read private content");
}
