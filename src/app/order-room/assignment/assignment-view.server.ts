import type { Services } from "#compose.ts";
import type { Order } from "#orders/order.ts";
import type { Actor } from "#policy/actor.ts";
import { may } from "#policy/rights.ts";

/**
 * The assignee of an order and the people who can be assigned; null without the right to assign
 * orders.
 */
export async function assignmentView(
  { database, readAssignees }: Services,
  actor: Actor,
  { assigneeId }: Order,
) {
  if (!may(actor, "assign orders")) return null;
  const people = await readAssignees(database.read);
  return {
    assigneeId: people.some(({ accountId }) => accountId === assigneeId) ? assigneeId : null,
    people: people.map(({ accountId, email, name }) => ({
      value: accountId,
      label: name === "" ? email : `${name} (${email})`,
    })),
  };
}

export type AssignmentView = Awaited<ReturnType<typeof assignmentView>>;
