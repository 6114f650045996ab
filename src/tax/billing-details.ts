import { z } from "zod";
import { AppError } from "#platform/errors.ts";
import { countryCodeIn } from "#platform/texts/countries.ts";
import { asciiEmail, isEmail } from "#platform/texts/email-address.ts";
import { isPlainText } from "#platform/texts/plain-text.ts";
import { addressParts } from "#platform/texts/postal-address.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import {
  countryOfVatNumber,
  hasKnownVatForm,
  readVatNumber,
  vatNumberLength,
} from "#platform/texts/vat-number.ts";

/** Whom invoices are addressed to. Texts that do not apply are "". */
export interface BillingDetails {
  /** "" for a person who buys for nobody else. */
  readonly company: string;
  readonly vatNumber: string;
  readonly street: string;
  readonly postcode: string;
  readonly city: string;
  /** ISO 3166-1 code; "" for a country that is not known. */
  readonly country: string;
  /** Of the buyer's own books. */
  readonly purchaseOrder: string;
  /** Where invoices are sent to, besides the customer. */
  readonly email: string;
}

export const noBilling: BillingDetails = {
  company: "",
  vatNumber: "",
  street: "",
  postcode: "",
  city: "",
  country: "",
  purchaseOrder: "",
  email: "",
};

/** Maximum lengths, which the inputs of the pages use as well. */
export const billingLengths = {
  company: 200,
  vatNumber: vatNumberLength,
  street: 200,
  postcode: 20,
  city: 100,
  country: 100,
  purchaseOrder: 60,
  email: 254,
} as const satisfies Record<keyof BillingDetails, number>;

const line = (name: keyof typeof billingLengths) =>
  z
    .string("Enter a text.")
    .max(billingLengths[name], `At most ${billingLengths[name]} characters.`)
    .refine((text) => isPlainText(text) && !/[\r\n]/.test(text), "Write it as one line of text.")
    .transform((text) => text.trim().replace(/\s+/g, " "))
    .default("");

const emailMessage = "Enter an email address such as invoices@example.com, or leave it empty.";

const fields = {
  company: line("company"),
  vatNumber: line("vatNumber"),
  street: line("street"),
  postcode: line("postcode"),
  city: line("city"),
  purchaseOrder: line("purchaseOrder"),
  email: line("email")
    .transform(asciiEmail)
    .refine((text) => text === "" || isEmail(text), emailMessage),
};

/** The details in an order form, which has the country in another field. */
export const billingInOrder = z.strictObject(fields).meta({
  description:
    "The company that buys; without it, the details that were kept last count. Empty texts: nobody but the customer",
});

/** The details by themselves, with the country as a code or a name. */
const billingForm = z.strictObject({
  ...fields,
  country: line("country").transform((text, context) => {
    const code = countryCodeIn(text);
    if (code !== "" || text === "") return code;
    const message = `“${text.slice(0, 60)}” is not a country that we know. Choose one of the list.`;
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  }),
});

/**
 * The details with the VAT number in the form of its country. Throws "invalid" with an issue at
 * `path` for a number that cannot be one, and for a number without a company.
 */
export async function readBilling(details: BillingDetails, path: string): Promise<BillingDetails> {
  const { company, vatNumber, country } = details;
  const read = await readVatNumber(vatNumber, country);
  if (read.fault !== null) throw invalid(`${path}vatNumber`, read.fault);
  if (read.number !== "" && company === "") {
    throw invalid(`${path}company`, "Enter the name of the company that has this VAT number.");
  }
  return { ...details, vatNumber: read.number };
}

/**
 * Reads details that stand alone. The country comes from the VAT number where none is chosen. A VAT
 * number and a street each need the rest of the address, because the country that decides about the
 * tax is the one that is printed. Throws "invalid" with an issue for a wrong field.
 */
export async function readWholeBilling(input: unknown): Promise<BillingDetails> {
  const typed = parseOrThrow<BillingDetails>(billingForm, input);
  const { vatNumber, street, postcode, city } = typed;
  const country = typed.country || countryOfVatNumber(vatNumber);
  const details = await readBilling({ ...typed, country }, "");
  const isNumbered = vatNumber !== "";
  if (!isNumbered && street === "") return details;
  const missing = Object.entries({
    country: country === "" && "Choose the country of this address.",
    street: street === "" && "Enter the street of the company that has this VAT number.",
    postcode:
      isNumbered &&
      postcode === "" &&
      hasKnownVatForm(country) &&
      "Enter the postcode of the company.",
    city: isNumbered && city === "" && "Enter the city of the company.",
  }).flatMap(([path, message]) => (message ? [{ path, message }] : []));
  const [first] = missing;
  if (first !== undefined) throw new AppError("invalid", first.message, { issues: missing });
  return details;
}

interface Place {
  readonly street: string;
  readonly postcode: string;
  readonly city: string;
  readonly country: string;
}

/** The address that an order is billed to: the company's, once it is complete, or the order's own. */
export function billedPlace(
  { street, postcode, city, country }: BillingDetails,
  order: { readonly customerAddress: string; readonly customerCountry: string },
): Place {
  if (street !== "" && country !== "") return { street, postcode, city, country };
  return placeOfOrder(order);
}

export function placeOfOrder(order: {
  readonly customerAddress: string;
  readonly customerCountry: string;
}): Place {
  return { ...addressParts(order.customerAddress), country: countryCodeIn(order.customerCountry) };
}

function invalid(path: string, message: string): AppError {
  return new AppError("invalid", message, { issues: [{ path, message }] });
}
