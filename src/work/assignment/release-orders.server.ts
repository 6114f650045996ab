import type { WriteTransaction } from "#platform/database/database.ts";
import type { Actor } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";

/** Somebody who cannot work on orders any more. */
interface FormerAssignee {
  readonly accountId: string;
  /** Name of the person in the audit log. */
  readonly label: string;
}

/**
 * Takes all orders away from a person and removes the person from the assignment rules, in the
 * transaction that takes the role. The audit log gets an entry for each order that is not
 * delivered. Delivered orders are released as well, because their customers may still ask for
 * changes.
 */
export async function releaseOrders(
  tx: WriteTransaction,
  actor: Actor,
  { accountId, label }: FormerAssignee,
  at: number,
): Promise<void> {
  // Deletes the rules first. On PostgreSQL this deletion waits for a running `assignByRule`, and
  // the update below then also releases the order that `assignByRule` has assigned.
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
      action: "Assign order",
      subject: "order",
      subjectId: id,
      label: `Order ${number}`,
      before: { assignee: label },
      after: { assignee: null },
      at,
    });
  }
}
