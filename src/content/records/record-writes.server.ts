import type { WriteTransaction } from "../../platform/database/database.ts";
import { newId } from "../../platform/ids.ts";
import type { Clock } from "../../platform/time/clock.ts";
import { type Actor, authorOf } from "../../policy/actor.ts";
import type { Block, RecordOf } from "../model/define.ts";
import { auditRecord, type Places } from "./audit-record.server.ts";
import type { ContentAction } from "./content-tables.server.ts";
import type { RecordState, Values } from "./record-state.ts";
import type { StoredRecord } from "./stored-record.server.ts";

/** Who makes a change, and when. */
export interface Authorship {
  readonly actor: Actor;
  /** As the history names them. */
  readonly author: string;
  readonly at: number;
}

export function authorship(actor: Actor, clock: Clock): Authorship {
  return { actor, author: authorOf(actor), at: clock() };
}

/** Stores values that were validated at the end of their block, as the first of their history. */
export async function insertRecord<B extends Block>(
  tx: WriteTransaction,
  block: B,
  values: object,
  by: Authorship,
): Promise<RecordOf<B>> {
  const state = { published: values as Values, draft: null };
  const id = await insertState(tx, block, state, "created", by);
  return { _id: id, ...values } as RecordOf<B>;
}

/** Stores a new record at the end of its block, published or as a draft; answers its id. */
export async function insertState(
  tx: WriteTransaction,
  block: Block,
  state: RecordState,
  action: ContentAction,
  by: Authorship,
  { id = newId(), revision = 1 } = {},
): Promise<string> {
  const { last } = await tx
    .selectFrom("content_records")
    .select((select) => select.fn.max("position").as("last"))
    .where("block", "=", block.name)
    .executeTakeFirstOrThrow();
  await tx
    .insertInto("content_records")
    .values({
      ...stateColumns(state),
      ...draftColumns(state, by),
      id,
      block: block.name,
      position: Number(last ?? 0) + 1,
      revision,
      created_at: by.at,
      updated_at: by.at,
      author: by.author,
      singleton_key: singletonKey(block),
      deleted_at: null,
      published_at: state.published === null ? null : by.at,
    })
    .execute();
  await appendHistory(tx, { id, block, revision }, state, action, by);
  await auditRecord(tx, by, action, { id, block }, { before: null, after: state });
  return id;
}

/** Gives a locked record another state, with the entry of its history; answers its revision. */
export async function changeState(
  tx: WriteTransaction,
  record: StoredRecord,
  state: RecordState,
  action: ContentAction,
  by: Authorship,
): Promise<number> {
  const isNewOnSite = state.published !== record.published;
  await updateRow(tx, record, {
    ...stateColumns(state),
    ...(state.draft === record.draft ? {} : draftColumns(state, by)),
    ...(isNewOnSite ? { author: by.author, updated_at: by.at } : {}),
    ...(isNewOnSite && record.published === null ? { published_at: by.at } : {}),
  });
  return appendNext(tx, record, state, action, by);
}

/** Puts a locked record into the trash, takes it out of there, or notes where it has moved. */
export async function changePlace(
  tx: WriteTransaction,
  record: StoredRecord,
  action: "deleted" | "undeleted" | "moved",
  by: Authorship,
  places?: Places,
): Promise<void> {
  const place = {
    deleted: { deleted_at: by.at, singleton_key: null },
    undeleted: { deleted_at: null, singleton_key: singletonKey(record.block) },
    moved: {},
  };
  await updateRow(tx, record, place[action]);
  await appendNext(tx, record, record, action, by, places);
}

async function updateRow(tx: WriteTransaction, record: StoredRecord, change: object) {
  await tx
    .updateTable("content_records")
    .set({ ...change, revision: record.revision + 1 })
    .where("id", "=", record.id)
    .execute();
}

async function appendNext(
  tx: WriteTransaction,
  record: StoredRecord,
  state: RecordState,
  action: ContentAction,
  by: Authorship,
  places?: Places,
): Promise<number> {
  const revision = record.revision + 1;
  await appendHistory(tx, { ...record, revision }, state, action, by);
  await auditRecord(tx, by, action, record, { before: record, after: state, places });
  return revision;
}

async function appendHistory(
  tx: WriteTransaction,
  { id, block, revision }: Pick<StoredRecord, "id" | "block" | "revision">,
  state: RecordState,
  action: ContentAction,
  { author, at }: Authorship,
): Promise<void> {
  const row = { ...stateColumns(state), block: block.name, revision, action, author, at };
  await tx
    .insertInto("content_history")
    .values({ ...row, id: newId(), record_id: id })
    .execute();
}

function stateColumns({ published, draft }: RecordState) {
  return {
    field_values: JSON.stringify(published ?? {}),
    draft_values: draft === null ? null : JSON.stringify(draft),
  };
}

function draftColumns({ draft }: RecordState, { author, at }: Authorship) {
  return draft === null
    ? { draft_author: null, draft_at: null }
    : { draft_author: author, draft_at: at };
}

function singletonKey(block: Block): string | null {
  return block.shape === "singleton" ? block.name : null;
}
