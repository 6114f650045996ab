/** The dialog of a form about money, as the part of the page that is open. */
export function moneyPart(
  intent: "refund" | "outside-payment" | "outside-refund",
  subject: string,
): string {
  return `#${intent}-${encodeURIComponent(subject)}`;
}
