import type { Database, Queries } from "#platform/database/database.ts";
import type { Actor } from "#policy/actor.ts";
import { requireRight } from "#policy/rights.ts";
import { labelOf } from "../drafts/editable-record.ts";
import { changesBetween, type FieldChange } from "../history/history.ts";
import { blocks, findBlock } from "../model/blocks.ts";
import type { Block } from "../model/define.ts";
import { publishedValues, recordState, type Values } from "../records/stored-record.server.ts";
import { type RowAsOf, rowsAsOf } from "./states-as-of.server.ts";

/** What differs between the site as of a time and the site now. */
export interface Difference {
  /** Null for the order of a block's list. */
  readonly recordId: string | null;
  readonly block: string;
  readonly label: string;
  /** "added": visitors see the record now and did not then; "removed" is the reverse. */
  readonly kind: "added" | "removed" | "changed" | "moved";
  /** Changed fields from then to now; only of "changed". */
  readonly changes: readonly FieldChange[];
}

export interface Differences {
  readonly items: readonly Difference[];
  /** Records that have changed and that the list leaves out. */
  readonly moreCount: number;
}

const publicBlocks = (Object.values(blocks) as readonly Block[]).filter(
  ({ readBy }) => readBy === "everyone",
);

/** Differences of what visitors see, block by block in the order of the panel; at most `most` records. */
export async function listDifferences(
  { database }: { readonly database: Database },
  actor: Actor,
  at: number,
  most = 100,
): Promise<Differences> {
  requireRight(actor, "edit content");
  const { read } = database;
  const now = Number.MAX_SAFE_INTEGER;
  const changed = await changedSince(read, at);
  const ids = changed.slice(0, most);
  const [then, present] = await Promise.all([
    rowsAsOf(read, at, { ids }),
    rowsAsOf(read, now, { ids }),
  ]);
  const byId = (rows: readonly RowAsOf[]) => new Map(rows.map((row) => [row.id, row]));
  const [before, after] = [byId(then), byId(present)];
  const records = ids.flatMap((id) => differenceOf(before.get(id), after.get(id)) ?? []);
  const orders = await changedOrders(read, at, now);
  const all = [...records, ...orders];
  return {
    items: publicBlocks.flatMap(({ name }) => all.filter(({ block }) => block === name)),
    moreCount: changed.length - ids.length,
  };
}

/** Ids of public records with a later entry of the history, last change first. */
async function changedSince(queries: Queries, at: number): Promise<readonly string[]> {
  const rows = await visibleChanges(queries)
    .select(({ fn }) => ["record_id", fn.max("at").as("last")])
    .where("at", ">", at)
    .groupBy("record_id")
    .orderBy("last", "desc")
    .orderBy("record_id")
    .execute();
  return rows.map(({ record_id }) => record_id);
}

function differenceOf(then: RowAsOf | undefined, now: RowAsOf | undefined): Difference | undefined {
  const shown = now ?? then;
  const block = findBlock(shown?.block ?? "");
  if (shown === undefined || block === undefined) return undefined;
  const [before, after] = [valuesOf(block, then), valuesOf(block, now)];
  const base = {
    recordId: shown.id,
    block: block.name,
    label: labelOf(block, after ?? before ?? {}),
  };
  if (before === null) return { ...base, kind: "added", changes: [] };
  if (after === null) return { ...base, kind: "removed", changes: [] };
  const changes = changesBetween(block, before, after);
  return changes.length === 0 ? undefined : { ...base, kind: "changed", changes };
}

function valuesOf(block: Block, row: RowAsOf | undefined): Values | null {
  if (row === undefined) return null;
  const { field_values } = row;
  return publishedValues(block, recordState({ field_values, draft_values: null }));
}

/** Lists whose common records have another order now. */
async function changedOrders(queries: Queries, at: number, now: number): Promise<Difference[]> {
  const rows = await queries
    .selectFrom("content_places")
    .select("block")
    .where("at", ">", at)
    .groupBy("block")
    .execute();
  const moved = publicBlocks.filter(({ name }) => rows.some(({ block }) => block === name));
  const names = { blocks: moved.map(({ name }) => name) };
  const [then, present] = await Promise.all([
    rowsAsOf(queries, at, names),
    rowsAsOf(queries, now, names),
  ]);
  return moved
    .filter(({ name }) => {
      const idsIn = (list: readonly RowAsOf[]) =>
        list.filter(({ block }) => block === name).map(({ id }) => id);
      const [before, after] = [idsIn(then), idsIn(present)];
      const [was, is] = [new Set(before), new Set(after)];
      return before.filter((id) => is.has(id)).join() !== after.filter((id) => was.has(id)).join();
    })
    .map(({ name, title }) => ({
      recordId: null,
      block: name,
      label: title,
      kind: "moved" as const,
      changes: [],
    }));
}

/** Time of the last change before a time that visitors saw; null for none. */
export async function changeBefore(
  { database }: { readonly database: Database },
  at: number,
): Promise<number | null> {
  const { time } = await visibleChanges(database.read)
    .select(({ fn }) => fn.max("at").as("time"))
    .where("at", "<", at)
    .executeTakeFirstOrThrow();
  return time === null ? null : Number(time);
}

/** Time of the next change after a time that visitors saw; null for none. */
export async function changeAfter(
  { database }: { readonly database: Database },
  at: number,
): Promise<number | null> {
  const { time } = await visibleChanges(database.read)
    .select(({ fn }) => fn.min("at").as("time"))
    .where("at", ">", at)
    .executeTakeFirstOrThrow();
  return time === null ? null : Number(time);
}

function visibleChanges(queries: Queries) {
  return queries
    .selectFrom("content_history")
    .where("action", "not in", ["drafted", "discarded", "duplicated", "moved-in-draft"])
    .where(
      "block",
      "in",
      publicBlocks.map(({ name }) => name),
    );
}
