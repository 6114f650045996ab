import { z } from "zod";
import type { Database, Queries, WriteTransaction } from "../../../platform/database/database.ts";
import { AppError } from "../../../platform/errors.ts";
import { canBeId, newId } from "../../../platform/ids.ts";
import { noteText } from "../../../platform/texts/note-text.ts";
import { parseOrThrow } from "../../../platform/texts/validation.ts";
import type { Clock } from "../../../platform/time/clock.ts";
import { type Actor, authorOf } from "../../../policy/actor.ts";
import { audit } from "../../../policy/audit.ts";
import { requireRight } from "../../../policy/rights.ts";
import { lockAccount } from "../accounts.server.ts";
import type { CustomerNoteRow } from "./customer-note-tables.server.ts";

interface CustomerNoteDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

/** An internal note about an account. */
export interface CustomerNote {
  readonly id: string;
  readonly note: string;
  readonly author: string;
  readonly createdAt: number;
  /** The last change; null for none. */
  readonly changed: { readonly by: string; readonly at: number } | null;
  /** Time of the last change or of the creation: what a further change starts from. */
  readonly version: number;
}

/** Notes about an account, newest first, for admins. Throws "unauthenticated" and "forbidden". */
export async function listCustomerNotes(
  { database }: { readonly database: Database },
  actor: Actor,
  accountId: string,
): Promise<readonly CustomerNote[]> {
  requireRight(actor, "see every user");
  if (!canBeId(accountId)) return [];
  const rows = await database.read
    .selectFrom("customer_notes")
    .selectAll()
    .where("account_id", "=", accountId)
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

function versionOf({ changed_at, created_at }: CustomerNoteRow): number {
  return changed_at ?? created_at;
}

const addForm = z.strictObject({ note: noteText });

/**
 * Adds an internal note to an account. Input: `{ note }`. Throws "forbidden", "invalid" and
 * "not-found".
 */
export async function addCustomerNote(
  dependencies: CustomerNoteDependencies,
  actor: Actor,
  accountId: string,
  input: unknown,
): Promise<void> {
  requireRight(actor, "update users");
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
 * Changes an internal note. Input: `{ id, note, version }`, where `version` is that of the note that
 * the admin saw. Throws "forbidden", "invalid", "not-found", and "conflict" when somebody has changed
 * the note since.
 */
export async function changeCustomerNote(
  dependencies: CustomerNoteDependencies,
  actor: Actor,
  accountId: string,
  input: unknown,
): Promise<void> {
  requireRight(actor, "update users");
  const { id, note, version } = parseOrThrow(changeForm, input);
  await writeNote(dependencies, actor, accountId, async (tx) => {
    const before = await findNote(tx, accountId, id);
    if (before.note === note) return null;
    if (versionOf(before) !== version) {
      const message = `${before.changed_by ?? before.author} has changed this note meanwhile to: “${before.note}” Nothing was saved.`;
      throw new AppError("conflict", message, { issues: [{ path: "note", message }] });
    }
    // Later than the version that it replaces, whatever the clock says.
    const at = Math.max(dependencies.clock(), version + 1);
    const change = { note, changed_by: authorOf(actor), changed_at: at };
    await tx.updateTable("customer_notes").set(change).where("id", "=", id).execute();
    return { action: "Change customer note", id, at };
  });
}

const removeForm = z.strictObject({ id: z.string("Choose the note to remove.") });

/** Removes an internal note. Input: `{ id }`. Throws "forbidden", "invalid" and "not-found". */
export async function removeCustomerNote(
  dependencies: CustomerNoteDependencies,
  actor: Actor,
  accountId: string,
  input: unknown,
): Promise<void> {
  requireRight(actor, "update users");
  const { id } = parseOrThrow(removeForm, input);
  await writeNote(dependencies, actor, accountId, async (tx) => {
    await findNote(tx, accountId, id);
    await tx.deleteFrom("customer_notes").where("id", "=", id).execute();
    return { action: "Remove customer note", id, at: dependencies.clock() };
  });
}

async function findNote(
  queries: Queries,
  accountId: string,
  id: string,
): Promise<CustomerNoteRow> {
  const row = canBeId(id)
    ? await queries
        .selectFrom("customer_notes")
        .selectAll()
        .where("id", "=", id)
        .where("account_id", "=", accountId)
        .executeTakeFirst()
    : undefined;
  if (row === undefined) throw new AppError("not-found", "There is no such note.");
  return row;
}

interface WrittenNote {
  readonly action: "Add customer note" | "Change customer note" | "Remove customer note";
  readonly id: string;
  readonly at: number;
}

/**
 * Runs a write on a note of an account, with its entry in the audit log unless it answers null. The
 * account is locked, because no note may outlive an account that is deleted at the same time. The
 * audit log is permanent, so it gets neither the address nor the text, which is deleted with the
 * account.
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
      before: action === "Add customer note" ? null : { note: id },
      after: action === "Remove customer note" ? null : { note: id },
      at,
    });
  });
}
