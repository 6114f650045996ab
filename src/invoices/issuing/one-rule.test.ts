import fc from "fast-check";
import { expect, test } from "vitest";
import type { OrderLine } from "#orders/lines/order-lines.ts";
import { centsOf, isReduction, withReductionsCut } from "#orders/lines/order-lines.ts";
import { noInvoicing } from "#settings/invoicing.ts";
import { taxOn } from "#tax/tax-arithmetic.ts";
import type { InvoiceDocument } from "../invoice-document.ts";
import { buildCreditNote, buildInvoice, requireSound } from "./build-document.ts";
import { dueDocuments, invoicedSumOf, sumOfDocuments, uncredited } from "./one-rule.ts";

const seller = {
  name: "Meridian Ltd",
  street: "1 Park Row",
  postcode: "LS1 5HN",
  city: "Leeds",
  country: "GB",
  vatNumber: "GB980780684",
  registration: "",
  email: "invoices@example.org",
  iban: "",
};
const buyer = { ...seller, name: "Ada Field", contact: "", purchaseOrder: "" };
const invoicing = { ...noInvoicing, taxCurrency: "EUR", taxRate: "0.9184" };

interface Issued {
  readonly id: string;
  readonly correctsId: string | null;
  readonly document: InvoiceDocument;
}

const ruled = ({ id, correctsId, document: { kind, totalCents } }: Issued) => ({
  id,
  correctsId,
  kind,
  totalCents,
});

const anyRate = fc.oneof(
  fc.constant(0),
  fc.integer({ min: 1, max: 10_000 }).map((hundredths) => hundredths / 100),
);

const anyLine = fc
  .record({
    kind: fc.constantFrom("plan", "add-on", "text", "discount", "coupon"),
    cents: fc.integer({ min: 0, max: 500_000 }),
    quantity: fc.integer({ min: 1, max: 20 }),
  })
  .map(({ kind, cents, quantity }) => {
    const takes = kind === "discount" || kind === "coupon";
    return {
      kind,
      label: kind,
      quantity: takes ? 1 : quantity,
      unitCents: takes ? -cents : cents,
      repeats: false,
      addOnId: null,
      couponId: null,
    } as OrderLine;
  });

/** Lines whose sum is more than nothing, as `placeOrder` makes them. */
const anyOrder = fc
  .array(anyLine, { minLength: 1, maxLength: 8 })
  .map((lines) => {
    const cut = withReductionsCut(lines);
    return { lines: cut, priceCents: cut.reduce((sum, line) => sum + centsOf(line), 0) };
  })
  .filter(({ priceCents }) => priceCents > 0);

/** Money that came and went, as parts of a thousand of the price. */
const anyLedger = fc.array(fc.integer({ min: -1500, max: 1500 }), { maxLength: 12 });

test("The documents of any order add up to its money, whatever its ledger went through", () => {
  fc.assert(
    fc.property(anyOrder, anyRate, anyLedger, (ordered, ratePercent, parts) => {
      const { lines, priceCents } = ordered;
      const order = { number: 1001, currency: "USD", priceCents, packageId: "plan" };
      const tax = { category: ratePercent > 0 ? "S" : "O", ratePercent, reason: "" } as const;
      const rest = { order, invoicing, payment: null };
      const documents: Issued[] = [];
      const ledger: { amountCents: number }[] = [];
      for (const part of parts) {
        ledger.push({ amountCents: Math.round((priceCents * part) / 1000) });
        const wanted = invoicedSumOf(priceCents, ledger);
        for (const due of dueDocuments(wanted, documents.map(ruled))) {
          const id = String(documents.length);
          const correctsId = due.kind === "credit-note" ? due.correctsId : null;
          const corrected = documents.find((one) => one.id === correctsId)?.document;
          const document =
            corrected === undefined
              ? buildInvoice({
                  ...rest,
                  cents: due.cents,
                  seller,
                  buyer,
                  tax,
                  period: null,
                  content: documents.length === 0 ? lines : "Further payment",
                  reason: "",
                })
              : buildCreditNote({
                  ...rest,
                  cents: due.cents,
                  corrected,
                  label: "Refund",
                  reason: "",
                });
          requireSound(document);
          expect(document.taxCents).toBe(taxOn(document.netCents, ratePercent));
          expect(document.kind).toBe(due.kind);
          documents.push({
            id,
            correctsId,
            document: { ...document, number: id, issuedOn: "2026-11-20" },
          });
        }
        expect(sumOfDocuments(documents.map(ruled))).toBe(wanted);
        expect(dueDocuments(wanted, documents.map(ruled))).toEqual([]);
        // No invoice is credited with more than its sum.
        for (const { restCents } of uncredited(documents.map(ruled))) {
          expect(restCents).toBeGreaterThan(0);
        }
      }
    }),
  );
});

test("Tax that is added to the price leaves each line at its own amount", () => {
  fc.assert(
    fc.property(anyOrder, anyRate, ({ lines, priceCents: netCents }, ratePercent) => {
      const taxCents = taxOn(netCents, ratePercent);
      const taxLine = { ...lines[0], kind: "tax", quantity: 1, unitCents: taxCents } as never;
      const document = buildInvoice({
        order: {
          number: 1001,
          currency: "USD",
          priceCents: netCents + taxCents,
          packageId: "plan",
        },
        invoicing: noInvoicing,
        payment: null,
        cents: netCents + taxCents,
        seller,
        buyer,
        tax: { category: "S", ratePercent, reason: "" },
        period: null,
        content: [...lines, taxLine],
        reason: "",
      });
      requireSound(document);
      expect([document.netCents, document.taxCents]).toEqual([netCents, taxCents]);
      const sold = lines.filter((line) => !isReduction(line));
      expect(document.lines.map((line) => line.netCents)).toEqual(sold.map(centsOf));
    }),
  );
});

test("The tax in another currency is the tax at the typed rate, rounded half up", () => {
  const { inTaxCurrency } = buildInvoice({
    order: { number: 1, currency: "USD", priceCents: 14_900, packageId: "" },
    invoicing: { ...noInvoicing, taxCurrency: "EUR", taxRate: "0.9184" },
    payment: null,
    cents: 14_900,
    seller,
    buyer,
    tax: { category: "S", ratePercent: 20, reason: "" },
    period: null,
    content: "Premium",
    reason: "",
  });
  expect(inTaxCurrency).toEqual({
    currency: "EUR",
    rate: "0.9184",
    taxCents: 2280,
    totalCents: 13_684,
  });
});
