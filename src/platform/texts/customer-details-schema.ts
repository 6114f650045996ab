import { z } from "zod";
import { customerDetailLengths, type DetailName } from "./customer-details.ts";
import { isPlainText, trimmed } from "./plain-text.ts";

/** `missing` is the message for an empty text. A field without `missing` is optional. */
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

const notAWebsite = "Enter the website’s address, such as https://example.com.";

const website = z
  .string(notAWebsite)
  .overwrite(trimmed)
  .max(
    customerDetailLengths.customerWebsite,
    `The website’s address has at most ${customerDetailLengths.customerWebsite} characters.`,
  )
  .transform((value) =>
    value === "" || /^[a-z][a-z\d+.-]*:/i.test(value) ? value : `https://${value}`,
  )
  .refine((value) => value === "" || isWebAddress(value), notAWebsite)
  .default("");

export function isWebAddress(value: string): boolean {
  if (/\s/.test(value) || !isPlainText(value) || !URL.canParse(value)) return false;
  const { protocol, hostname } = new URL(value);
  return /^https?:$/.test(protocol) && hostname.includes(".");
}

/** Validation of the details of an order. */
export const requiredDetails = {
  customerName: oneLine("customerName", "The name", "Enter your full name."),
  customerAddress: written("customerAddress", "The address", "Enter your address."),
  customerCountry: oneLine("customerCountry", "The country", "Enter your country."),
  customerWebsite: website,
} satisfies Record<DetailName, z.ZodType>;

/** Validation of the details of an account, all of them optional. */
export const optionalDetails = {
  customerName: oneLine("customerName", "The name"),
  customerAddress: written("customerAddress", "The address"),
  customerCountry: oneLine("customerCountry", "The country"),
  customerWebsite: website,
} satisfies Record<DetailName, z.ZodType>;
