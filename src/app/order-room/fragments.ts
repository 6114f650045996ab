/** Fragments of the URL that open a confirmation dialog. */
export const deliverPart = "#deliver";
/** Fragment of the URL that opens the form of a delivery. */
export const deliveryPart = "#delivery";
export const cancelPart = "#cancel";

/** The fragment of the URL that opens the dialog of a `MoneyForm`. */
export function moneyPart(
  intent: "refund" | "outside-payment" | "outside-refund",
  subject: string,
): string {
  return `#${intent}-${encodeURIComponent(subject)}`;
}

/** Ids of elements that get the focus. */
export const decisionPlace = "decision";
export const moneyBackPlace = "refund";
export const testimonialPlace = "testimonial";
export const notePlace = "order-note";
