import { fields, intent } from "#app/intents.server.ts";
import { may } from "#policy/rights.ts";
import { assignOrder } from "#work/assignment/assign-order.ts";
import type { TeamForm } from "../room-form.server.ts";
import type { RoomReading } from "../room-part.ts";

/**
 * The assignee of an order and the people who can be assigned; null without the right to assign
 * orders.
 */
export const teamAssignment = {
  read: async ({ services, actor, order: { assigneeId } }: RoomReading) => {
    if (!may(actor, "assign orders")) return null;
    const people = await services.readAssignees(services.database.read);
    return {
      assigneeId: people.some(({ accountId }) => accountId === assigneeId) ? assigneeId : null,
      people: people.map(({ accountId, email, name }) => ({
        value: accountId,
        label: name === "" ? email : `${name} (${email})`,
      })),
    };
  },
  intents: {
    assign: intent(
      fields("assignee", "seen"),
      async ({ services, actor, orderId }: TeamForm, form) => {
        await assignOrder(services, actor, orderId, form);
        return { said: "Assignment is Changed" };
      },
    ),
  },
};

export type AssignmentView = Awaited<ReturnType<typeof teamAssignment.read>>;
