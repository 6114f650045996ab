import type { Clock } from "../platform/clock.ts";
import { type Database, isUniqueViolation, type WriteTransaction } from "../platform/database.ts";
import { AppError } from "../platform/errors.ts";
import { canBeId, newId } from "../platform/ids.ts";
import { parseOrThrow } from "../platform/validation.ts";
import { type Actor, authorOf } from "../policy/actor.ts";
import { requireRight } from "../policy/rights.ts";
import { findRecord } from "./content-store.server.ts";
import type { Block, RecordOf } from "./define.ts";
import { schemaOf } from "./schema-of.ts";

export interface ContentDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

/**
 * Adds a record at the end of its block. Throws "invalid" with an issue per field, and "conflict"
 * when the block is a singleton that has its record.
 */
export async function createRecord<B extends Block>(
  { database, clock }: ContentDependencies,
  actor: Actor,
  block: B,
  input: unknown,
): Promise<RecordOf<B>> {
  requireRight(actor, "edit content");
  const values = parseOrThrow(schemaOf(block), input);
  try {
    return await database.write((tx) =>
      insertRecord(tx, block, values, { author: authorOf(actor), at: clock() }),
    );
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError(
      "conflict",
      `${block.title} exists already, and there is only one. Edit it instead of adding another.`,
    );
  }
}

/** Replaces a record's values. Throws "invalid" with an issue per field, and "not-found". */
export async function updateRecord<B extends Block>(
  { database, clock }: ContentDependencies,
  actor: Actor,
  block: B,
  id: string,
  input: unknown,
): Promise<RecordOf<B>> {
  requireRight(actor, "edit content");
  const values = parseOrThrow(schemaOf(block), input);
  return database.write(async (tx) => {
    const change = { field_values: JSON.stringify(values) };
    await changeRecord(tx, block, id, change, "updated", { author: authorOf(actor), at: clock() });
    return { _id: id, ...values } as RecordOf<B>;
  });
}

/** Moves a record to the trash and answers what it was. Throws "not-found". */
export async function deleteRecord<B extends Block>(
  { database, clock }: ContentDependencies,
  actor: Actor,
  block: B,
  id: string,
): Promise<RecordOf<B>> {
  requireRight(actor, "edit content");
  return database.write(async (tx) => {
    const record = await findRecord(tx, block, id);
    if (record === undefined) throw noSuchRecord(block);
    const at = clock();
    const change = { deleted_at: at, singleton_key: null };
    await changeRecord(tx, block, id, change, "deleted", { author: authorOf(actor), at });
    return record;
  });
}

interface Authorship {
  readonly author: string;
  readonly at: number;
}

/** Stores values that were validated, with the first entry of their history. */
export async function insertRecord<B extends Block>(
  tx: WriteTransaction,
  block: B,
  values: object,
  { author, at }: Authorship,
): Promise<RecordOf<B>> {
  const id = newId();
  const { last } = await tx
    .selectFrom("content_records")
    .select((select) => select.fn.max("position").as("last"))
    .where("block", "=", block.name)
    .executeTakeFirstOrThrow();
  const fieldValues = JSON.stringify(values);
  await tx
    .insertInto("content_records")
    .values({
      id,
      block: block.name,
      position: Number(last ?? 0) + 1,
      field_values: fieldValues,
      revision: 1,
      created_at: at,
      updated_at: at,
      author,
      singleton_key: block.shape === "singleton" ? block.name : null,
      deleted_at: null,
    })
    .execute();
  await appendHistory(tx, block, id, 1, "created", fieldValues, { author, at });
  return { _id: id, ...values } as RecordOf<B>;
}

async function changeRecord(
  tx: WriteTransaction,
  block: Block,
  id: string,
  change: { field_values: string } | { deleted_at: number; singleton_key: null },
  action: "updated" | "deleted",
  { author, at }: Authorship,
): Promise<void> {
  if (!canBeId(id)) throw noSuchRecord(block);
  const changed = await tx
    .updateTable("content_records")
    .set((set) => ({ ...change, updated_at: at, author, revision: set("revision", "+", 1) }))
    .where("id", "=", id)
    .where("block", "=", block.name)
    .where("deleted_at", "is", null)
    .returning(["revision", "field_values"])
    .executeTakeFirst();
  if (changed === undefined) throw noSuchRecord(block);
  const { revision, field_values } = changed;
  await appendHistory(tx, block, id, revision, action, field_values, { author, at });
}

async function appendHistory(
  tx: WriteTransaction,
  block: Block,
  recordId: string,
  revision: number,
  action: "created" | "updated" | "deleted",
  fieldValues: string,
  { author, at }: Authorship,
): Promise<void> {
  await tx
    .insertInto("content_history")
    .values({
      id: newId(),
      record_id: recordId,
      block: block.name,
      revision,
      action,
      field_values: fieldValues,
      author,
      at,
    })
    .execute();
}

function noSuchRecord(block: Block): AppError {
  return new AppError("not-found", `There is no such record in ${block.title}.`);
}
