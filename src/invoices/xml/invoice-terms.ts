import { amountFromCents } from "#platform/money.ts";
import {
  correctionOf,
  type InvoiceAllowance,
  type InvoiceBuyer,
  type InvoiceDocument,
  type InvoiceLine,
} from "../invoice-document.ts";
import { xmlText } from "./write-xml.ts";

/** Terms of EN 16931 as both syntaxes write them. */

/** The norm alone, without the rules of a country or a network (BT-24). */
export const specification = "urn:cen.eu:en16931:2017";

/** UNTDID 1001 (BT-3). */
export const typeCodeOf = ({ kind }: InvoiceDocument) => (kind === "invoice" ? "380" : "381");

/** "One", of UN/ECE recommendation 20 (BT-130). */
export const unitCode = "C62";

/** Scheme of electronic addresses: email. */
export const emailScheme = "EM";

export const amountOf = amountFromCents;

/** Undefined for O, which has no rate (BR-O-05). */
export const rateOf = ({ tax }: InvoiceDocument): string =>
  tax.category === "O" ? "" : String(tax.ratePercent);

/** EN 16931 has its own code for Kosovo. */
export const countryCodeOf = ({ country }: { readonly country: string }) =>
  country === "XK" ? "1A" : country;

/** Numbers for VAT, of which a document that is not subject to VAT may have none (BR-O-02). */
export const vatNumberOf = ({ tax }: InvoiceDocument, { vatNumber }: { vatNumber: string }) =>
  tax.category === "O" ? "" : xmlText(vatNumber);

/** What identifies a seller who has no number in a register where the VAT number may not stand. */
export function sellerIdOf({ tax, seller }: InvoiceDocument): string {
  if (tax.category !== "O" || xmlText(seller.registration) !== "") return "";
  return xmlText(seller.vatNumber) || xmlText(seller.email);
}

/** The person at a company; a person who buys for nobody else is the buyer. */
export const contactOf = ({ name, contact }: InvoiceBuyer) => (contact === name ? "" : contact);

/** Net price of one piece, or of as many as the line has where a piece has no price in cents. */
export function priceOf({ netCents, quantity }: InvoiceLine) {
  const isExact = netCents % quantity === 0;
  return isExact
    ? { amount: amountOf(netCents / quantity), quantity: 1 }
    : { amount: amountOf(netCents), quantity };
}

/** UNTDID 4461 (BT-81). A transfer needs an account (BR-61), so without one the means is "other". */
export function meansCodeOf({ payment, seller, currency }: InvoiceDocument): string {
  switch (payment?.means) {
    case undefined:
      return "";
    case "card":
      return "48";
    case "PayPal":
      return "68";
    case "bank transfer":
      if (accountOf(seller) === "") return "1";
      return currency === "EUR" ? "58" : "30";
    case "other":
      return "1";
  }
}

export const accountOf = ({ iban }: { readonly iban: string }) => xmlText(iban).replaceAll(" ", "");

/** Whether the account of the seller belongs to the payment (BG-17). */
export const isTransfer = (document: InvoiceDocument) =>
  ["30", "58"].includes(meansCodeOf(document));

export const dueCentsOf = ({ totalCents, paidCents }: InvoiceDocument) => totalCents - paidCents;

/** Says what happened to the money (BT-20). */
export function termsOf(document: InvoiceDocument): string {
  const { payment, kind } = document;
  if (dueCentsOf(document) > 0) return "Payable now.";
  if (payment === null) return kind === "invoice" ? "Paid." : "Credited.";
  const by = payment.means === "other" ? "" : ` by ${payment.means}`;
  return `${kind === "invoice" ? "Paid" : "Paid back"} on ${payment.on}${by}.`;
}

export function notesOf(document: InvoiceDocument): readonly string[] {
  return [document.reason, correctionOf(document), ...document.notes]
    .map(xmlText)
    .filter((note) => note !== "");
}

export const allowanceReasonOf = ({ label, on }: InvoiceAllowance): string =>
  on === undefined ? label : `${label} on ${on}`;

export const sumOf = (parts: readonly { readonly netCents: number }[]) =>
  parts.reduce((sum, { netCents }) => sum + netCents, 0);
