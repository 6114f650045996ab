import { lockOrder } from "#orders/order-store.server.ts";
import type { WriteTransaction } from "#platform/database/database.ts";
import { type JobHandlers, scheduleJob } from "#platform/schedule/scheduled-jobs.server.ts";
import { type IssuingDependencies, issueDue } from "./issue-due.server.ts";

const kind = "invoice-backlog";
const ordersAtOnce = 20;

/** Tries again to issue all documents that wait. */
export async function issueBacklog(tx: WriteTransaction, at: number): Promise<void> {
  await scheduleJob(tx, { kind, subject: "", dueAt: at });
}

/** The subject of a job is the order up to which the backlog was worked off. */
export function backlogJobs(deps: IssuingDependencies): JobHandlers {
  return {
    async [kind](tx, { subject }, now) {
      const rows = await tx
        .selectFrom("invoice_backlog")
        .select("order_id")
        .where("order_id", ">", subject)
        .orderBy("order_id")
        .limit(ordersAtOnce)
        .execute();
      const orders = [];
      // All orders are locked before the counter of the numbers, as a payment locks them.
      for (const { order_id } of rows) orders.push(await lockOrder(tx, order_id));
      for (const order of orders) if (order !== undefined) await issueDue(tx, deps, order);
      const last = rows.at(-1)?.order_id;
      if (rows.length === ordersAtOnce && last !== undefined) {
        await scheduleJob(tx, { kind, subject: last, dueAt: now });
      }
    },
  };
}
