import { tellAssignee } from "#conversation/news/tell-assignee.server.ts";
import type { Post } from "#mail/mailer.ts";
import type { Order } from "#orders/order.ts";
import { engineOf, type WriteTransaction } from "#platform/database/database.ts";
import { longDateOf } from "#platform/time/dates.ts";
import { everyOtherPlan } from "./assignment-rules.ts";

/**
 * Assigns an order that becomes Paid for the first time to one of the people in the assignment rule
 * of its plan. Chooses the person with the fewest open orders, and among equals the person whose
 * newest order is the oldest. An assignee from before the payment stays, and is told of the payment.
 * Returns the order unchanged if the order has an assignee, is delivered or is a demonstration order,
 * or if nobody in the rule can work on orders. Requires a locked order.
 */
export async function assignByRule(
  tx: WriteTransaction,
  post: Post,
  order: Order,
  at: number,
): Promise<Order> {
  if (order.assigneeId !== null) {
    const paidOn = longDateOf(order.paidAt ?? at, { timeZone: await post.readTimeZone(tx) });
    await tellAssignee(tx, post, order, at, { facts: [["Paid", paidOn]] });
    return order;
  }
  if (order.orderStatus === "Delivered") return order;
  if (order.isDemonstration) return order;
  const candidates = await lockCandidates(tx, order.packageId);
  if (candidates.length === 0) return order;
  const people = (await post.readTeam(tx)).filter(({ accountId }) =>
    candidates.includes(accountId),
  );
  const chosen = await leastLoaded(
    tx,
    people.map(({ accountId }) => accountId),
  );
  const person = people.find(({ accountId }) => accountId === chosen);
  if (person === undefined) return order;
  await tx
    .updateTable("orders")
    .set({ assignee_id: person.accountId })
    .where("id", "=", order.id)
    .execute();
  const assigned = { ...order, assigneeId: person.accountId };
  await tellAssignee(tx, post, assigned, at);
  return assigned;
}

/**
 * Account ids in the rule of a plan. Locks the rows of the rule, so that two orders that are paid
 * at the same time are assigned one after the other, and so that `releaseOrders`, which deletes the
 * rows of a person who leaves, waits for the assignment.
 */
async function lockCandidates(tx: WriteTransaction, planId: string): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom("assignment_rules")
    .selectAll()
    .where("plan_id", "in", [planId, everyOtherPlan])
    .orderBy("plan_id")
    .orderBy("account_id")
    .$if(engineOf(tx) === "postgres", (query) => query.forUpdate())
    .execute();
  const own = rows.filter(({ plan_id }) => plan_id === planId);
  return (own.length > 0 ? own : rows).map(({ account_id }) => account_id);
}

async function leastLoaded(
  tx: WriteTransaction,
  accountIds: readonly string[],
): Promise<string | undefined> {
  if (accountIds.length === 0) return undefined;
  const assigned = tx.selectFrom("orders").where("assignee_id", "in", accountIds);
  const open = await assigned
    .select(({ fn }) => ["assignee_id as accountId", fn.countAll<number | string>().as("count")])
    .where("payment_status", "=", "Paid")
    .where("order_status", "=", "Pending")
    .groupBy("assignee_id")
    .execute();
  const newest = await assigned
    .select(({ fn }) => ["assignee_id as accountId", fn.max("number").as("number")])
    .groupBy("assignee_id")
    .execute();
  const countOf = (id: string) => Number(open.find((row) => row.accountId === id)?.count ?? 0);
  const newestOf = (id: string) => Number(newest.find((row) => row.accountId === id)?.number ?? 0);
  return accountIds.toSorted(
    (one, other) =>
      countOf(one) - countOf(other) || newestOf(one) - newestOf(other) || (one < other ? -1 : 1),
  )[0];
}
