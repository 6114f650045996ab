import type { WriteTransaction } from "#platform/database/database.ts";
import type { JsonValue } from "#platform/errors.ts";
import { newId } from "#platform/ids.ts";
import type { Clock } from "#platform/time/clock.ts";
import { type Actor, authorOf } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import { requireRight } from "#policy/rights.ts";
import { keepRedirectPath } from "../addresses/redirect-paths.server.ts";
import { labelOf } from "../drafts/editable-record.ts";
import type { Block, RecordOf } from "../model/define.ts";
import type { ContentAction } from "./content-tables.server.ts";
import { keepSitePage } from "./site-pages.server.ts";
import {
  editedValues,
  publishedValues,
  type RecordState,
  type StoredRecord,
  sameValues,
  type Values,
} from "./stored-record.server.ts";

/** Places of a record in its list before and after a move, counted from 1. */
export interface Places {
  readonly from: number;
  readonly to: number;
}

interface Change {
  readonly before: RecordState | null;
  readonly after: RecordState;
  readonly places?: Places | undefined;
}

const actionNames: Readonly<Record<ContentAction, string>> = {
  created: "Add content",
  updated: "Update content",
  drafted: "Save draft",
  published: "Publish content",
  withdrawn: "Take content off the site",
  discarded: "Discard draft",
  restored: "Restore revision",
  duplicated: "Duplicate content",
  moved: "Move content",
  "moved-in-draft": "Move content in draft",
  deleted: "Delete content",
  undeleted: "Put content back",
  imported: "Import content",
  "made-plain": "Swap the farm’s words for plain ones",
  "made-farm": "Bring the farm’s words back",
};

/**
 * Called with every write of the history, so that the audit log has an entry for every change.
 * Throws "forbidden" for a block that this editor may not change.
 */
async function auditRecord(
  tx: WriteTransaction,
  { actor, at }: { readonly actor: Actor; readonly at: number },
  action: ContentAction,
  { id, block }: { readonly id: string; readonly block: Block },
  change: Change,
): Promise<void> {
  requireEditing(actor, block);
  await audit(tx, actor, {
    action: actionNames[action],
    subject: "content",
    // Includes the block, because the audit log links to the block's edit screen.
    subjectId: `${block.name}/${id}`,
    label: labelIn(block, change.after),
    ...beforeAndAfter(block, action, change),
    at,
  });
}

function labelIn(block: Block, state: RecordState): string {
  const label = labelOf(block, editedValues(block, state));
  return label === block.title ? label : `${block.title}: ${label}`;
}

/**
 * The audit entry has draft values if only the draft changed or the record is unpublished,
 * otherwise published values. If the record was moved, the entry also has the place before and
 * after the move.
 */
function beforeAndAfter(
  block: Block,
  action: ContentAction,
  { before, after, places }: Change,
): { before: JsonValue; after: JsonValue } {
  const [from, to] = [places && { place: places.from }, places && { place: places.to }];
  if (from && to && before === after) return { before: from, after: to };
  const inDraft =
    after.published === null || (before !== null && isDraftOnly(block, before, after));
  const view = (state: RecordState | null) =>
    state && (inDraft ? editedValues : publishedValues)(block, state);
  return {
    before: action === "undeleted" ? null : from ? { ...view(before), ...from } : view(before),
    after: action === "deleted" ? null : to ? { ...view(after), ...to } : view(after),
  };
}

function isDraftOnly(block: Block, before: RecordState, after: RecordState): boolean {
  if (before.draft === after.draft) return false;
  return sameValues(block, publishedValues(block, before), publishedValues(block, after));
}

/**
 * Throws "unauthenticated" and "forbidden" for somebody who may not change the records of a block.
 */
export function requireEditing(actor: Actor, { changeRight }: Block): void {
  requireRight(actor, "edit content");
  if (changeRight !== undefined) requireRight(actor, changeRight);
}

export interface Authorship {
  readonly actor: Actor;
  readonly author: string;
  readonly at: number;
}

