import { z } from "zod";
import type { EmailingDependencies } from "#mail/mailer.ts";
import type { Queries, WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import { type Actor, isSignedIn } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import { requireRight } from "#policy/rights.ts";
import { orderNotFound } from "../find-order.ts";
import type { Order } from "../order.ts";
import { lockOrder } from "../order-store.server.ts";
import { tellAssignee } from "../room/news/tell-assignee.server.ts";

/** Somebody of the team who can work on orders. */
export interface Assignee {
  readonly accountId: string;
  readonly email: string;
  readonly name: string;
}

/**
 * Everybody who can work on orders: confirmed accounts with the role Admin, Manager or Worker.
 * Passed in by `compose.ts`, because `orders` may not import `access`.
 */
export type ReadAssignees = (queries: Queries) => Promise<readonly Assignee[]>;

/**
 * Like `ReadAssignees`, and locks the role of one account, so that nobody gets an order while the
 * role is taken away.
 */
export type LockAssignee = (
  tx: WriteTransaction,
  accountId: string,
) => Promise<readonly Assignee[]>;

export const assignmentForm = z.strictObject({
  assignee: z
    .string("Choose a person, or nobody.")
    .max(100)
    .meta({ description: 'Account of the person who works on the order; "" for nobody' }),
  /** Account id of the assignee that the sender saw; omitted to replace any assignee. */
  seen: z
    .string()
    .max(100)
    .optional()
    .meta({ description: "The assignment is refused if the order has another assignee by then" }),
});

interface AssignDependencies extends EmailingDependencies {
  readonly lockAssignee: LockAssignee;
}

/**
 * Assigns an order to one person of the team, or to nobody. Input: `assignmentForm`. From the next
 * request on, the new assignee sees the room of the order, and the former assignee does not. Emails
 * the new assignee, unless the actor assigns the order to themselves. Changes nothing if the person
 * is already the assignee. Throws "unauthenticated", "forbidden", "invalid" for somebody who cannot
 * work on orders, "not-found", and "conflict" when somebody else was assigned meanwhile.
 */
export async function assignOrder(
  { database, clock, post, lockAssignee }: AssignDependencies,
  actor: Actor,
  orderId: string,
  input: unknown,
): Promise<Order> {
  requireRight(actor, "assign orders");
  const { assignee, seen } = parseOrThrow(assignmentForm, input);
  return database.write(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order === undefined) throw orderNotFound();
    const people = await lockAssignee(tx, assignee);
    const nameOf = (id: string | null) =>
      people.find(({ accountId }) => accountId === id)?.email ?? null;
    const assigneeId = assignee === "" ? null : assignee;
    if (order.assigneeId === assigneeId) return order;
    if (assigneeId !== null && nameOf(assigneeId) === null) {
      const message = "This person can no longer work on orders. Choose somebody else.";
      throw new AppError("invalid", message, { issues: [{ path: "assignee", message }] });
    }
    if (seen !== undefined && seen !== (order.assigneeId ?? "")) {
      const who = nameOf(order.assigneeId) ?? "nobody";
      throw new AppError(
        "conflict",
        `This order has since been assigned to ${who}. Reload the page before you change it.`,
      );
    }
    await tx
      .updateTable("orders")
      .set({ assignee_id: assigneeId })
      .where("id", "=", order.id)
      .execute();
    await audit(tx, actor, {
      action: "Assign order",
      subject: "order",
      subjectId: order.id,
      label: `Order ${order.number}`,
      before: { assignee: nameOf(order.assigneeId) },
      after: { assignee: nameOf(assigneeId) },
      at: clock(),
    });
    const assigned = { ...order, assigneeId };
    if (!isSignedIn(actor) || actor.accountId !== assigneeId) {
      await tellAssignee(tx, post, assigned, clock());
    }
    return assigned;
  });
}
