import { centsOf, isReduction, type OrderLine } from "#orders/lines/order-lines.ts";
import type { Order } from "#orders/order.ts";
import type { Invoicing } from "#settings/invoicing.ts";
import { splitInside } from "#tax/tax-arithmetic.ts";
import type {
  InvoiceAllowance,
  InvoiceBuyer,
  InvoiceDocument,
  InvoicePayment,
  InvoiceSeller,
  InvoiceTax,
} from "../invoice-document.ts";
import { inProportion } from "./in-proportion.ts";

/** All of a document but its number and day, which are given last. */
export type UnnumberedDocument = Omit<InvoiceDocument, "number" | "issuedOn">;

interface Building {
  readonly order: Pick<Order, "number" | "currency" | "priceCents" | "packageId">;
  readonly invoicing: Invoicing;
  readonly payment: InvoicePayment | null;
  readonly reason: string;
}

interface BuildingInvoice extends Building {
  readonly cents: number;
  readonly seller: InvoiceSeller;
  readonly buyer: InvoiceBuyer;
  readonly tax: InvoiceTax;
  readonly period: InvoiceDocument["period"];
  /** The lines of the order, or the label of the one line of an invoice after the first. */
  readonly content: readonly OrderLine[] | string;
  readonly returned?: ReturnedMoney | null;
}

/** Why an invoice can be over less than was paid: money that went back before. */
export interface ReturnedMoney extends Pick<InvoiceAllowance, "label" | "on"> {
  /** What was paid of the price. */
  readonly paidCents: number;
}

export function buildInvoice(building: BuildingInvoice): UnnumberedDocument {
  const { cents, seller, buyer, tax, period, content } = building;
  const split = splitInside(cents, tax.ratePercent);
  const parts =
    typeof content === "string"
      ? { lines: [{ label: content, quantity: 1, netCents: split.netCents }], allowances: [] }
      : partsOf(building, content, split.netCents);
  return {
    ...whole(building, tax, cents),
    kind: "invoice",
    corrects: null,
    seller,
    buyer,
    period,
    tax,
    ...parts,
  };
}

interface BuildingCreditNote extends Building {
  readonly cents: number;
  /** The invoice that is taken back, in whole or in part. */
  readonly corrected: InvoiceDocument;
  /** Label of the one line of a credit note over a part. */
  readonly label: string;
  readonly replacedBy?: string;
}

/** A credit note is addressed and taxed as the invoice that it takes back. */
export function buildCreditNote(building: BuildingCreditNote): UnnumberedDocument {
  const { corrected, cents, label, replacedBy } = building;
  const sums = whole(building, corrected.tax, cents);
  const isWhole = cents === corrected.totalCents;
  return {
    ...sums,
    kind: "credit-note",
    corrects: { number: corrected.number, issuedOn: corrected.issuedOn },
    ...(replacedBy !== undefined && { replacedBy }),
    seller: corrected.seller,
    buyer: corrected.buyer,
    period: corrected.period,
    tax: corrected.tax,
    lines: isWhole ? corrected.lines : [{ label, quantity: 1, netCents: sums.netCents }],
    allowances: isWhole ? corrected.allowances : [],
  };
}

function whole({ order, invoicing, payment, reason }: Building, tax: InvoiceTax, cents: number) {
  const split = splitInside(cents, tax.ratePercent);
  const { firstNote, secondNote, taxCurrency, taxRate } = invoicing;
  return {
    currency: order.currency,
    reason,
    orderNumber: order.number,
    ...split,
    totalCents: cents,
    paidCents: cents,
    payment,
    inTaxCurrency:
      taxCurrency === ""
        ? null
        : {
            currency: taxCurrency,
            rate: taxRate,
            taxCents: atRate(split.taxCents, taxRate),
            totalCents: atRate(cents, taxRate),
          },
    notes: [firstNote, secondNote].filter((note) => note !== ""),
  };
}

/** Lines and allowances of the order at their net amounts, which come to `invoicedNetCents`. */
function partsOf(
  { order, tax, returned = null }: BuildingInvoice,
  ordered: readonly OrderLine[],
  invoicedNetCents: number,
): Pick<InvoiceDocument, "lines" | "allowances"> {
  // Tax that is added to the price is no line of an invoice, but part of its sums.
  const sold = ordered.filter(({ kind }: { readonly kind: string }) => kind !== "tax");
  const sorted = [...sold.filter((line) => !isReduction(line)), ...sold.filter(isReduction)];
  const { netCents } = splitInside(order.priceCents, tax.ratePercent);
  const nets = inProportion(netCents, sorted.map(centsOf));
  const priced = sorted.map((line, index) => ({ line, cents: nets[index] ?? 0 }));
  const paid = splitInside(returned?.paidCents ?? 0, tax.ratePercent);
  const paidNetCents = Math.max(invoicedNetCents, paid.netCents);
  const accepted = { label: "Difference that was accepted", netCents: netCents - paidNetCents };
  const { label = "", on } = returned ?? {};
  const wentBack = { label, on, netCents: paidNetCents - invoicedNetCents };
  return {
    lines: priced
      .filter(({ line }) => !isReduction(line))
      .map(({ line, cents }) => ({
        label:
          line.kind === "plan" && order.packageId !== "" ? `SEO plan ${line.label}` : line.label,
        quantity: line.quantity,
        netCents: cents,
      })),
    allowances: [
      ...priced
        .filter(({ line }) => isReduction(line))
        .map(({ line, cents }) => ({
          label: line.kind === "coupon" ? `Coupon ${line.label}` : line.label,
          netCents: cents === 0 ? 0 : -cents,
        })),
      ...[accepted, wentBack].filter((difference) => difference.netCents > 0),
    ],
  };
}

/** Cents of another currency, rounded half up. `rate` has at most six digits after the point. */
function atRate(cents: number, rate: string): number {
  const [units = "0", fraction = ""] = rate.split(".");
  const millionths = BigInt(units + fraction.padEnd(6, "0"));
  return Number((BigInt(cents) * millionths + 500_000n) / 1_000_000n);
}

/** Throws for a document whose sums contradict each other. Such a document is never stored. */
export function requireSound(document: UnnumberedDocument): void {
  const { lines, allowances, netCents, taxCents, roundingCents, totalCents } = document;
  const sum = (parts: readonly { readonly netCents: number }[]) =>
    parts.reduce((cents, part) => cents + part.netCents, 0);
  const isSound =
    lines.length > 0 &&
    [...lines, ...allowances].every((part) => part.netCents >= 0) &&
    sum(lines) - sum(allowances) === netCents &&
    netCents + taxCents + roundingCents === totalCents &&
    Math.abs(roundingCents) <= 1 &&
    totalCents > 0;
  if (!isSound) {
    throw new Error(`The sums of the document for order ${document.orderNumber} do not add up.`);
  }
}
