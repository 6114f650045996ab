import { foldedText } from "#platform/texts/folded-text.ts";

/** The order number in a search: "1042", "#1042", "Order 1042". */
export function numberSearched(q: string): number | null {
  const digits = /^(?:order\b\s*)?(?:no\.?\s*|#\s*)?(\d{1,15})$/i.exec(foldedText(q).trim())?.[1];
  return digits === undefined ? null : Number(digits);
}
