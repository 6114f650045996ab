import type { Database, Queries, WriteTransaction } from "../../../platform/database/database.ts";
import { AppError } from "../../../platform/errors.ts";
import { canBeId } from "../../../platform/ids.ts";
import type { Clock } from "../../../platform/time/clock.ts";
import type { Actor } from "../../../policy/actor.ts";
import { audit } from "../../../policy/audit.ts";
import { requireRight } from "../../../policy/rights.ts";
import type { CustomerNoteRow } from "./customer-note-tables.server.ts";

export interface CustomerNoteDependencies {
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
  /**
   * Time of the last change or of the creation. A change sends it back, so that a change by another
   * admin in between is detected.
   */
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

export function versionOf({ changed_at, created_at }: CustomerNoteRow): number {
  return changed_at ?? created_at;
}

/** A note of an account. Throws "not-found". */
export async function findCustomerNote(
  queries: Queries,
  accountId: string,
  id: string,
): Promise<CustomerNoteRow> {
  const row =
    canBeId(id) && canBeId(accountId)
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

interface AuditedNote {
  readonly action: "Add customer note" | "Change customer note" | "Remove customer note";
  readonly accountId: string;
  readonly id: string;
  readonly at: number;
}

/**
 * The audit log is permanent, so it gets neither the address nor the text, which is deleted with the
 * account.
 */
export async function auditNote(
  tx: WriteTransaction,
  actor: Actor,
  { action, accountId, id, at }: AuditedNote,
): Promise<void> {
  await audit(tx, actor, {
    action,
    subject: "account",
    subjectId: accountId,
    label: `Account ${accountId}`,
    before: action === "Add customer note" ? null : { note: id },
    after: action === "Remove customer note" ? null : { note: id },
    at,
  });
}
