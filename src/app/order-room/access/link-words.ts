import type { LinkPurpose } from "#policy/links.ts";

export const linkWords: Readonly<
  Record<LinkPurpose, { readonly title: string; readonly button: string; readonly opens: string }>
> = {
  room: {
    title: "Read about your order",
    button: "Open the messages",
    opens: "to the messages, files and deliveries",
  },
  brief: {
    title: "Answer our questions",
    button: "Open the questions",
    opens: "to the questions",
  },
  delivery: {
    title: "Your delivery is here",
    button: "Open the delivery",
    opens: "to the delivery, which can be accepted with a code",
  },
  payment: {
    title: "Pay for your order",
    button: "Open the payment",
    opens: "to the payment page, where a code is needed to pay",
  },
  nextMonth: {
    title: "Order the next month",
    button: "See the next month",
    opens: "to the next month, where a code is needed to order and pay",
  },
  subscription: {
    title: "Your plan",
    button: "See your plan",
    opens: "to the plan, where a code is needed to cancel it",
  },
  invoice: {
    title: "Your invoice",
    button: "See the invoice",
    opens: "to the invoices of the order",
  },
  decline: {
    title: "Cancel this order?",
    button: "No, thank you: cancel the order",
    opens: "to a button that cancels the unpaid order",
  },
};
