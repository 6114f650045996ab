import { hasMailServer } from "#app/admin/messages/mail/mail-row.server.ts";
import { decideReview } from "#app/admin/money/decide-review.server.ts";
import { reviewRow } from "#app/admin/money/review-row.server.ts";
import { fields, intent } from "#app/intents.server.ts";
import { pricingPackages } from "#content/blocks/pricing-packages.ts";
import { chargeLines, payUntilLine } from "#content/model/plan-interval.ts";
import { findRecord } from "#content/records/content-store.server.ts";
import { plannedReminder } from "#lifecycle/left-orders.ts";
import { awaitedTransfer } from "#money/bank-transfer/bank-transfer-tables.server.ts";
import { transferReference } from "#money/bank-transfer/transfer-reference.ts";
import { cancelForCustomer } from "#money/cancelling/cancel-for-customer.ts";
import { orderNotifications } from "#money/ledger/order-notifications.ts";
import {
  recordManualPayment,
  recordManualRefund,
} from "#money/manual-payments/record-manual-payment.ts";
import { paymentProgress } from "#money/paying/payment-progress.ts";
import { orderReceipt, paymentsOfOrder } from "#money/receipts/payments-of-order.ts";
import { providerOfOrder } from "#money/receipts/provider-of-order.ts";
import { type Refund, requestRefund } from "#money/refunds/refund-payment.ts";
import { readOpenReviews } from "#money/review/read-open-reviews.ts";
import { offerOfOrder } from "#offers/read-offers.ts";
import { seesPrice } from "#orders/find-order.ts";
import { linesOfOrder } from "#orders/lines/order-lines.server.ts";
import { chargedBy } from "#orders/lines/order-lines.ts";
import { newId } from "#platform/ids.ts";
import { amountFromCents } from "#platform/money.ts";
import { dayOf, longDateOf } from "#platform/time/dates.ts";
import { may } from "#policy/rights.ts";
import { readSetting } from "#settings/stored-settings.server.ts";
import { periodOfOrder } from "#subscriptions/period-of-order.server.ts";
import type { TeamForm } from "../room-form.server.ts";
import type { RoomReading } from "../room-part.ts";
import { receiptView } from "./customer-receipt.tsx";
import { refundSent } from "./describe-decision.server.ts";
import { moneyQuestions, noMoneyQuestions } from "./money-questions.server.ts";
import { paidWordsOf } from "./paid-words.server.ts";
import { paymentView } from "./payment-view.server.ts";

export const teamMoney = {
  read: async ({ services, actor, order, reader }: RoomReading) => {
    const { read } = services.database;
    const [payments, progress, provider, transfer, reminderAt, offer] = await Promise.all([
      paymentsOfOrder(services, actor, order.id),
      paymentProgress(services, actor, order.id),
      providerOfOrder(services.database.read, services.payments, order.id),
      awaitedTransfer(services.database.read, order.id),
      order.paymentStatus === "UnPaid" ? plannedReminder(read, order.id) : null,
      may(actor, "see offers") ? offerOfOrder(read, order.id) : null,
    ]);
    return {
      /** Day of the next email about the unpaid order; "" for none. */
      reminder: reminderAt === null ? "" : longDateOf(reminderAt, reader),
      /** Id of the offer that has become the order; null without one. */
      offer,
      /** The bank transfer that the order waits for; null without one. */
      transfer:
        transfer === null
          ? null
          : { reference: transferReference(order), since: longDateOf(transfer, reader) },
      payments: payments.map((payment) => paymentView(payment, reader)),
      progress,
      paymentKey: newId(),
      /** The price as the amount field shows it, such as "149.00". */
      priceAmount: amountFromCents(order.priceCents),
      today: dayOf(services.clock(), reader.timeZone),
      issuesInvoice: !order.isDemonstration && (await readSetting({}, read, "invoicing")).isOn,
      providerName: provider.displayName,
      /** Whether the person may record, refund and review payments, and cancel orders. */
      movesMoney: may(actor, "refund payments"),
    };
  },
  intents: {
    cancel: intent(fields(), async ({ services, actor, orderId }: TeamForm) => {
      await cancelForCustomer(services, actor, orderId);
      return { said: "Order is Cancelled" };
    }),
    refund: intent(
      fields("transactionId", "amount", "key", "seenCents"),
      async ({ services, actor, orderId }: TeamForm, form) => ({
        said: saidOfRefund(await requestRefund(services, actor, orderId, form)),
      }),
    ),
    "outside-payment": intent(
      fields("amount", "date", "reference", "confirmed", "key"),
      async ({ services, actor, orderId }: TeamForm, form) => {
        await recordManualPayment(services, actor, orderId, form);
        return { said: "Payment is Recorded" };
      },
    ),
    "outside-refund": intent(
      fields("transactionId", "amount", "date", "reference", "key"),
      async ({ services, actor, orderId }: TeamForm, form) => {
        await recordManualRefund(services, actor, orderId, form);
        return { said: "Refund is Recorded" };
      },
    ),
  },
};

/** Notifications about the order that wait for a decision of the team. */
export const teamReviews = {
  read: async ({ services, actor, order, reader }: RoomReading) => {
    const received = await orderNotifications(services, actor, order.id);
    const toDecide = received.filter(
      ({ outcome, resolution }) => outcome === "review" && resolution === null,
    );
    const found = await readOpenReviews(
      services,
      actor,
      toDecide.map(({ id }) => id),
    );
    const words = { reader, sendsEmails: await hasMailServer(services) };
    return found.map((review) => reviewRow(review, words));
  },
  intents: { "decide-review": decideReview },
};

/** Nothing about money for a reader who may not see it. */
export const customerPayment = {
  read: async ({ services, actor, order, reader }: RoomReading) => {
    const seesMoney = seesPrice(actor, order);
    const now = services.clock();
    const [receipt, progress, questions, plan, paidWords, transfer, period] = await Promise.all([
      seesMoney ? orderReceipt(services, actor, order.id) : null,
      seesMoney ? paymentProgress(services, actor, order.id) : null,
      seesMoney ? moneyQuestions(services, actor, order.id) : noMoneyQuestions,
      findRecord(services.database.read, pricingPackages, order.packageId),
      paidWordsOf(services, actor, [order]),
      seesMoney ? awaitedTransfer(services.database.read, order.id) : null,
      seesMoney ? periodOfOrder(services.database.read, order.id, { reader, now }) : null,
    ]);
    const lines = await linesOfOrder(services.database.read, order);
    return {
      receipt: receipt && receiptView(order, receipt, reader),
      /** Null for an order without a subscription. */
      period,
      /** What is charged and how to stop it, before the payment; empty for a plan charged once. */
      charges:
        seesMoney && order.paymentStatus === "UnPaid"
          ? [
              ...chargeLines(chargedBy(lines, order), null, period?.running ?? null),
              ...(period?.payUntil ? [payUntilLine(period.payUntil)] : []),
            ]
          : [],
      progress,
      questions,
      paidWords: paidWords(order),
      /** What the customer writes with the awaited bank transfer; null without one. */
      transferReference: transfer === null ? null : transferReference(order),
      /** Undefined when the plan is no longer on sale. */
      planId: plan?._id,
    };
  },
};

function saidOfRefund({ state, reason }: Refund): string {
  if (state === "refused") return `The refund failed. No money was sent. ${reason}`;
  return state === "done"
    ? refundSent
    : "Refund in progress: the provider has not confirmed it yet";
}
