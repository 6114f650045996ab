import { type AuditEntry, addAuditEntry } from "../platform/audit/audit-log.ts";
import type { WriteTransaction } from "../platform/database/database.ts";
import type { Actor } from "./actor.ts";

/**
 * Writes an admin's action to the audit log, in the same transaction; other actors leave no entry.
 */
export async function audit(tx: WriteTransaction, actor: Actor, entry: AuditEntry): Promise<void> {
  if (actor.kind === "admin") await addAuditEntry(tx, actor, entry);
}