export function authorship(actor: Actor, clock: Clock): Authorship {
  return { actor, author: authorOf(actor), at: clock() };
}

/** Publishes a new record at the end of its block. The caller has validated `values`. */
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

interface NewRecord {
  readonly id?: string;
  readonly revision?: number;
  /** By default, after all others of the block, which takes longer the more there are. */
  readonly position?: number;
}

export async function insertState(
  tx: WriteTransaction,
  block: Block,
  state: RecordState,
  action: ContentAction,
  by: Authorship,
  { id = newId(), revision = 1, position: given }: NewRecord = {},
): Promise<string> {
  const position = given ?? (await lastPosition(tx, block)) + 1;
  await tx
    .insertInto("content_records")
    .values({
      ...stateColumns(state),
      ...draftColumns(state, by),
      id,
      block: block.name,
      position,
      draft_position: null,
      revision,
      created_at: by.at,
      updated_at: by.at,
      author: by.author,
      singleton_key: singletonKey(block),
      deleted_at: null,
      published_at: state.published === null ? null : by.at,
    })
    .execute();
  await keepSitePage(tx, block, id);
  await keepRedirectPath(tx, block, id);
  await appendHistory(tx, { id, block, revision }, state, action, by, position);
  await auditRecord(tx, by, action, { id, block }, { before: null, after: state });
  return id;
}

/** Highest position in the published order or in the draft; 0 if the block has no records. */
export async function lastPosition(tx: WriteTransaction, block: Block): Promise<number> {
  const { last, lastDraft } = await tx
    .selectFrom("content_records")
    .select(({ fn }) => [fn.max("position").as("last"), fn.max("draft_position").as("lastDraft")])
    .where("block", "=", block.name)
    .executeTakeFirstOrThrow();
  return Math.max(Number(last ?? 0), Number(lastDraft ?? 0));
}

/**
 * Stores a new state of a record and returns the new revision. `places` describes a move that the
 * caller has already made, so that the audit entry contains the move.
 */
export async function changeState(
  tx: WriteTransaction,
  record: StoredRecord,
  state: RecordState,
  action: ContentAction,
  by: Authorship,
  places?: Places,
): Promise<number> {
  const isNewOnSite = state.published !== record.published;
  await updateRow(tx, record, {
    ...stateColumns(state),
    ...(state.draft === record.draft ? {} : draftColumns(state, by)),
    ...(isNewOnSite ? { author: by.author, updated_at: by.at } : {}),
    ...(isNewOnSite && record.published === null
      ? { published_at: (await firstPublication(tx, record.id)) ?? by.at }
      : {}),
    ...(isNewOnSite && state.published === null ? { published_at: null } : {}),
  });
  return appendNext(tx, record, state, action, by, places);
}

/** An article that was off the site for a while keeps its day. Null before the first publication. */
async function firstPublication(tx: WriteTransaction, id: string): Promise<number | null> {
  const { first } = await tx
    .selectFrom("content_history")
    .select(({ fn }) => fn.min("at").as("first"))
    .where("record_id", "=", id)
    .where("field_values", "!=", "{}")
    .executeTakeFirstOrThrow();
  return first === null ? null : Number(first);
}

/** For "moved" and "moved-in-draft", the caller has already changed the positions. */
export async function changePlace(
  tx: WriteTransaction,
  record: StoredRecord,
  action: "deleted" | "undeleted" | "moved" | "moved-in-draft",
  by: Authorship,
  places?: Places,
): Promise<void> {
  const place = {
    deleted: { deleted_at: by.at, singleton_key: null },
    undeleted: { deleted_at: null, singleton_key: singletonKey(record.block) },
    moved: {},
    "moved-in-draft": { draft_author: by.author, draft_at: by.at },
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
  await keepSitePage(tx, record.block, record.id);
  await keepRedirectPath(tx, record.block, record.id);
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
  position: number | null = null,
): Promise<void> {
  const row = { ...stateColumns(state), block: block.name, revision, action, author, at, position };
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
