import type { TaxCategory } from "#settings/tax.ts";

export { type TaxCategory, taxCategories } from "#settings/tax.ts";

/**
 * An invoice or a credit note with everything that is printed on it. The page, the PDF and both
 * e-invoices are drawn from this one object, which is stored and never changed. Amounts are cents of
 * `currency` and positive, also on a credit note. Names in parentheses are terms of EN 16931.
 */
export interface InvoiceDocument {
  readonly kind: DocumentKind;
  /** Number of the series, such as "F-2026-0001" (BT-1). */
  readonly number: string;
  /** YYYY-MM-DD in the site's time zone when it was issued (BT-2). */
  readonly issuedOn: string;
  readonly currency: string;
  /** The invoice that a credit note takes back (BG-3); null on an invoice. */
  readonly corrects: { readonly number: string; readonly issuedOn: string } | null;
  /**
   * Number of the invoice that takes the place of the corrected one; only on the credit note of a
   * correction, with which no money moves.
   */
  readonly replacedBy?: string;
  /** Why it was issued, as a sentence (BT-22); "" on the first invoice of an order. */
  readonly reason: string;
  readonly seller: InvoiceSeller;
  readonly buyer: InvoiceBuyer;
  readonly orderNumber: number;
  /** YYYY-MM-DD, both included, of the month or year that a repeated plan pays for (BG-14). */
  readonly period: { readonly from: string; readonly until: string } | null;
  readonly lines: readonly InvoiceLine[];
  /** Discounts and coupons (BG-20). */
  readonly allowances: readonly InvoiceAllowance[];
  /** Holds for all lines and allowances. */
  readonly tax: InvoiceTax;
  /** Sum of the lines less the allowances (BT-109). */
  readonly netCents: number;
  /** `netCents` at the rate, rounded half up (BT-110). */
  readonly taxCents: number;
  /**
   * What is added to `netCents + taxCents` where no net amount in whole cents leads to the price that
   * includes the tax: -1, 0 or 1 (BT-114).
   */
  readonly roundingCents: number;
  /** What was charged or given back: `netCents + taxCents + roundingCents`. */
  readonly totalCents: number;
  /** What was paid of the total when it was issued (BT-113); nothing is due of a credit note. */
  readonly paidCents: number;
  /** The money that came in or went back; null where none has moved. */
  readonly payment: InvoicePayment | null;
  /** The tax in the currency of the tax authority, at a rate that the owner typed (BT-6, BT-111). */
  readonly inTaxCurrency: {
    readonly currency: string;
    /** Units of the tax currency for one unit of `currency`, such as "0.9184". */
    readonly rate: string;
    readonly taxCents: number;
    readonly totalCents: number;
  } | null;
  /** At most two lines of the owner below the sums. */
  readonly notes: readonly string[];
}

/** What the credit note of a correction does, as a sentence; "" for other documents. */
export function correctionOf({ corrects, replacedBy }: InvoiceDocument): string {
  if (corrects === null || replacedBy === undefined) return "";
  return `It takes back invoice ${corrects.number}; invoice ${replacedBy} takes its place. No money moves.`;
}

export const documentKinds = ["invoice", "credit-note"] as const;
export type DocumentKind = (typeof documentKinds)[number];

export interface InvoiceTax {
  readonly category: TaxCategory;
  /** Such as 20 or 8.1; 0 unless the category is S. */
  readonly ratePercent: number;
  /** Why there is no tax, as a sentence (BT-120); "" for S. */
  readonly reason: string;
}

export interface InvoiceAddress {
  readonly street: string;
  readonly postcode: string;
  readonly city: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
}

export interface InvoiceSeller extends InvoiceAddress {
  readonly name: string;
  /** With the prefix of its country; "" for a business that is not registered for VAT (BT-31). */
  readonly vatNumber: string;
  /** Number of the company register or of the tax office (BT-30). */
  readonly registration: string;
  readonly email: string;
  /** IBAN, or "" (BT-84). */
  readonly iban: string;
}

export interface InvoiceBuyer extends InvoiceAddress {
  /** The company, or the person who bought for nobody else. */
  readonly name: string;
  /** The person at a company; "" for a person. */
  readonly contact: string;
  readonly vatNumber: string;
  /** Of the buyer's own books (BT-13). */
  readonly purchaseOrder: string;
  /** Where invoices are sent to. */
  readonly email: string;
}

export interface InvoiceLine {
  readonly label: string;
  readonly quantity: number;
  /** Net amount of the whole line. */
  readonly netCents: number;
}

export interface InvoiceAllowance {
  readonly label: string;
  /** YYYY-MM-DD, of money that went back. */
  readonly on?: string | undefined;
  readonly netCents: number;
}

export interface InvoicePayment {
  readonly means: "card" | "PayPal" | "bank transfer" | "other";
  /** YYYY-MM-DD. */
  readonly on: string;
  /** Transaction id or the owner's reference. */
  readonly reference: string;
}
