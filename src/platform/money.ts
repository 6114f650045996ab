/**
 * Furrow computes with money as integer cents only. This module converts cents to and from text:
 * it parses input with a strict grammar and formats output.
 */

/** Grammar of `packagePrice` in the REST interface: "149" or "149.50". */
export const pricePattern = /^\d{1,7}(\.\d{2})?$/;

/** Cents of a price such as "149" or "149.50"; null for anything else. */
export function centsFromPrice(price: string): number | null {
  if (!pricePattern.test(price)) return null;
  const [dollars = "", cents = "00"] = price.split(".");
  return Number(dollars) * 100 + Number(cents);
}

/** Grammar of a price that an owner types, which can also be "$149", "1,499" or "149.5". */
export const writtenPricePattern = /^(\$ ?)?(\d{1,7}|[1-9]\d{0,2}(,\d{3}){1,2})(\.\d{1,2})?$/;

/**
 * Turns an amount as people write it, such as "$1,499.5", into "1499.50". Keeps a comma that does
 * not separate thousands: dropping the comma of "12,99" would multiply the amount by a hundred.
 */
export function withoutSeparators(amount: string): string {
  const digits = amount
    .trim()
    .replace(/^\$ ?/, "")
    .replace(/^[\d,]+\.\d$/, "$&0");
  return /^[1-9]\d{0,2}(,\d{3})+(\.\d{2})?$/.test(digits) ? digits.replaceAll(",", "") : digits;
}

/** Formats a price as the REST interface does: "149" for whole dollars, else "149.50". */
export function priceFromCents(cents: number): string {
  const text = amountFromCents(cents);
  return text.endsWith(".00") ? text.slice(0, -3) : text;
}

/** Formats an amount for a payment provider: "149.00", never with thousands separators. */
export function amountFromCents(cents: number): string {
  const sign = cents < 0 ? "-" : "";
  const digits = String(Math.abs(cents)).padStart(3, "0");
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/**
 * Cents of an amount as a payment provider writes it ("149.00", "-149.00", "149"); null for
 * anything else. Rejects fractions of a cent, because rounding could turn a wrong amount into the
 * amount of the order.
 */
export function centsFromAmount(amount: string): number | null {
  const match = /^(-?)(\d{1,9})(?:\.(\d{2}))?$/.exec(amount);
  if (match === null) return null;
  const cents = Number(match[2]) * 100 + Number(match[3] ?? "0");
  return match[1] === "-" && cents !== 0 ? -cents : cents;
}

/**
 * Cents of an amount that a person types: "50", "$50.00", "1,234.50", or with the comma of many
 * countries "50,00" and "1.234,50". Null for anything that can be read in two ways.
 */
export function centsFromTyped(amount: string): number | null {
  const decimal = /^(?:\$ ?)?(\d{1,3}(?:\.\d{3})+|\d+),(\d{2})$/.exec(amount.trim());
  return centsFromAmount(
    decimal === null
      ? withoutSeparators(amount)
      : `${decimal[1]?.replaceAll(".", "")}.${decimal[2]}`,
  );
}

/** Formats an amount of a currency for people: "$1,499.00", "EUR 1,499.00". */
export function moneyIn(currency: string, cents: number): string {
  const dollars = dollarsFromCents(cents);
  return currency === "USD" ? dollars : dollars.replace("$", `${currency} `);
}

/** Formats an amount for people: "$1,499.00". */
export function dollarsFromCents(cents: number): string {
  const text = amountFromCents(Math.abs(cents));
  const grouped = text.replace(/\B(?=(\d{3})+\.)/g, ",");
  return `${cents < 0 ? "-" : ""}$${grouped}`;
}
