import { z } from "zod";
import { isPlainText, trimmed } from "./plain-text.ts";

/**
 * Details of a customer: stored with an order, and with the account for the next order. Defined here
 * because neither of the two modules imports the other.
 */
export interface CustomerDetails {
  readonly customerName: string;
  readonly customerAddress: string;
  readonly customerCountry: string;
  /** The site that the order is for; "" when none was given. */
  readonly customerWebsite: string;
}

type DetailName = keyof CustomerDetails;

/** Maximum lengths, which the inputs of the pages use as well. */
export const customerDetailLengths = {
  customerName: 200,
  customerAddress: 500,
  customerCountry: 100,
  customerWebsite: 500,
} as const satisfies Record<DetailName, number>;

/** Names of all details. */
export const customerDetailNames = Object.keys(customerDetailLengths) as readonly DetailName[];

/** The details among other values, "" for each that is missing. */
export function customerDetailsIn(
  values: Readonly<Partial<Record<DetailName, string>>>,
): CustomerDetails {
  const details = customerDetailNames.map((name) => [name, values[name] ?? ""] as const);
  return Object.fromEntries(details) as Record<DetailName, string>;
}

/** `missing` is the message for an empty text; without it the text is optional. */
function written(field: DetailName, label: string, missing?: string) {
  const longest = customerDetailLengths[field];
  return z
    .string(missing ?? `${label} must be text.`)
    .overwrite(trimmed)
    .min(missing === undefined ? 0 : 1, missing)
    .max(longest, `${label} has at most ${longest} characters.`)
    .refine(isPlainText, `${label} has characters that cannot be shown.`);
}

function oneLine(field: DetailName, label: string, missing?: string) {
  return written(field, label, missing).refine(
    (value) => !/[\r\n]/.test(value),
    `${label} is one line.`,
  );
}

const notAWebsite = "Enter the website's address, such as https://example.com.";

const website = z
  .string(notAWebsite)
  .overwrite(trimmed)
  .max(
    customerDetailLengths.customerWebsite,
    `The website's address has at most ${customerDetailLengths.customerWebsite} characters.`,
  )
  .transform((value) =>
    value === "" || /^[a-z][a-z\d+.-]*:/i.test(value) ? value : `https://${value}`,
  )
  .refine((value) => value === "" || isWebAddress(value), notAWebsite)
  .default("");

function isWebAddress(value: string): boolean {
  if (/\s/.test(value) || !isPlainText(value) || !URL.canParse(value)) return false;
  const { protocol, hostname } = new URL(value);
  return /^https?:$/.test(protocol) && hostname.includes(".");
}

/** Details that an order requires. */
export const requiredDetails = {
  customerName: oneLine("customerName", "The name", "Enter your full name."),
  customerAddress: written("customerAddress", "The address", "Enter your address."),
  customerCountry: oneLine("customerCountry", "The country", "Enter your country."),
  customerWebsite: website,
} satisfies Record<DetailName, z.ZodType>;

/** Details that an account may store, all of them optional. */
export const optionalDetails = {
  customerName: oneLine("customerName", "The name"),
  customerAddress: written("customerAddress", "The address"),
  customerCountry: oneLine("customerCountry", "The country"),
  customerWebsite: website,
} satisfies Record<DetailName, z.ZodType>;
