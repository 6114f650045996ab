import { endReminders } from "../conversation/news/end-reminders.server.ts";
import { deletePasswordsOfOrder } from "../conversation/passwords/order-password.ts";
import { issueDue } from "../invoices/issuing/issue-due.server.ts";
import {
  awaitedTransfer,
  leaveTransfer,
} from "../money/bank-transfer/bank-transfer-tables.server.ts";
import { enterCancellation } from "../money/cancelling/cancel-order.ts";
import { enterNothingDue } from "../money/ledger/nothing-due.ts";
import type { PaymentLifecycle } from "../money/ledger/order-ledger.server.ts";
import { payerOf } from "../money/receipts/payers.server.ts";
import { giveBackCoupon, keepCoupon } from "../orders/coupons/coupon-places.server.ts";
import { withdrawOrderPlaced } from "../orders/placing/order-placed-email.server.ts";
import type { PlacingLifecycle } from "../orders/placing/place-order.ts";
import {
  noteCycleClosed,
  noteCyclePaid,
} from "../subscriptions/cycles/advance-subscription.server.ts";
import { beginSubscription } from "../subscriptions/cycles/begin-subscription.server.ts";
import type { SubscriptionLifecycle } from "../subscriptions/cycles/subscription-lifecycle.ts";
import { assignByRule } from "../work/assignment/assign-by-rule.server.ts";
import { beginBrief } from "../work/brief/begin-brief.server.ts";
import type { BriefLifecycle } from "../work/brief/end-brief.server.ts";
import { queueDeliveryEmail } from "../work/deliveries/delivery-email.server.ts";
import { restartAcceptance } from "../work/deliveries/delivery-record.server.ts";
import type { DeliveryLifecycle } from "../work/deliveries/store-delivery.server.ts";
import { queueAfter, queueBefore } from "../work/site-checks/site-check-record.server.ts";
import { scheduleReminder } from "./left-orders.ts";
import { notifyOfPayment } from "./payment-emails.server.ts";
import { paymentFactsOf } from "./payment-facts.ts";
import { awaitPayment } from "./unpaid-coupons.server.ts";

/**
 * What follows when an order changes its state, in the transaction of the change. The causes know
 * only the types of these functions: `placeOrder` calls `onPlaced`, `enterInLedger` calls `onPaid`,
 * `onClosed` and `onEntered`, a cycle at a price of nothing calls `onNothingDue`, the end or pause of a
 * subscription calls `onCycleWithdrawn`, `endBrief` calls `onBriefEnded`, and `storeDelivery` calls
 * `onDelivered`.
 */
export type OrderLifecycle = PlacingLifecycle &
  PaymentLifecycle &
  SubscriptionLifecycle &
  BriefLifecycle &
  DeliveryLifecycle;

export const orderLifecycle: OrderLifecycle = {
  async onPlaced(tx, { post }, order, plan) {
    await beginSubscription(tx, { post }, order, plan);
    if (order.priceCents > 0) {
      if (plan.lines.some(({ kind }) => kind === "coupon"))
        await awaitPayment(tx, order, order.placedAt);
      await scheduleReminder(tx, order);
      return order;
    }
    return enterNothingDue(tx, { post, lifecycle: orderLifecycle }, order);
  },

  async onPaid(tx, { post }, before, paid, entry) {
    // Work starts when a payment becomes known, whatever the date of a manual payment.
    const at = entry.recordedAt ?? entry.at;
    let order = paid;
    // The first payment decides when the periods start, which the receipt names.
    const paidCycle = { id: paid.id, paidAt: paid.paidAt, notificationId: entry.notificationId };
    await noteCyclePaid(tx, { post, lifecycle: orderLifecycle }, paidCycle);
    await leaveTransfer(tx, order.id, at);
    await keepCoupon(tx, order.id);
    // A cancelled reversal makes an order Paid again, but brings no new payment.
    if (before.paidAt === null) {
      const facts = paymentFactsOf(before, entry);
      order = await assignByRule(tx, post, order, at);
      await withdrawOrderPlaced(tx, order, post.clock());
      await beginBrief(tx, order, { at, isAskedFor: !facts.isUnasked });
      const payerId = await payerOf(tx, entry.notificationId);
      await notifyOfPayment(tx, post, order, { ...facts, payerId });
      await queueBefore(tx, order, at);
    }
    await restartAcceptance(tx, post, order, at);
    return order;
  },

  async onClosed(tx, { post }, _before, { id, paymentStatus }) {
    await leaveTransfer(tx, id, post.clock());
    // An order that was paid has used its coupon, also after a refund.
    if (paymentStatus === "Cancelled") await giveBackCoupon(tx, id, post.clock());
    await withdrawOrderPlaced(tx, { id }, post.clock());
    // Nobody works on the order any more, so nobody needs the customer's passwords.
    await deletePasswordsOfOrder(tx, id);
    await noteCycleClosed(tx, { post, lifecycle: orderLifecycle }, id);
  },

  async onEntered(tx, { post }, order, { amountCents }) {
    if (amountCents !== 0) await issueDue(tx, { post }, order);
  },

  async onNothingDue(tx, { post }, order) {
    await enterNothingDue(tx, { post, lifecycle: orderLifecycle }, order);
  },

  async onCycleWithdrawn(tx, { post }, order, author) {
    const transfer = await awaitedTransfer(tx, order.id);
    await enterCancellation(tx, { post, lifecycle: orderLifecycle }, order, author);
    return transfer !== null;
  },

  async onBriefEnded(tx, order, at) {
    await endReminders(tx, order.id);
    await queueBefore(tx, order, at);
  },

  async onDelivered(tx, { post }, order, delivery) {
    await queueDeliveryEmail(tx, post, order, delivery);
    await queueAfter(tx, order, delivery.at);
  },
};
