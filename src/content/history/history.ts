import type { ExpressionBuilder, Selectable } from "kysely";
import { z } from "zod";
import type { Database, Queries, Tables, WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { canBeId } from "#platform/ids.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import { isoTime } from "#platform/time/dates.ts";
import type { Actor } from "#policy/actor.ts";
import { requireRight } from "#policy/rights.ts";
import { labelOf } from "../drafts/editable-record.ts";
import type { FieldConflict } from "../drafts/merge-edits.server.ts";
import { findBlock } from "../model/blocks.ts";
import type { Block } from "../model/define.ts";
import type { ContentAction } from "../records/content-tables.server.ts";
import {
  editedValues,
  publishedValues,
  type RecordState,
  recordState,
  type StoredRecord,
  type Values,
} from "../records/stored-record.server.ts";

type Row = Selectable<Tables["content_history"]>;

/** `before_…` are columns of the record's previous entry; null for its first entry. */
interface HistoryRow extends Row {
  readonly before_values: string | null;
  readonly before_draft: string | null;
}

interface Wanted {
  readonly recordId?: string | undefined;
  readonly block?: string | undefined;
  readonly limit: number;
  readonly before?: string | undefined;
}

/**
 * Reads the newest entries first. Each of the three histories (of a record, of a block, of all
 * content) uses an index, so that reading a page takes the same time in a long and in a short
 * history. Also sorts by record and revision, because changes of many records in one transaction
 * have the same time.
 */
async function historyRows(queries: Queries, wanted: Wanted): Promise<HistoryRow[]> {
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
 * Subquery for a column of the record's previous entry. A join could make PostgreSQL read a
 * record's whole history for each entry of the page.
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

async function findEntry(queries: Queries, id: string): Promise<Row | undefined> {
  return queries.selectFrom("content_history").selectAll().where("id", "=", id).executeTakeFirst();
}

export interface FieldChange {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

export interface HistoryEntry {
  readonly _id: string;
  readonly recordId: string;
  readonly block: string;
  readonly label: string;
  readonly revision: number;
  readonly action: ContentAction;
  readonly author: string;
  /** In ISO 8601. */
  readonly at: string;
  /** True if the revision has a draft. Restoring the revision then publishes nothing. */
  readonly isDraft: boolean;
  /**
   * Changed fields in the order of the form: published values, or the draft's values if no published
   * value changed.
   */
  readonly changes: readonly FieldChange[];
}

/** Undefined for a block that this version of Furrow no longer has. */
function historyEntry(row: HistoryRow): HistoryEntry | undefined {
  const block = findBlock(row.block);
  if (block === undefined) return undefined;
  const before = recordState({
    field_values: row.before_values ?? "{}",
    draft_values: row.before_draft,
  });
  const after = recordState(row);
  const changesOf = (view: typeof editedValues) =>
    changesBetween(block, view(block, before), view(block, after));
  const published = changesOf(publishedValues);
  return {
    _id: row.id,
    recordId: row.record_id,
    block: block.name,
    label: labelOf(block, editedValues(block, after)),
    revision: row.revision,
    action: row.action,
    author: row.author,
    at: isoTime(row.at),
    isDraft: after.draft !== null,
    changes: published.length > 0 ? published : changesOf(editedValues),
  };
}

export function changesBetween(block: Block, before: Values, after: Values): FieldChange[] {
  return Object.keys(block.fields)
    .map((path) => ({ path, before: before[path] ?? "", after: after[path] ?? "" }))
    .filter((change) => change.before !== change.after);
}

/** `before` is the `_id` of the last entry of the previous page. */
export const historyRequest = z.strictObject({
  recordId: z.string().optional(),
  block: z.string().optional(),
  limit: z
    .int("The limit must be a whole number.")
    .min(1, "The limit must be at least 1.")
    .max(200, "The limit must be at most 200.")
    .default(50),
  before: z.string().optional(),
});

export type HistoryRequest = z.input<typeof historyRequest>;

/**
 * Changes of a record, a block or all content, newest first, including drafts, moves and the trash.
 * Omits changes of blocks that no longer exist. Throws "invalid" for an invalid limit. Returns no
 * entries for an unknown `before`.
 */
export async function listHistory(
  { database }: { readonly database: Database },
  actor: Actor,
  request: HistoryRequest = {},
): Promise<HistoryEntry[]> {
  requireRight(actor, "edit content");
  const rows = await historyRows(database.read, parseOrThrow(historyRequest, request));
  return rows.flatMap((row) => historyEntry(row) ?? []);
}

/** Selects which values of a state are compared: `publishedValues` or `editedValues`. */
export type View = (state: RecordState) => Values;

/** Throws "invalid" at `path` for a revision that the record does not have. */
export async function stateAt(
  tx: WriteTransaction,
  record: StoredRecord,
  revision: number,
  path: string,
): Promise<RecordState> {
  const row = Number.isSafeInteger(revision)
    ? await tx
        .selectFrom("content_history")
        .select(["field_values", "draft_values"])
        .where("record_id", "=", record.id)
        .where("revision", "=", revision)
        .executeTakeFirst()
    : undefined;
  if (row !== undefined) return recordState(row);
  const message = `This record has no revision ${revision}.`;
  throw new AppError("invalid", message, { issues: [{ path, message }] });
}

const rowsAtATime = 100;

/**
 * Author and time of the last change of each given field. Reads the history from its end, because
 * the changes that cause a conflict are usually recent.
 */
export async function lastChanges(
  tx: WriteTransaction,
  record: StoredRecord,
  paths: readonly string[],
  view: View,
): Promise<Map<string, Pick<FieldConflict, "author" | "at">>> {
  const found = new Map<string, Pick<FieldConflict, "author" | "at">>();
  const now = view(record);
  let earliest = { author: record.author, at: isoTime(record.updatedAt) };
  for (let below = record.revision + 1; below > 1 && found.size < paths.length; ) {
    const rows = await newestBelow(tx, record.id, below);
    for (const row of rows) {
      const said = view(recordState(row));
      for (const path of paths) {
        if (!found.has(path) && said[path] !== now[path]) found.set(path, earliest);
      }
      earliest = { author: row.author, at: isoTime(row.at) };
    }
    below = rows.length < rowsAtATime ? 0 : (rows.at(-1)?.revision ?? 0);
  }
  return new Map(paths.map((path) => [path, found.get(path) ?? earliest]));
}

function newestBelow(tx: WriteTransaction, recordId: string, revision: number) {
  return tx
    .selectFrom("content_history")
    .select(["field_values", "draft_values", "author", "at", "revision"])
    .where("record_id", "=", recordId)
    .where("revision", "<", revision)
    .orderBy("revision", "desc")
    .limit(rowsAtATime)
    .execute();
}
