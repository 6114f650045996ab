/** The fragment of the URL that opens the dialog of a `MoneyForm`. */
export function moneyPart(
  intent: "refund" | "outside-payment" | "outside-refund",
  subject: string,
): string {
  return `#${intent}-${encodeURIComponent(subject)}`;
}
