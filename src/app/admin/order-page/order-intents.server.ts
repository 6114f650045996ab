import { blankIfUnsent, fields, intent } from "#app/intents.server.ts";
import { refundSent } from "#app/order-room/money/describe-decision.server.ts";
import {
  type OrderForm,
  roomIntents,
  saidOfEmail,
  undoable,
} from "#app/order-room/room-intents.server.ts";
import { cancelForCustomer } from "#money/cancelling/cancel-for-customer.ts";
import {
  recordManualPayment,
  recordManualRefund,
} from "#money/manual-payments/record-manual-payment.ts";
import { type Refund, requestRefund } from "#money/refunds/refund-payment.ts";
import { moveOrder } from "#orders/companies/move-order.ts";
import { endLinks } from "#orders/links/order-access.ts";
import { assignOrder } from "#work/assignment/assign-order.ts";
import { setOrderStatus } from "#work/deliveries/set-order-status.ts";
import { addOrderNote } from "#work/timeline/add-order-note.ts";
import { decideReview } from "../payments/decide-review.server.ts";

export const orderIntents = {
  ...roomIntents,
  note: intent(fields("note"), async ({ services, actor, orderId }: OrderForm, form) => {
    await addOrderNote(services, actor, orderId, form);
    return { said: "Note is Added" };
  }),
  "set-status": intent(
    fields("orderStatus"),
    async ({ services, actor, orderId }: OrderForm, form) => {
      const title = "OrderStatus is Updated";
      const { order, changeId } = await setOrderStatus(services, actor, orderId, form);
      if (changeId === null) return { said: title };
      const { number, orderStatus } = order;
      const email = orderStatus === "Delivered" ? await saidOfEmail(services, order) : "";
      const said = `Order ${number} is ${orderStatus}.${email}`;
      return undoable(actor, { title, said, undo: [changeId], topic: `status ${orderId}` });
    },
  ),
  assign: intent(
    fields("assignee", "seen"),
    async ({ services, actor, orderId }: OrderForm, form) => {
      await assignOrder(services, actor, orderId, form);
      return { said: "Assignment is Changed" };
    },
  ),
  move: intent(
    fields("email").extend({ understood: blankIfUnsent }),
    async ({ services, actor, orderId }: OrderForm, form) => {
      const title = "Order is Moved";
      const { order, move } = await moveOrder(services, actor, orderId, form);
      if (move === null) return { said: title };
      const said = `Order ${order.number} now belongs to ${order.companyName || form.email}.`;
      return undoable(actor, { title, said, undo: { ...move }, topic: `company ${orderId}` });
    },
  ),
  "end-links": intent(
    fields("person"),
    async ({ services, actor, orderId }: OrderForm, { person = "" }) => {
      await endLinks(services, actor, orderId, person);
      return { said: "Links are Revoked" };
    },
  ),
  cancel: intent(fields(), async ({ services, actor, orderId }: OrderForm) => {
    await cancelForCustomer(services, actor, orderId);
    return { said: "Order is Cancelled" };
  }),
  refund: intent(
    fields("transactionId", "amount", "key", "seenCents"),
    async ({ services, actor, orderId }: OrderForm, form) => ({
      said: saidOfRefund(await requestRefund(services, actor, orderId, form)),
    }),
  ),
  "outside-payment": intent(
    fields("amount", "date", "reference", "confirmed", "key"),
    async ({ services, actor, orderId }: OrderForm, form) => {
      await recordManualPayment(services, actor, orderId, form);
      return { said: "Payment is Recorded" };
    },
  ),
  "outside-refund": intent(
    fields("transactionId", "amount", "date", "reference", "key"),
    async ({ services, actor, orderId }: OrderForm, form) => {
      await recordManualRefund(services, actor, orderId, form);
      return { said: "Refund is Recorded" };
    },
  ),
  "decide-review": decideReview,
};

function saidOfRefund({ state, reason }: Refund): string {
  if (state === "refused") return `The refund failed. No money was sent. ${reason}`;
  return state === "done"
    ? refundSent
    : "Refund in progress: the provider has not confirmed it yet";
}
