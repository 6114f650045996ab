import { z } from "zod";
import type { Database, Queries, WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { canBeId, newId } from "#platform/ids.ts";
import { noteText } from "#platform/texts/note-text.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import type { Clock } from "#platform/time/clock.ts";
import { type Actor, authorOf } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import { requireRight } from "#policy/rights.ts";
import { lockAccount } from "../accounts.server.ts";
import type { CustomerNoteRow } from "./customer-note-tables.server.ts";

interface CustomerNoteDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

export interface CustomerNote {
  readonly id: string;
  readonly note: string;
  readonly author: string;
  readonly createdAt: number;
  readonly changed: { readonly by: string; readonly at: number } | null;
  /**
   * Time of the last change, or of the creation. `changeCustomerNote` compares versions to detect
   * that another admin has changed the note.
   */
  readonly version: number;
}

/** Newest first. Throws "unauthenticated" and "forbidden". */
export async function listCustomerNotes(
  { database }: { readonly database: Database },
  actor: Actor,
  accountId: string,
): Promise<readonly CustomerNote[]> {
  requireRight(actor, "see customers");
  if (!canBeId(accountId)) return [];
  const rows = await database.read
    .selectFrom("customer_notes")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("removed_at", "is", null)
    .orderBy("id", "desc")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    note: row.note,
    author: row.author,
    createdAt: row.created_at,
    changed: row.changed_at === null ? null : { by: row.changed_by ?? "", at: row.changed_at },
    version: versionOf(row),
  }));
}

interface RemovedNote {
  readonly id: string;
  readonly accountId: string;
  readonly email: string;
  readonly note: string;
  readonly removedAt: number;
}

/**
 * The `most` most recently removed notes of all accounts. Throws "unauthenticated" and "forbidden".
 */
export async function listRemovedNotes(
  { database }: { readonly database: Database },
  actor: Actor,
  most: number,
): Promise<readonly RemovedNote[]> {
  requireRight(actor, "see customers");
  const rows = await database.read
    .selectFrom("customer_notes as note")
    .innerJoin("user as account", "account.id", "note.account_id")
    .select(["note.id", "note.account_id as accountId", "account.email", "note.note"])
    .select("note.removed_at as removedAt")
    .where("note.removed_at", "is not", null)
    .orderBy("note.removed_at", "desc")
    .limit(most)
    .execute();
  return rows.map((row) => ({ ...row, removedAt: row.removedAt ?? 0 }));
}

function versionOf({ changed_at, created_at }: CustomerNoteRow): number {
  return changed_at ?? created_at;
}

const addForm = z.strictObject({ note: noteText });

/** Input: `{ note }`. Throws "forbidden", "invalid" and "not-found". */
export async function addCustomerNote(
  dependencies: CustomerNoteDependencies,
  actor: Actor,
  accountId: string,
  input: unknown,
): Promise<void> {
  requireRight(actor, "update customers");
  const { note } = parseOrThrow(addForm, input);
  await writeNote(dependencies, actor, accountId, async (tx) => {
    const id = newId();
    const at = dependencies.clock();
    const author = authorOf(actor);
    await tx
      .insertInto("customer_notes")
      .values({ id, account_id: accountId, note, author, created_at: at })
      .execute();
    return { action: "Add customer note", id, at };
  });
}

const changeForm = z.strictObject({
  id: z.string("Choose the note to change."),
  note: noteText,
  version: z.coerce.number("Not a version."),
});

/**
 * Input: `{ id, note, version }` with the `version` of the note that the admin saw. Throws
 * "forbidden", "invalid", "not-found", and "conflict" when somebody has changed the note since.
 */
