import type { Queries } from "../../platform/database/database.ts";
import { rowChunks } from "../../platform/database/row-chunks.ts";

/** Each message that is said to have moved money beside the entry that it made. */
export async function checkNotifications(
  queries: Queries,
  note: (difference: string) => void,
): Promise<void> {
  for await (const chunk of appliedChunks(queries)) {
    for (const message of chunk) {
      const of = message.number === null ? "" : ` of order ${message.number}`;
      const name = `The message of ${message.provider} about transaction ${message.transaction_id} (${message.payment_status})`;
      if (message.state !== "verified") {
        note(`${name} was applied, but it is ${message.state}, not verified.`);
      }
      if (message.entry_id === null) {
        note(`${name} was applied, and the ledger${of} has no entry of it.`);
      }
    }
  }
}

function appliedChunks(queries: Queries) {
  return rowChunks(
    { after: "" },
    (message: { id: string }) => message.id,
    (after, size) =>
      queries
        .selectFrom("payment_notifications as message")
        .leftJoin("orders", "orders.id", "message.order_reference")
        // By the ledger's own key: the message's id alone has no index there.
        .leftJoin("payment_ledger as entry", (join) =>
          join
            .onRef("entry.provider", "=", "message.provider")
            .onRef("entry.transaction_id", "=", "message.transaction_id")
            .onRef("entry.notification_id", "=", "message.id"),
        )
        .select(["message.id", "message.provider", "message.transaction_id", "message.state"])
        .select(["message.payment_status", "orders.number", "entry.id as entry_id"])
        .where("message.outcome", "=", "applied")
        .where("message.id", ">", after)
        .orderBy("message.id")
        .limit(size)
        .execute(),
  );
}
