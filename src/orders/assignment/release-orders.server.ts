import type { WriteTransaction } from "../../platform/database/database.ts";
import type { Actor } from "../../policy/actor.ts";
import { audit } from "../../policy/audit.ts";

/** Somebody who cannot work on orders any more. */
interface FormerAssignee {
  readonly accountId: string;
  /** How the audit log names the person. */
  readonly label: string;
}

/**
 * Takes all orders away from a person and removes them from the assignment rules, in the
 * transaction that takes the role. The audit log gets an entry for each open order. Delivered
 * orders are released as well, because their customers may still ask for changes.
 */
export async function releaseOrders(
  tx: WriteTransaction,
  actor: Actor,
  { accountId, label }: FormerAssignee,
  at: number,
): Promise<void> {
  // The rules come first: on PostgreSQL, the deletion waits for an assignment by rule, and the order
  // that it assigned is then released below.
  await tx.deleteFrom("assignment_rules").where("account_id", "=", accountId).execute();
  const released = await tx
    .updateTable("orders")
    .set({ assignee_id: null })
    .where("assignee_id", "=", accountId)
    .returning(["id", "number", "order_status as status"])
    .execute();
  for (const { id, number, status } of released) {
    if (status !== "Pending") continue;
    await audit(tx, actor, {
      ...{ action: "Assign order", subject: "order", subjectId: id, label: `Order ${number}` },
      ...{ before: { assignee: label }, after: { assignee: null }, at },
    });
  }
}
