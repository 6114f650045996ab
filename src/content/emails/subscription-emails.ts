import { defineEmail } from "./define-email.ts";

const cycle = {
  customerName: "Ann Field",
  customerEmail: "ann@example.com",
  orderNumber: "1042",
  plan: "Premium",
  amount: "$499.00",
} as const;

const forSubscriber =
  "You are receiving this email because you or your company subscribed to a plan here.";

/** Emails about plans that are charged again and again. Their facts name days and sums. */
export const subscriptionEmails = {
  /** Sent seven days before a period, to a customer who pays by hand. */
  cycleToPay: defineEmail({
    name: "cycle-to-pay",
    title: "Email: next period to pay",
    placeholders: cycle,
    subject: "Your {plan} plan goes on: order {orderNumber} is ready to pay",
    words: [
      "The next period of your {plan} plan begins soon, {customerName}. It costs {amount}, and nothing is charged by itself.",
      "The button opens the payment without a login. You can also pause or cancel the plan: then this order is taken back, and you owe nothing.",
    ],
    buttonText: "Pay {amount}",
    reason: forSubscriber,
  }),
  /** Sent when the delivery of a period is accepted. The facts name the next payment. */
  cycleComplete: defineEmail({
    name: "cycle-complete",
    title: "Email: order of a plan complete",
    placeholders: cycle,
    subject: "Your order {orderNumber} is complete",
    words: [
      "Thank you, {customerName}. The delivery of your {plan} plan is accepted, so order {orderNumber} is complete.",
      "Below you see when the next payment of your plan is due, if one follows. You can pause or cancel the plan before, in two clicks on its page.",
    ],
    buttonText: "See your plan",
    reason: forSubscriber,
  }),
  /** Sent when a period begins without its payment. */
  cycleOverdue: defineEmail({
    name: "cycle-overdue",
    title: "Email: period not paid",
    placeholders: cycle,
    subject: "Order {orderNumber} for your {plan} plan is not paid yet",
    words: [
      "A new period of your {plan} plan has begun, {customerName}, and its payment of {amount} has not arrived.",
      "We work on for some days. If your payment is on its way, there is nothing you need to do.",
    ],
    buttonText: "Pay {amount}",
    reason: forSubscriber,
  }),
  /** Sent when the days of grace are over. */
  cycleSuspended: defineEmail({
    name: "cycle-suspended",
    title: "Email: work stands still until the payment",
    placeholders: cycle,
    subject: "Work on your {plan} plan stands still",
    words: [
      "Order {orderNumber} is still not paid, {customerName}, so the work on your {plan} plan stands still.",
      "It goes on when the payment of {amount} arrives. You pay nothing for the time in between.",
    ],
    buttonText: "Pay {amount}",
    reason: forSubscriber,
  }),
  /** Sent once for all payments that are taken back until it is settled. */
  paymentTakenBack: defineEmail({
    name: "payment-taken-back",
    title: "Email: payment taken back",
    placeholders: cycle,
    subject: "Work on your {plan} plan stands still",
    words: [
      "A payment for your {plan} plan was taken back through your bank or PayPal, {customerName}. Until that is settled, the work stands still, and nothing more is charged.",
      "If you did not expect this, or are not content with our work, write to us on your order’s page. We want to put it right.",
    ],
    buttonText: "Open your order",
    reason: forSubscriber,
  }),
  /** Sent each time that the provider could not charge a period. */
  renewalFailed: defineEmail({
    name: "renewal-failed",
    title: "Email: charge failed",
    placeholders: cycle,
    subject: "The charge for your {plan} plan did not work",
    words: [
      "We could not charge {amount} for order {orderNumber}, {customerName}. Often a card has expired, or the bank wants to ask you first.",
      "The button opens the payment without a login: pay this period once, in any way that we offer. The plan then goes on as before.",
    ],
    buttonText: "Pay {amount}",
    reason: forSubscriber,
  }),
  subscriptionPaused: defineEmail({
    name: "subscription-paused",
    title: "Email: plan paused",
    placeholders: cycle,
    subject: "Your {plan} plan is paused",
    words: [
      "Your {plan} plan pauses, {customerName}. The period that you have paid runs to its end, and nothing is charged in the pause.",
      "What you ask for in the pause is kept, and we take it up when the plan goes on.",
    ],
    buttonText: "See your plan",
    reason: forSubscriber,
  }),
  subscriptionResumed: defineEmail({
    name: "subscription-resumed",
    title: "Email: plan goes on",
    placeholders: cycle,
    subject: "Your {plan} plan goes on",
    words: ["Your {plan} plan goes on, {customerName}. The next period costs {amount}."],
    buttonText: "See your plan",
    reason: forSubscriber,
  }),
  subscriptionCancelled: defineEmail({
    name: "subscription-cancelled",
    title: "Email: plan cancelled",
    placeholders: cycle,
    subject: "Your {plan} plan is cancelled",
    words: [
      "Your {plan} plan is cancelled, {customerName}. Below you see what that means for your payments.",
    ],
    buttonText: "See your plan",
    reason: forSubscriber,
  }),
  subscriptionEnded: defineEmail({
    name: "subscription-ended",
    title: "Email: plan has ended",
    placeholders: cycle,
    subject: "Your {plan} plan has ended",
    words: [
      "Your {plan} plan has ended, {customerName}. Nothing more is charged.",
      "Your orders, files and reports stay on your account.",
    ],
    buttonText: "See your last order",
    reason: forSubscriber,
  }),
  /** The facts have the new plan, its price and its first day. */
  planChanged: defineEmail({
    name: "plan-changed",
    title: "Email: plan changed",
    placeholders: cycle,
    subject: "Your {plan} plan changes",
    words: [
      "Your plan changes from the next period on, {customerName}. What you have paid for stays as it is until then.",
    ],
    buttonText: "See your plan",
    reason: forSubscriber,
  }),
  /** {amount} is the new price. The facts have the old price and the first day of the new one. */
  priceMoved: defineEmail({
    name: "price-moved",
    title: "Email: new price of a plan",
    placeholders: cycle,
    subject: "A new price for your {plan} plan",
    words: [
      "The price of your {plan} plan changes to {amount}, {customerName}. Everything that you have paid for stays as it is.",
      "Below you see what happens if you do nothing.",
    ],
    buttonText: "See your plan",
    reason: forSubscriber,
  }),
  /** The facts say what the customer or the provider changed. */
  subscriptionChangedOwner: defineEmail({
    name: "subscription-changed-owner",
    title: "Email to you: subscription changed",
    goesTo: "owner",
    placeholders: cycle,
    subject: "The {plan} plan of {customerName} has changed",
    words: ["The subscription of {customerName} ({customerEmail}) to the {plan} plan has changed."],
    buttonText: "Open the order",
    reason: "You are receiving this email because you receive the orders of {business}.",
  }),
} as const;
