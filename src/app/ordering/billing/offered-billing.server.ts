import { createContext } from "react-router";
import type { Services } from "#compose.ts";
import { type OrderLine, sumOf, withTax } from "#orders/lines/order-lines.ts";
import { AppError } from "#platform/errors.ts";
import { countryCodeIn } from "#platform/texts/countries.ts";
import {
  type BillingDetails,
  billingLengths,
  noBilling,
  readBilling,
} from "#tax/billing-details.ts";
import { billingOfCompany } from "#tax/company-billing.server.ts";
import { decideTax, keyOfTax, readTaxedSite } from "#tax/order-tax.server.ts";
import { taxInWords } from "#tax/tax-words.ts";

export interface SentBilling {
  readonly details: BillingDetails;
  /** As the customer wrote it. */
  readonly customerCountry: string;
}

/** The company and country of a form that the page shows again; null for a form that was not sent. */
export const sentBilling = createContext<SentBilling | null>(null);

/** The details in a form; undefined for a form without the fields. */
export function billingInForm(
  values: Readonly<Record<string, string>>,
): Omit<BillingDetails, "country"> | undefined {
  if (values["billing.company"] === undefined) return undefined;
  const names = Object.keys(billingLengths).filter((name) => name !== "country");
  const typed = names.map((name) => [name, values[`billing.${name}`] ?? ""]);
  return Object.fromEntries(typed) as Omit<BillingDetails, "country">;
}

/** What the order form shows about the company that buys and the tax. */
export interface OfferedBilling {
  readonly details: BillingDetails;
  /** Such as "VAT 20 % included: $24.83", or why the VAT number does not count. */
  readonly words: string;
  readonly isRefused: boolean;
  /** What the form sends back as the tax that the customer has seen. */
  readonly shown: string;
}

interface WantedBilling {
  /** Null for a visitor. */
  readonly companyId: string | null;
  readonly sent: SentBilling | null;
  /** Country of the details that the form is filled with. */
  readonly country: string;
  readonly lines: readonly OrderLine[];
}

/** The lines with their tax. `billing` is null on a site that asks for no company. */
export async function offeredBilling(
  { database: { read } }: Pick<Services, "database">,
  { companyId, sent, country, lines }: WantedBilling,
): Promise<{ readonly billing: OfferedBilling | null; readonly lines: readonly OrderLine[] }> {
  const { asksForBilling } = await readTaxedSite(read);
  if (!asksForBilling) return { billing: null, lines };
  const kept = companyId === null ? undefined : await billingOfCompany(read, companyId);
  const details = sent?.details ?? kept ?? noBilling;
  const customerCountry = sent?.customerCountry ?? country;
  const checked = await withNumber(details, customerCountry);
  const tax = await decideTax(read, { companyId, customerCountry, billing: checked.details });
  const taxed = withTax(lines, tax);
  return {
    billing: {
      details,
      words: checked.fault || taxInWords(sumOf(taxed), tax),
      isRefused: checked.fault !== "",
      shown: tax === undefined ? "" : keyOfTax(tax),
    },
    lines: taxed,
  };
}

/** A number that cannot be one decides nothing, and the page says so. */
async function withNumber(details: BillingDetails, customerCountry: string) {
  try {
    const country = countryCodeIn(customerCountry);
    return { details: await readBilling({ ...details, country }, ""), fault: "" };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { details: { ...details, vatNumber: "" }, fault: error.message };
  }
}
