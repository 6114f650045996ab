import { listCustomerNotes } from "#access/accounts/notes/customer-notes.ts";
import { findPerson } from "#access/accounts/people.ts";
import { blankIfUnsent, fields, intent } from "#app/intents.server.ts";
import { moveOrder } from "#orders/companies/move-order.ts";
import { countOrdersOfCompany } from "#orders/list-orders.ts";
import { AppError } from "#platform/errors.ts";
import { dollarsFromCents } from "#platform/money.ts";
import { may } from "#policy/rights.ts";
import { spentTotalCents } from "#sales/order-totals.ts";
import { type TeamForm, undoable } from "../room-form.server.ts";
import type { RoomReading } from "../room-part.ts";

/** The customer's account. */
export const teamAccount = {
  read: async ({ services, actor, order: { accountId, companyId } }: RoomReading) => {
    const [person, notes, orders, spentCents] = await Promise.all([
      findPerson(services, actor, accountId).catch(nullIfGone),
      listCustomerNotes(services, actor, accountId),
      countOrdersOfCompany(services, actor, companyId),
      spentTotalCents(services, actor, companyId),
    ]);
    return {
      /** Null after the customer's account was deleted. */
      person: person && {
        path: `/people/${accountId}`,
        orders: `${orders} in total, ${dollarsFromCents(spentCents)} USD paid`,
        notes: notes.map(({ note }) => note),
      },
      /** Whether the reader may move the order to the company of another customer. */
      mayMove: may(actor, "merge companies"),
    };
  },
  intents: {
    move: intent(
      fields("email").extend({ understood: blankIfUnsent }),
      async ({ services, actor, orderId }: TeamForm, form) => {
        const title = "Order is Moved";
        const { order, move } = await moveOrder(services, actor, orderId, form);
        if (move === null) return { said: title };
        const said = `Order ${order.number} now belongs to ${order.companyName || form.email}.`;
        return undoable(actor, { title, said, undo: { ...move }, topic: `company ${orderId}` });
      },
    ),
  },
};

/**
 * Returns null for "not-found", because an order stays after its customer's account was deleted.
 */
function nullIfGone(error: unknown): null {
  if (error instanceof AppError && error.code === "not-found") return null;
  throw error;
}
