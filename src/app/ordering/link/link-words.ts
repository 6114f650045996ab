import type { LinkPurpose } from "../../../policy/links.ts";

/** What a link opens, as its page and the list of links say it. */
export const linkWords: Readonly<
  Record<LinkPurpose, { readonly title: string; readonly button: string; readonly does: string }>
> = {
  room: {
    title: "Read about your order",
    button: "Open the messages",
    does: "reads the messages, files and deliveries",
  },
  brief: {
    title: "Answer our questions",
    button: "Open the questions",
    does: "fills in the questions",
  },
  delivery: {
    title: "Your delivery is here",
    button: "Open the delivery",
    does: "reads the delivery, and accepts it with a code",
  },
  payment: {
    title: "Pay for your order",
    button: "Open the payment",
    does: "sees the price, and pays with a code",
  },
};
