import { defineLetter } from "./define-email.ts";

/** Placeholders of every email about an order. */
const order = {
  customerName: "Ann Field",
  customerEmail: "ann@example.com",
  orderNumber: "1042",
  plan: "Standard",
  amount: "$299.00",
} as const;

/** Email templates about orders, for customers and the owner. */
export const orderLetters = {
  orderPlaced: defineLetter({
    name: "order-placed",
    title: "Mail: order placed",
    placeholders: order,
    subject: "Your order {orderNumber} is placed",
    words: [
      "Thank you, {customerName}. We have your order for the {plan} plan.",
      "Nothing has been charged yet: work begins when {amount} have arrived.",
    ],
    buttonText: "See and pay your order",
    reason: "You get this mail because you placed an order here.",
  }),
  orderPlacedOwner: defineLetter({
    name: "order-placed-owner",
    title: "Mail to you: order placed",
    goesTo: "owner",
    placeholders: order,
    subject: "New order {orderNumber}: {plan}",
    words: ["{customerName} ({customerEmail}) has ordered the {plan} plan for {amount}."],
    buttonText: "Open the order",
    reason: "You get this mail because orders of this site are told to you.",
  }),
  paymentReceived: defineLetter({
    name: "payment-received",
    title: "Mail: payment received",
    placeholders: order,
    subject: "Your payment for order {orderNumber} has arrived",
    words: [
      "Thank you, {customerName}. Your payment of {amount} has arrived, and this is your receipt.",
      "Work on your {plan} plan begins now. We write again when it is delivered.",
    ],
    buttonText: "See your order",
    reason: "You get this mail because you placed an order here.",
  }),
  paymentReceivedOwner: defineLetter({
    name: "payment-received-owner",
    title: "Mail to you: payment received",
    goesTo: "owner",
    placeholders: order,
    subject: "Order {orderNumber} is paid",
    words: ["{amount} from {customerName} ({customerEmail}) for the {plan} plan have arrived."],
    buttonText: "Open the order",
    reason: "You get this mail because orders of this site are told to you.",
  }),
  /**
   * Replaces the one above when the order was cancelled before the payment. {amount} is the
   * payment.
   */
  paidAfterCancelling: defineLetter({
    name: "paid-after-cancelling",
    title: "Mail: cancelled order paid",
    placeholders: order,
    subject: "Your payment for order {orderNumber} has arrived, though you had cancelled it",
    words: [
      "You had cancelled this order, {customerName}, but your payment of {amount} arrived.",
      "We are looking at it; write to us if you want it back.",
    ],
    buttonText: "See your order",
    reason: "You get this mail because you placed an order here.",
  }),
  /** {amount} is the amount of the duplicate payment. */
  paidAgain: defineLetter({
    name: "paid-again",
    title: "Mail: paid once more",
    placeholders: order,
    subject: "A second payment for order {orderNumber} has arrived",
    words: [
      "Another payment of {amount} for your {plan} plan has arrived, {customerName}, though the order had been paid before.",
      "We look at it, and send back what is too much. There is nothing for you to do.",
    ],
    buttonText: "See your order",
    reason: "You get this mail because you placed an order here.",
  }),
  /** {amount} is the returned amount, not the order's price. */
  moneyReturned: defineLetter({
    name: "money-returned",
    title: "Mail: money returned",
    placeholders: order,
    subject: "{amount} went back to you for order {orderNumber}",
    words: [
      "{amount} of what you paid for the {plan} plan went back to you, {customerName}.",
      "It may take some days until you see it, depending on how you paid. Your order's page says it as well.",
    ],
    buttonText: "See your order",
    reason: "You get this mail because you placed an order here.",
  }),
  paymentCancelled: defineLetter({
    name: "payment-cancelled",
    title: "Mail: payment cancelled",
    placeholders: order,
    subject: "Your order {orderNumber} is cancelled",
    words: [
      "You have cancelled the payment for the {plan} plan, {customerName}. Should one be on its way already, we write to you when it arrives.",
      "If you change your mind, place a new order whenever you like.",
    ],
    buttonText: "See your orders",
    reason: "You get this mail because you placed an order here.",
  }),
  orderDelivered: defineLetter({
    name: "order-delivered",
    title: "Mail: order delivered",
    placeholders: order,
    subject: "Your order {orderNumber} is delivered",
    words: [
      "The work on your {plan} plan is done, {customerName}.",
      "Have a look, and answer this mail if anything is not as it should be.",
    ],
    buttonText: "See your order",
    reason: "You get this mail because you placed an order here.",
  }),
} as const;
