import { z } from "zod";
import { tellAssignee } from "#conversation/news/tell-assignee.server.ts";
import type { EmailingDependencies } from "#mail/mailer.ts";
import { withdrawMails } from "#mail/outbox/withdraw-mails.server.ts";
import { orderNotFound } from "#orders/find-order.ts";
import type { Order } from "#orders/order.ts";
import { lockOrder } from "#orders/order-store.server.ts";
import type { Queries, WriteTransaction } from "#platform/database/database.ts";
import type { Failure, Outcomes } from "#platform/each-of.ts";
import { AppError } from "#platform/errors.ts";
import { canBeId } from "#platform/ids.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import { type Actor, isSignedIn } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import { requireRight } from "#policy/rights.ts";
import { mostOrders } from "../deliveries/set-order-status.ts";

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

const assignmentsForm = z.strictObject({
  orders: z
    .array(z.strictObject({ orderId: z.string(), ...assignmentForm.shape }))
    .min(1, { error: "Choose at least one order." })
    .max(mostOrders, { error: `Choose up to ${mostOrders} orders at a time.` }),
});

/** Delays the email about an assignment of several orders, so that it can be undone before. */
const emailDelayMs = 15_000;

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
  dependencies: AssignDependencies,
  actor: Actor,
  orderId: string,
  input: unknown,
): Promise<Order> {
  requireRight(actor, "assign orders");
  const form = parseOrThrow(assignmentForm, input);
  return dependencies.database.write(
    async (tx) => (await assignIn(tx, dependencies, actor, { orderId, ...form })).order,
  );
}

/** An order before and after its assignment. */
export interface AssignedOrder {
  readonly order: Order;
  /** Account of the former assignee; null for nobody. */
  readonly before: string | null;
}

/**
 * Assigns several orders in one write. Input: `{ orders: [{ orderId, assignee, seen }] }`. An order
 * that cannot be assigned keeps its assignee and is among the failures; the others are assigned.
 * Throws "unauthenticated", "forbidden" and "invalid".
 */
export async function assignOrders(
  dependencies: AssignDependencies,
  actor: Actor,
  input: unknown,
): Promise<Outcomes<AssignedOrder>> {
  return assignAll(dependencies, actor, input, (tx, assignment) =>
    assignIn(tx, dependencies, actor, assignment, emailDelayMs),
  );
}

/**
 * Undoes assignments: each order gets its former assignee again, and the waiting email to the
 * present assignee is withdrawn. Nobody is emailed, because the former assignee knows the order.
 * Input: like `assignOrders`, with the account of the present assignee as `seen`. An order that was
 * assigned again meanwhile is among the failures.
 */
export async function undoAssignments(
  dependencies: AssignDependencies,
  actor: Actor,
  input: unknown,
): Promise<Outcomes<AssignedOrder>> {
  return assignAll(dependencies, actor, input, async (tx, assignment) => {
    const { orderId } = assignment;
    const undone = await assignIn(tx, dependencies, actor, assignment, null);
    const since = dependencies.clock() - emailDelayMs;
    await withdrawMails(tx, { about: orderId, letter: "orderAssigned", since });
    return undone;
  });
}

interface Assignment extends z.output<typeof assignmentForm> {
  readonly orderId: string;
}

async function assignAll(
  { database }: AssignDependencies,
  actor: Actor,
  input: unknown,
  assign: (tx: WriteTransaction, assignment: Assignment) => Promise<AssignedOrder>,
): Promise<Outcomes<AssignedOrder>> {
  requireRight(actor, "assign orders");
  const { orders } = parseOrThrow(assignmentsForm, input);
  const byId = new Map(orders.map((one) => [one.orderId, one as Assignment]));
  // One sequence for all writers, so that two of them never wait for each other's orders.
  const sequence = [...byId.values()].toSorted((one, other) =>
    one.orderId < other.orderId ? -1 : 1,
  );
  return database.write(async (tx) => {
    const done: AssignedOrder[] = [];
    const failed: Failure[] = [];
    for (const assignment of sequence) {
      try {
        done.push(await assign(tx, assignment));
      } catch (error) {
        // `assignIn` throws these errors before it writes, so the transaction can go on.
        if (!(error instanceof AppError)) throw error;
        failed.push({ id: assignment.orderId, reason: error.message });
      }
    }
    return { done, failed };
  });
}

/** `delayMs`: delay of the email to the new assignee; null for no email. */
async function assignIn(
  tx: WriteTransaction,
  { clock, post, lockAssignee }: AssignDependencies,
  actor: Actor,
  { orderId, assignee, seen }: Assignment,
  delayMs: number | null = 0,
): Promise<AssignedOrder> {
  const order = canBeId(orderId) ? await lockOrder(tx, orderId) : undefined;
  if (order === undefined) throw orderNotFound();
  const people = await lockAssignee(tx, assignee);
  const nameOf = (id: string | null) =>
    people.find(({ accountId }) => accountId === id)?.email ?? null;
  const assigneeId = assignee === "" ? null : assignee;
  const before = order.assigneeId;
  if (before === assigneeId) return { order, before };
  if (assigneeId !== null && nameOf(assigneeId) === null) {
    const message = "This person can no longer work on orders. Choose somebody else.";
    throw new AppError("invalid", message, { issues: [{ path: "assignee", message }] });
  }
  if (seen !== undefined && seen !== (before ?? "")) {
    const who = nameOf(before) ?? "nobody";
    throw new AppError(
      "conflict",
      `This order has since been assigned to ${who}. Reload the page before you change it.`,
    );
  }
  const at = clock();
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
    before: { assignee: nameOf(before) },
    after: { assignee: nameOf(assigneeId) },
    at,
  });
  const assigned = { ...order, assigneeId };
  const isSelf = isSignedIn(actor) && actor.accountId === assigneeId;
  if (delayMs !== null && !isSelf) await tellAssignee(tx, post, assigned, at, { delayMs });
  return { order: assigned, before };
}
