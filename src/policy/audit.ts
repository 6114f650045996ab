import { type AuditEntry, addAuditEntry } from "../platform/audit/audit-log.ts";
import type { WriteTransaction } from "../platform/database/database.ts";
import type { Actor } from "./actor.ts";

/** Records what an admin wrote, in the transaction that writes it; others leave no entry. */
export async function audit(tx: WriteTransaction, actor: Actor, entry: AuditEntry): Promise<void> {
  if (actor.kind === "admin") await addAuditEntry(tx, actor, entry);
}