export async function changeCustomerNote(
  dependencies: CustomerNoteDependencies,
  actor: Actor,
  accountId: string,
  input: unknown,
): Promise<void> {
  requireRight(actor, "update customers");
  const { id, note, version } = parseOrThrow(changeForm, input);
  await writeNote(dependencies, actor, accountId, async (tx) => {
    const before = await findNote(tx, accountId, id);
    if (before.note === note) return null;
    if (versionOf(before) !== version) {
      const message = `${before.changed_by ?? before.author} has since changed this note to: “${before.note}” Nothing was saved.`;
      throw new AppError("conflict", message, { issues: [{ path: "note", message }] });
    }
    // A new version must be greater than the old one, also after the clock was set back.
    const at = Math.max(dependencies.clock(), version + 1);
    const change = { note, changed_by: authorOf(actor), changed_at: at };
    await tx.updateTable("customer_notes").set(change).where("id", "=", id).execute();
    return { action: "Change customer note", id, at };
  });
}

const noteForm = z.strictObject({ id: z.string("Choose a note.") });

/**
 * Moves a note to the trash, from which it can be restored for 30 days. Input: `{ id }`. Throws
 * "forbidden", "invalid" and "not-found".
 */
export function removeCustomerNote(
  dependencies: CustomerNoteDependencies,
  actor: Actor,
  accountId: string,
  input: unknown,
): Promise<void> {
  return setRemoved(dependencies, actor, accountId, { input, isRemoved: true });
}

/** Restores a note from the trash. Input: `{ id }`. Throws like `removeCustomerNote`. */
export function restoreCustomerNote(
  dependencies: CustomerNoteDependencies,
  actor: Actor,
  accountId: string,
  input: unknown,
): Promise<void> {
  return setRemoved(dependencies, actor, accountId, { input, isRemoved: false });
}

async function setRemoved(
  dependencies: CustomerNoteDependencies,
  actor: Actor,
  accountId: string,
  { input, isRemoved }: { readonly input: unknown; readonly isRemoved: boolean },
): Promise<void> {
  requireRight(actor, "update customers");
  const { id } = parseOrThrow(noteForm, input);
  await writeNote(dependencies, actor, accountId, async (tx) => {
    await findNote(tx, accountId, id, { isRemoved: !isRemoved });
    const at = dependencies.clock();
    await tx
      .updateTable("customer_notes")
      .set({ removed_at: isRemoved ? at : null })
      .where("id", "=", id)
      .execute();
    return { action: isRemoved ? "Remove customer note" : "Restore customer note", id, at };
  });
}

async function findNote(
  queries: Queries,
  accountId: string,
  id: string,
  { isRemoved } = { isRemoved: false },
): Promise<CustomerNoteRow> {
  const row = canBeId(id)
    ? await queries
        .selectFrom("customer_notes")
        .selectAll()
        .where("id", "=", id)
        .where("account_id", "=", accountId)
        .where("removed_at", isRemoved ? "is not" : "is", null)
        .executeTakeFirst()
    : undefined;
  if (row === undefined) throw new AppError("not-found", "There is no such note.");
  return row;
}

interface WrittenNote {
  readonly action: `${"Add" | "Change" | "Remove" | "Restore"} customer note`;
  readonly id: string;
  readonly at: number;
}

/**
 * Runs a write on a note of an account, and adds an audit entry unless `write` returns null. Locks
 * the account, so that no note is added to an account that is being deleted. The audit log is never
 * deleted, so it contains neither the address nor the text of the note.
 */
function writeNote(
  { database }: CustomerNoteDependencies,
  actor: Actor,
  accountId: string,
  write: (tx: WriteTransaction) => Promise<WrittenNote | null>,
): Promise<void> {
  return database.write(async (tx) => {
    await lockAccount(tx, accountId);
    const written = await write(tx);
    if (written === null) return;
    const { action, id, at } = written;
    await audit(tx, actor, {
      action,
      subject: "account",
      subjectId: accountId,
      label: `Account ${accountId}`,
      before: /^Add|^Restore/.test(action) ? null : { note: id },
      after: action === "Remove customer note" ? null : { note: id },
      at,
    });
  });
}
