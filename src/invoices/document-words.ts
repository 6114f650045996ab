import { moneyIn } from "#platform/money.ts";
import { countryNameOf } from "#platform/texts/countries.ts";
import { townLine } from "#platform/texts/postal-address.ts";
import { daysOf } from "#platform/time/dates.ts";
import {
  correctionOf,
  type InvoiceAddress,
  type InvoiceBuyer,
  type InvoiceDocument,
} from "./invoice-document.ts";

/** The words of a document, for its page and its PDF. */

export interface DocumentWords {
  /** Such as "Invoice". */
  readonly title: string;
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly seller: readonly string[];
  readonly buyer: readonly string[];
  readonly lines: readonly WrittenLine[];
  readonly sums: readonly WrittenSum[];
  /** Sentences below the sums: the reason for no tax, the payment, the owner's lines. */
  readonly sentences: readonly string[];
}

export interface WrittenLine {
  readonly label: string;
  readonly quantity: string;
  readonly amount: string;
}

interface WrittenSum {
  readonly label: string;
  readonly amount: string;
  readonly isTotal?: boolean;
}

/** Where and with which words to pay, line by line. */
export type TransferLines = readonly (readonly [label: string, value: string])[];

/**
 * `transfer`: for a pro forma, which is no document of the series but a request to pay;
 * `document.number` is "" then.
 */
export function documentWords(
  document: InvoiceDocument,
  locale?: string,
  transfer?: TransferLines,
): DocumentWords {
  const isProForma = transfer !== undefined;
  const { allowances, buyer, corrects, currency, kind, lines, period, seller } = document;
  const day = (of: string) => daysOf(of, of, locale);
  const money = (cents: number) => moneyIn(currency, cents);
  const facts: (readonly [string, string])[] = [
    ["Number", document.number],
    ["Date", day(document.issuedOn)],
    ["Corrects", corrects === null ? "" : `${corrects.number} of ${day(corrects.issuedOn)}`],
    ["Order", String(document.orderNumber)],
    ["Period", period === null ? "" : daysOf(period.from, period.until, locale)],
    ["Your order number", buyer.purchaseOrder],
  ];
  return {
    title: isProForma ? "Pro forma" : kind === "invoice" ? "Invoice" : "Credit note",
    facts: facts.filter(([, value]) => value !== ""),
    seller: written([
      seller.name,
      ...placeOf(seller),
      labelled("VAT number", seller.vatNumber),
      seller.registration,
      seller.email,
    ]),
    buyer: buyerLines(buyer),
    lines: [
      ...lines.map(({ label, quantity, netCents }) => ({
        label,
        quantity: String(quantity),
        amount: money(netCents),
      })),
      ...allowances.map(({ label, on, netCents }) => ({
        label: on === undefined ? label : `${label} on ${day(on)}`,
        quantity: "",
        amount: money(-netCents),
      })),
    ],
    sums: sumsOf(document, isProForma),
    sentences: written([
      document.reason,
      correctionOf(document),
      document.tax.reason,
      inTaxCurrencyOf(document),
      paidOf(document, day),
      ...(transfer ?? []).map(([label, value]) => `${label}: ${value}`),
      ...document.notes,
    ]),
  };
}

/** The buyer as a document and a receipt name it: a company before the person. */
export function buyerLines(buyer: InvoiceBuyer): readonly string[] {
  const { name, contact, vatNumber } = buyer;
  return written([name, contact, ...placeOf(buyer), labelled("VAT number", vatNumber)]);
}

const written = (texts: readonly string[]) => texts.filter((text) => text.trim() !== "");

const labelled = (label: string, value: string) => (value === "" ? "" : `${label} ${value}`);

function placeOf(address: InvoiceAddress): readonly string[] {
  const { street, country } = address;
  const name = country === "" ? "" : countryNameOf(country);
  return [...street.split(/\r?\n/), townLine(address), name];
}

function sumsOf(document: InvoiceDocument, isProForma: boolean): readonly WrittenSum[] {
  const { kind, netCents, paidCents, payment, roundingCents, tax, taxCents, totalCents } = document;
  const money = (cents: number) => moneyIn(document.currency, cents);
  const hasTax = tax.category === "S";
  const due = totalCents - paidCents;
  const total = isProForma
    ? "To be paid"
    : kind === "invoice"
      ? due > 0
        ? "Total"
        : "Total, paid"
      : payment === null
        ? "Total, credited"
        : "Total, paid back";
  return [
    ...(hasTax
      ? [
          { label: "Net amount", amount: money(netCents) },
          { label: `VAT ${tax.ratePercent} %`, amount: money(taxCents) },
        ]
      : []),
    ...(tax.category === "AE" ? [{ label: "VAT, reverse charge", amount: money(0) }] : []),
    ...(roundingCents === 0 ? [] : [{ label: "Rounding", amount: money(roundingCents) }]),
    { label: total, amount: money(totalCents), isTotal: true },
    ...(!isProForma && due > 0 && paidCents > 0
      ? [
          { label: "Paid", amount: money(paidCents) },
          { label: "Amount due", amount: money(due) },
        ]
      : []),
  ];
}

function inTaxCurrencyOf({ currency, inTaxCurrency, tax }: InvoiceDocument): string {
  if (inTaxCurrency === null) return "";
  const { currency: other, rate, taxCents, totalCents } = inTaxCurrency;
  const at = `At ${rate} ${other} for 1 ${currency}`;
  const sum = moneyIn(other, totalCents);
  return tax.category === "S"
    ? `${at}, the VAT is ${moneyIn(other, taxCents)} and the total ${sum}.`
    : `${at}, the total is ${sum}.`;
}

function paidOf({ kind, payment }: InvoiceDocument, day: (of: string) => string): string {
  if (payment === null) return "";
  const verb = kind === "invoice" ? "Paid" : "Paid back";
  const by = payment.means === "other" ? "" : ` by ${payment.means}`;
  const reference = payment.reference === "" ? "" : ` Reference: ${payment.reference}`;
  return `${verb} on ${day(payment.on)}${by}.${reference}`;
}
