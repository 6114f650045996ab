import { orderNewsSubject } from "../conversation/news/order-news.server.ts";
import { removeFiles } from "../files/receive-file.ts";
import { deleteEmailsAbout } from "../mail/outbox/personal-mails.server.ts";
import { lockOrder } from "../orders/order-store.server.ts";
import type { Database, WriteTransaction } from "../platform/database/database.ts";
import type { Clock } from "../platform/time/clock.ts";
import type { Actor } from "../policy/actor.ts";
import { audit } from "../policy/audit.ts";
import { requireRight } from "../policy/rights.ts";
import { deleteSiteChecks } from "../work/site-checks/site-check-record.server.ts";

/** Tables with the id of an order, each before the tables that it refers to. */
const tablesOfOrders = [
  // The foreign keys delete the numbers, lists and links of a report with the report
  // (`month_reports`), and the numbers and lists read from a file with the file (`order_figures`), and
  // the searches and positions of a list with the list (`order_search_lists`).
  "month_reports",
  "order_figures",
  "order_search_lists",
  "order_next_months",
  "order_corrections",
  "incoming_mails",
  "order_news",
  "order_passwords",
  "order_files",
  "order_question_events",
  "order_messages",
  "order_rooms",
  "order_review_events",
  "order_deliveries",
  "order_points",
  "order_lines",
  "order_events",
  "undone_order_changes",
  "order_brief_answers",
  "order_brief_events",
  "order_briefs",
  "refund_requests",
  "payment_ledger",
] as const;

/**
 * Deletes the demonstration orders with everything that belongs to them, also on a site that takes
 * payments. Returns the number of deleted orders, which is 0 if there are none. A worker deletes
 * the bytes of their files. Throws "unauthenticated" and "forbidden".
 */
export async function removeDemonstrationOrders(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  actor: Actor,
): Promise<number> {
  requireRight(actor, "change demonstration orders");
  return database.write(async (tx) => {
    await lockDemonstrationOrders(tx);
    const ids = await demonstrationIds(tx);
    if (ids.length === 0) return 0;
    // The lock waits for a running operation on the order.
    for (const id of ids) await lockOrder(tx, id);
    await cancelJobsOf(tx, ids);
    await deleteEmailsAbout(tx, ids);
    await deleteRowsOf(tx, ids);
    await tx.deleteFrom("orders").where("id", "in", ids).execute();
    await audit(tx, actor, {
      action: "Remove demonstration orders",
      subject: "demonstration orders",
      subjectId: "all",
      label: "Demonstration orders",
      before: { orders: ids.length },
      after: { orders: 0 },
      at: clock(),
    });
    return ids.length;
  });
}

/** Makes adding and removing wait for each other, also in several processes. */
export async function lockDemonstrationOrders(tx: WriteTransaction): Promise<void> {
  await tx
    .updateTable("order_counter")
    .set((set) => ({ last_number: set.ref("last_number") }))
    .execute();
}

async function demonstrationIds(tx: WriteTransaction): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom("orders")
    .select("id")
    .where("is_demonstration", "=", 1)
    .orderBy("number")
    .execute();
  return rows.map(({ id }) => id);
}

export async function cancelJobsOf(tx: WriteTransaction, ids: readonly string[]): Promise<void> {
  const deliveries = await tx
    .selectFrom("order_deliveries")
    .select("id")
    .where("order_id", "in", ids)
    .execute();
  const subjects = [
    ...ids.flatMap((id) => [id, orderNewsSubject(id, "customer"), orderNewsSubject(id, "team")]),
    ...deliveries.map(({ id }) => id),
  ];
  await tx.deleteFrom("scheduled_jobs").where("subject", "in", subjects).execute();
}

async function deleteRowsOf(tx: WriteTransaction, ids: readonly string[]): Promise<void> {
  const files = await tx
    .selectFrom("order_files")
    .select("file_id")
    .where("order_id", "in", ids)
    .execute();
  await removeFiles(
    tx,
    files.map(({ file_id }) => file_id),
  );
  const passwords = tx.selectFrom("order_passwords").select("id").where("order_id", "in", ids);
  await tx.deleteFrom("order_password_showings").where("password_id", "in", passwords).execute();
  const deliveries = tx.selectFrom("order_deliveries").select("id").where("order_id", "in", ids);
  await tx.deleteFrom("order_delivery_points").where("delivery_id", "in", deliveries).execute();
  await deleteSiteChecks(tx, ids);
  for (const table of tablesOfOrders) {
    await tx.deleteFrom(table).where("order_id", "in", ids).execute();
  }
}
