import { defineEmail } from "./define-email.ts";

/** Placeholders of every email about an order. */
const order = {
  customerName: "Ann Field",
  customerEmail: "ann@example.com",
  orderNumber: "1042",
  plan: "Standard",
  amount: "$299.00",
} as const;

/** Email templates about orders, for customers and the owner. */
export const orderEmails = {
  orderPlaced: defineEmail({
    name: "order-placed",
    title: "Mail: order placed",
    placeholders: order,
    subject: "Your order {orderNumber} is placed",
    words: [
      "Thank you, {customerName}. We have your order for the {plan} plan.",
      "You have not been charged yet: we start work as soon as we receive {amount}.",
    ],
    buttonText: "View and pay your order",
    reason: "You are receiving this email because you placed an order here.",
  }),
  orderPlacedOwner: defineEmail({
    name: "order-placed-owner",
    title: "Mail to you: order placed",
    goesTo: "owner",
    placeholders: order,
    subject: "New order {orderNumber}: {plan}",
    words: ["{customerName} ({customerEmail}) has ordered the {plan} plan for {amount}."],
    buttonText: "Open the order",
    reason: "You are receiving this email because you receive this site's orders.",
  }),
  paymentReceived: defineEmail({
    name: "payment-received",
    title: "Mail: payment received",
    placeholders: order,
    subject: "Your payment for order {orderNumber} has arrived",
    words: [
      "Thank you, {customerName}. Your payment of {amount} has arrived, and this is your receipt.",
      "We are starting work on your {plan} plan and will email you when it is delivered.",
    ],
    buttonText: "See your order",
    reason: "You are receiving this email because you placed an order here.",
  }),
  paymentReceivedOwner: defineEmail({
    name: "payment-received-owner",
    title: "Mail to you: payment received",
    goesTo: "owner",
    placeholders: order,
    subject: "Order {orderNumber} is paid",
    words: ["{customerName} ({customerEmail}) has paid {amount} for the {plan} plan."],
    buttonText: "Open the order",
    reason: "You are receiving this email because you receive this site's orders.",
  }),
  /**
   * Replaces the one above when the order was cancelled before the payment. {amount} is the
   * payment.
   */
  paidAfterCancelling: defineEmail({
    name: "paid-after-cancelling",
    title: "Mail: cancelled order paid",
    placeholders: order,
    subject: "Your payment for the cancelled order {orderNumber} has arrived",
    words: [
      "You cancelled this order, {customerName}, but your payment of {amount} arrived afterwards.",
      "We are checking it. Write to us if you want a refund.",
    ],
    buttonText: "See your order",
    reason: "You are receiving this email because you placed an order here.",
  }),
  /** {amount} is the amount of the duplicate payment. */
  paidAgain: defineEmail({
    name: "paid-again",
    title: "Mail: paid once more",
    placeholders: order,
    subject: "A second payment for order {orderNumber} has arrived",
    words: [
      "We have received another payment of {amount} for your {plan} plan, {customerName}, although the order was already paid.",
      "We will check it and refund the difference. There is nothing you need to do.",
    ],
    buttonText: "See your order",
    reason: "You are receiving this email because you placed an order here.",
  }),
  /** {amount} is the returned amount, not the order's price. */
  moneyReturned: defineEmail({
    name: "money-returned",
    title: "Mail: money returned",
    placeholders: order,
    subject: "{amount} was refunded for order {orderNumber}",
    words: [
      "We have refunded {amount} of your payment for the {plan} plan, {customerName}.",
      "It may take a few days to arrive, depending on how you paid. Your order page shows the refund, too.",
    ],
    buttonText: "See your order",
    reason: "You are receiving this email because you placed an order here.",
  }),
  paymentCancelled: defineEmail({
    name: "payment-cancelled",
    title: "Mail: payment cancelled",
    placeholders: order,
    subject: "Your order {orderNumber} is cancelled",
    words: [
      "Your order of the {plan} plan is cancelled, {customerName}. If a payment is already on its way, we will email you when it arrives.",
      "If you change your mind, place a new order whenever you like.",
    ],
    buttonText: "See your orders",
    reason: "You are receiving this email because you placed an order here.",
  }),
  orderDelivered: defineEmail({
    name: "order-delivered",
    title: "Mail: order delivered",
    placeholders: order,
    subject: "Your order {orderNumber} is delivered",
    words: [
      "The work on your {plan} plan is complete, {customerName}.",
      "Have a look, and reply to this email if anything is not right.",
    ],
    buttonText: "See your order",
    reason: "You are receiving this email because you placed an order here.",
  }),
} as const;
