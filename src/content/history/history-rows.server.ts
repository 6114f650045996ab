import type { ExpressionBuilder, Selectable } from "kysely";
import type { Queries, Tables } from "../../platform/database/database.ts";
import { canBeId } from "../../platform/ids.ts";

type Row = Selectable<Tables["content_history"]>;

/** An entry with what the record was before it; null for the first one of a record. */
export interface HistoryRow extends Row {
  readonly before_values: string | null;
  readonly before_draft: string | null;
}

interface Wanted {
  readonly recordId?: string | undefined;
  readonly block?: string | undefined;
  readonly limit: number;
  /** An entry's id: only what is older. */
  readonly before?: string | undefined;
}

/**
 * Newest first. Each of the three ways to ask follows an index, so that a page of a long history
 * costs what a page of a short one does. Entries of one instant are ordered by record and revision,
 * because a change of many records has one time.
 */
export async function historyRows(queries: Queries, wanted: Wanted): Promise<HistoryRow[]> {
  const { recordId, block, limit, before } = wanted;
  if ([recordId, block, before].some((text) => text !== undefined && !canBeId(text))) return [];
  const last = before === undefined ? null : await findEntry(queries, before);
  if (last === undefined) return [];
  return queries
    .selectFrom("content_history as entry")
    .selectAll("entry")
    .select((entry) => [
      earlier(entry, "field_values").as("before_values"),
      earlier(entry, "draft_values").as("before_draft"),
    ])
    .$if(block !== undefined, (query) => query.where("entry.block", "=", block ?? ""))
    .$if(recordId !== undefined, (query) => query.where("entry.record_id", "=", recordId ?? ""))
    .$if(recordId === undefined, (query) =>
      query.orderBy("entry.at", "desc").orderBy("entry.record_id", "desc"),
    )
    .orderBy("entry.revision", "desc")
    .$if(last !== null && recordId !== undefined, (query) =>
      query.where("entry.revision", "<", last?.revision ?? 0),
    )
    .$if(last !== null && recordId === undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple("entry.at", "entry.record_id", "entry.revision"),
          "<",
          tuple(last?.at ?? 0, last?.record_id ?? "", last?.revision ?? 0),
        ),
      ),
    )
    .limit(limit)
    .execute();
}

/**
 * A column of the entry before this one of the same record. Not a join: for that, PostgreSQL may
 * read the whole history of a record for each entry of the page.
 */
function earlier<Column extends "field_values" | "draft_values">(
  entry: ExpressionBuilder<Tables & { entry: Tables["content_history"] }, "entry">,
  column: Column,
) {
  return entry
    .selectFrom("content_history as earlier")
    .select(`earlier.${column} as text` as const)
    .whereRef("earlier.record_id", "=", "entry.record_id")
    .where("earlier.revision", "=", entry("entry.revision", "-", 1));
}

/** Undefined when it is not there. */
async function findEntry(queries: Queries, id: string): Promise<Row | undefined> {
  return queries.selectFrom("content_history").selectAll().where("id", "=", id).executeTakeFirst();
}
