import type { Database } from "#platform/database/database.ts";
import { isoTime } from "#platform/time/dates.ts";
import type { Actor } from "#policy/actor.ts";
import { requireRight } from "#policy/rights.ts";
import type { Block } from "../model/define.ts";
import {
  findStored,
  publishedValues,
  recordState,
  sameValues,
  type Values,
} from "../records/stored-record.server.ts";

export interface PublishedBefore {
  /** A revision without a draft, so that restoring it publishes its values. */
  readonly revision: number;
  readonly values: Values;
  /** When these values came on the site, in ISO 8601. */
  readonly at: string;
}

/**
 * What visitors saw of a record before its present values were published. Undefined for a record
 * that is not on the site or has not changed since.
 */
export async function publishedBefore(
  { database }: { readonly database: Database },
  actor: Actor,
  block: Block,
  id: string,
): Promise<PublishedBefore | undefined> {
  requireRight(actor, "edit content");
  const record = await findStored(database.read, id);
  if (record?.block !== block || record.published === null) return undefined;
  const present = publishedValues(block, record);
  const rows = await database.read
    .selectFrom("content_history")
    .select(["revision", "at", "field_values", "draft_values"])
    .where("record_id", "=", id)
    .where("draft_values", "is", null)
    .where("field_values", "!=", "{}")
    .orderBy("revision", "desc")
    .execute();
  for (const row of rows) {
    const values = publishedValues(block, recordState(row));
    if (sameValues(block, values, present)) continue;
    return { revision: row.revision, values, at: isoTime(row.at) };
  }
  return undefined;
}
