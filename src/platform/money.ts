/**
 * Money is integer cents everywhere inside. These are the only two places where it is text: what
 * comes in by a strict grammar, and what goes out.
 */

/** The grammar of `packagePrice` in REST: "149" or "149.50". */
export const pricePattern = /^\d{1,7}(\.\d{2})?$/;

/** Cents of a price such as "149" or "149.50"; null for anything else. */
export function centsFromPrice(price: string): number | null {
  if (!pricePattern.test(price)) return null;
  const [dollars = "", cents = "00"] = price.split(".");
  return Number(dollars) * 100 + Number(cents);
}

/** The grammar of a price as an owner types it: also "$149" and "1,499". */
export const writtenPricePattern = /^(\$ ?)?(\d{1,7}|[1-9]\d{0,2}(,\d{3}){1,2})(\.\d{2})?$/;

/**
 * "1499.00" of "$1,499.00", as people write it. Anything else stays as it is: the comma of "12,99"
 * parts no thousands, and must not make it a hundred times as much.
 */
export function withoutSeparators(amount: string): string {
  const digits = amount.trim().replace(/^\$ ?/, "");
  return /^[1-9]\d{0,2}(,\d{3})+(\.\d{2})?$/.test(digits) ? digits.replaceAll(",", "") : digits;
}

/** "149" for whole dollars, else "149.50": what REST answers. */
export function priceFromCents(cents: number): string {
  const text = amountFromCents(cents);
  return text.endsWith(".00") ? text.slice(0, -3) : text;
}

/** "149.00", never with separators: what payment providers are sent. */
export function amountFromCents(cents: number): string {
  const sign = cents < 0 ? "-" : "";
  const digits = String(Math.abs(cents)).padStart(3, "0");
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/**
 * Cents of an amount as a payment provider writes it ("149.00", "-149.00", "149"); null for
 * anything else. A fraction of a cent is no amount: it must not be rounded into a match.
 */
export function centsFromAmount(amount: string): number | null {
  const match = /^(-?)(\d{1,9})(?:\.(\d{2}))?$/.exec(amount);
  if (match === null) return null;
  const cents = Number(match[2]) * 100 + Number(match[3] ?? "0");
  return match[1] === "-" && cents !== 0 ? -cents : cents;
}

/** "$1,499.00", for people. */
export function dollarsFromCents(cents: number): string {
  const text = amountFromCents(Math.abs(cents));
  const grouped = text.replace(/\B(?=(\d{3})+\.)/g, ",");
  return `${cents < 0 ? "-" : ""}$${grouped}`;
}
