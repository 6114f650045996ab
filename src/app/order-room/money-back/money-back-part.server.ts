import { redirect } from "react-router";
import { fields, intent } from "#app/intents.server.ts";
import { askForMoneyBack } from "#money/money-back/ask-for-money-back.ts";
import { declineMoneyBack } from "#money/money-back/decline-money-back.ts";
import { readMoneyBack } from "#money/money-back/read-money-back.ts";
import { customerNames } from "#orders/customer-names.ts";
import { findOrder, isOwn, seesPrice } from "#orders/find-order.ts";
import { newId } from "#platform/ids.ts";
import { isoTime, longDateOf } from "#platform/time/dates.ts";
import { may } from "#policy/rights.ts";
import { type CustomerForm, roomPath, type TeamForm } from "../room-form.server.ts";
import type { RoomReading } from "../room-part.ts";

export type MoneyBackView = NonNullable<Awaited<ReturnType<typeof moneyBackView>>>;

/**
 * Null for a reader who sees no payments, and for an order of which no money can come back. "over"
 * means that nobody has asked within the period.
 */
async function moneyBackView({ services, actor, order, reader }: RoomReading) {
  if (!seesPrice(actor, order)) return null;
  const { request, until } = await readMoneyBack(services, actor, order.id, reader.timeZone);
  if (request === null && until === null) return null;
  const nameOf = await customerNames(
    services,
    actor,
    order,
    request === null ? [] : [request.accountId],
  );
  const isOver = until !== null && services.clock() >= until;
  return {
    state: request === null ? (isOver ? ("over" as const) : ("offered" as const)) : request.state,
    /** The last day for asking, such as "Nov 29, 2026"; "" when a request exists. */
    lastDay: until === null ? "" : longDateOf(until - 1, reader),
    /** "" without a request, like all below. */
    askedOn: request === null ? "" : longDateOf(request.askedAt, reader),
    isoAskedOn: request === null ? "" : isoTime(request.askedAt),
    askedBy: request === null ? "" : nameOf(request.accountId),
    isYours: request?.accountId === actor.accountId,
    reason: request?.reason ?? "",
    /** The owner's reason for declining; "" also while the request is not declined. */
    answer: request?.declined?.because ?? "",
    answeredOn: request?.declined ? longDateOf(request.declined.at, reader) : "",
    answeredBy: request?.declined && may(actor, "see every order") ? request.declined.by : "",
    /** Idempotency key of the form. */
    formKey: newId(),
  };
}

export const customerMoneyBack = {
  read: async (reading: RoomReading) => {
    const view = await moneyBackView(reading);
    const { actor, order } = reading;
    return view && { ...view, mayAsk: isOwn(actor, order, "payments"), accountId: actor.accountId };
  },
  intents: {
    "ask-for-refund": intent(fields("reason", "key"), async (sent: CustomerForm, form) => {
      const { services, actor, orderId } = sent;
      await findOrder(services, actor, orderId).catch((error: unknown) => {
        sent.keepTyped();
        throw error;
      });
      await askForMoneyBack(services, actor, orderId, form);
      return redirect(roomPath(sent, "#refund"), 303);
    }),
  },
};

export const teamMoneyBack = {
  read: async (reading: RoomReading) => {
    const view = await moneyBackView(reading);
    return view && { ...view, mayDecline: may(reading.actor, "decline refunds") };
  },
  intents: {
    "decline-refund": intent(
      fields("reason", "key"),
      async ({ services, actor, orderId }: TeamForm, form) => {
        await declineMoneyBack(services, actor, orderId, form);
        return { said: "Refund is Declined" };
      },
    ),
  },
};
