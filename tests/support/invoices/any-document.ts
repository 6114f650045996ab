import fc from "fast-check";
import type {
  DocumentKind,
  InvoiceAllowance,
  InvoiceDocument,
  InvoiceLine,
  InvoicePayment,
} from "#invoices/invoice-document.ts";
import { type TaxCategory, taxCategories } from "#settings/tax.ts";
import { taxOn } from "#tax/tax-arithmetic.ts";

/** Names as customers of all countries have them, and as XML does not like them. */
const names = [
  "Weiß & Söhne GmbH",
  'Müller <Gärten> "Nord"',
  "شركة الحدائق الخضراء",
  "株式会社みどりの畑",
  "주식회사 들판",
  "Огород & Сад",
  "Κήποι Α.Ε.",
  "גינות ירוקות בע״מ",
  "Happy 🌱 Fields 👩🏽‍🌾",
  "O’Brien’s “Farm”",
  "a\u0000b\u0008c\ud800d",
  "  Two\n lines\t and #tabs#  ",
  `${"Very long name of a company ".repeat(11)}Ltd`.slice(0, 300),
];

const anyName = fc.oneof(
  fc.constantFrom(...names),
  fc.string({ minLength: 1 }).map((text) => `N${text}`),
);
const anyText = fc.oneof(fc.constant(""), anyName, fc.string());
const anyDay = fc
  .date({ min: new Date("2024-01-01"), max: new Date("2040-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const anyRate = fc.constantFrom(5.5, 7, 8.1, 19, 20, 25.5, 27);
const anyEmail = fc.constantFrom("", "invoices@example.com", "ü@bücher.example");

const anyPlace = fc.record({
  street: anyText,
  postcode: fc.constantFrom("", "10115", "LS1 4AP"),
  city: fc.constantFrom("", "Berlin", "Leeds", "東京"),
  country: fc.constantFrom("DE", "GB", "FR", "US", "XK", "GR", "JP"),
});

const anyLine: fc.Arbitrary<InvoiceLine> = fc.record({
  label: anyName,
  quantity: fc.integer({ min: 1, max: 12 }),
  netCents: fc.integer({ min: 0, max: 2_000_000 }),
});

const anyPayment: fc.Arbitrary<InvoicePayment> = fc.record({
  means: fc.constantFrom("card", "PayPal", "bank transfer", "other"),
  on: anyDay,
  reference: anyText,
});

const reasons: Readonly<Record<TaxCategory, string>> = {
  S: "",
  AE: "Reverse charge: the customer owes the VAT.",
  G: "Export of services outside the EU.",
  O: "Not subject to VAT.",
};

/** At most what the lines are worth. */
function allowancesOf(lines: readonly InvoiceLine[], shares: readonly [string, number][]) {
  let left = lines.reduce((sum, { netCents }) => sum + netCents, 0);
  return shares.map(([label, percent]): InvoiceAllowance => {
    const netCents = Math.floor((left * percent) / 100);
    left -= netCents;
    return { label, netCents };
  });
}

/** A document that follows all rules. */
const anyDocument: fc.Arbitrary<InvoiceDocument> = fc
  .record({
    kind: fc.constantFrom<DocumentKind[]>("invoice", "credit-note"),
    category: fc.constantFrom(...taxCategories),
    rate: anyRate,
    number: fc.integer({ min: 1, max: 99_999 }),
    currency: fc.constantFrom("USD", "EUR"),
    day: anyDay,
    days: fc.tuple(anyDay, anyDay).map((pair) => pair.toSorted()),
    hasPeriod: fc.boolean(),
    reason: anyText,
    seller: fc.tuple(anyName, anyPlace, anyEmail, fc.constantFrom("", "HRB 1234 B"), fc.boolean()),
    buyer: fc.tuple(anyName, anyPlace, anyEmail, anyText, fc.boolean()),
    purchaseOrder: anyText,
    lines: fc.array(anyLine, { minLength: 1, maxLength: 6 }),
    shares: fc.array(fc.tuple(anyName, fc.integer({ min: 0, max: 100 })), { maxLength: 2 }),
    rounding: fc.constantFrom(-1, 0, 0, 0, 1),
    isPaid: fc.boolean(),
    payment: fc.option(anyPayment),
    typed: fc.option(fc.constantFrom("GBP", "CHF")),
    notes: fc.array(anyText, { maxLength: 2 }),
  })
  .map((drawn): InvoiceDocument => {
    const { category, kind, day, lines } = drawn;
    const [sellerName, sellerPlace, sellerEmail, registration, hasIban] = drawn.seller;
    const [buyerName, buyerPlace, buyerEmail, contact, isCompany] = drawn.buyer;
    const allowances = allowancesOf(lines, drawn.shares);
    const sum = (parts: readonly { readonly netCents: number }[]) =>
      parts.reduce((total, { netCents }) => total + netCents, 0);
    const netCents = sum(lines) - sum(allowances);
    const ratePercent = category === "S" ? drawn.rate : 0;
    const taxCents = taxOn(netCents, ratePercent);
    const totalCents = netCents + taxCents + drawn.rounding;
    const isRegistered = category !== "O" || registration === "";
    return {
      kind,
      number: `F-${day.slice(0, 4)}-${String(drawn.number).padStart(4, "0")}`,
      issuedOn: day,
      currency: drawn.currency,
      corrects: kind === "credit-note" ? { number: "F-2024-0001", issuedOn: "2024-01-01" } : null,
      reason: drawn.reason,
      seller: {
        name: sellerName,
        ...sellerPlace,
        vatNumber: isRegistered ? "GB123456789" : "",
        registration,
        email: sellerEmail,
        iban: hasIban ? "DE89 3704 0044 0532 0130 00" : "",
      },
      buyer: {
        name: buyerName,
        ...buyerPlace,
        contact,
        vatNumber: isCompany || category === "AE" ? "DE136695976" : "",
        purchaseOrder: drawn.purchaseOrder,
        email: buyerEmail,
      },
      orderNumber: drawn.number,
      period: drawn.hasPeriod ? { from: drawn.days[0] ?? day, until: drawn.days[1] ?? day } : null,
      lines,
      allowances,
      tax: { category, ratePercent, reason: reasons[category] },
      netCents,
      taxCents,
      roundingCents: drawn.rounding,
      totalCents,
      paidCents: drawn.isPaid ? totalCents : 0,
      payment: drawn.payment,
      inTaxCurrency:
        drawn.typed === null
          ? null
          : {
              currency: drawn.typed,
              rate: "0.9184",
              taxCents: Math.round(taxCents * 0.9184),
              totalCents: Math.round(totalCents * 0.9184),
            },
      notes: drawn.notes,
    };
  });

/** The same documents in each run. */
export const sampleDocuments = (count: number): readonly InvoiceDocument[] =>
  fc.sample(anyDocument, { numRuns: count, seed: 16_931 });

type Mutation = (document: InvoiceDocument) => InvoiceDocument | undefined;

/** Changes that break one rule, and some that break none. Undefined where a change has no object. */
const mutations: Readonly<Record<string, Mutation>> = {
  "no number": (document) => ({ ...document, number: " " }),
  "no day": (document) => ({ ...document, issuedOn: "" }),
  "an invented currency": (document) => ({ ...document, currency: "ABC" }),
  "no seller": ({ seller, ...rest }) => ({ ...rest, seller: { ...seller, name: "\u0000 " } }),
  "no buyer": ({ buyer, ...rest }) => ({ ...rest, buyer: { ...buyer, name: "\n" } }),
  "no address of the seller": ({ seller, ...rest }) => ({
    ...rest,
    seller: { ...seller, street: "", postcode: "", city: "", country: "" },
  }),
  "no address of the buyer": ({ buyer, ...rest }) => ({
    ...rest,
    buyer: { ...buyer, street: "", postcode: "", city: "", country: "" },
  }),
  "no country of the seller": ({ seller, ...rest }) => ({
    ...rest,
    seller: { ...seller, city: "Leeds", country: "" },
  }),
  "no country of the buyer": ({ buyer, ...rest }) => ({
    ...rest,
    buyer: { ...buyer, city: "Berlin", country: " " },
  }),
  "an invented country": ({ buyer, ...rest }) => ({ ...rest, buyer: { ...buyer, country: "ZZ" } }),
  "the name of a country": ({ buyer, ...rest }) => ({
    ...rest,
    buyer: { ...buyer, country: "Germany" },
  }),
  "a VAT number without a country": ({ buyer, ...rest }) =>
    rest.tax.category === "O"
      ? undefined
      : { ...rest, buyer: { ...buyer, vatNumber: "136695976" } },
  "a Greek VAT number": ({ buyer, ...rest }) => ({
    ...rest,
    buyer: { ...buyer, vatNumber: "EL123456789" },
  }),
  "no VAT number of the seller": ({ seller, ...rest }) => ({
    ...rest,
    seller: { ...seller, vatNumber: "" },
  }),
  "no VAT number of the buyer": ({ buyer, ...rest }) => ({
    ...rest,
    buyer: { ...buyer, vatNumber: "" },
  }),
  "no number at all of the seller": ({ seller, ...rest }) => ({
    ...rest,
    seller: { ...seller, vatNumber: "", registration: " " },
  }),
  "no lines": (document) => ({ ...document, lines: [] }),
  "a line without a label": ({ lines, ...rest }) => ({
    ...rest,
    lines: lines.map((line) => ({ ...line, label: " " })),
  }),
  "a line below zero": ({ lines, ...rest }) => {
    const cents = (lines[0]?.netCents ?? 0) + 100;
    return {
      ...rest,
      lines: [
        ...lines,
        { label: "A gift", quantity: 1, netCents: cents },
        { label: "Taken back", quantity: 1, netCents: -cents },
      ],
    };
  },
  "a discount without a label": ({ allowances, ...rest }) =>
    allowances.length === 0
      ? undefined
      : { ...rest, allowances: allowances.map((allowance) => ({ ...allowance, label: "" })) },
  "another discount": (document) => ({
    ...document,
    allowances: [...document.allowances, { label: "Forgotten", netCents: 1 }],
  }),
  "another line": (document) => ({
    ...document,
    lines: [...document.lines, { label: "Forgotten", quantity: 1, netCents: 1 }],
  }),
  "a line for nothing": (document) => ({
    ...document,
    lines: [...document.lines, { label: "Free", quantity: 3, netCents: 0 }],
  }),
  "another net amount": (document) => ({ ...document, netCents: document.netCents + 10_000 }),
  "another total": (document) => ({ ...document, totalCents: document.totalCents + 1 }),
  "more rounding": (document) => ({ ...document, roundingCents: document.roundingCents + 1 }),
  "a dollar more tax": (document) => ({
    ...document,
    taxCents: document.taxCents + 100,
    totalCents: document.totalCents + 100,
  }),
  "no rate": ({ tax, ...rest }) =>
    tax.category === "S" ? { ...rest, tax: { ...tax, ratePercent: 0 } } : undefined,
  "a rate without tax": ({ tax, ...rest }) =>
    tax.category === "S" ? undefined : { ...rest, tax: { ...tax, ratePercent: 0.4 } },
  "no reason": ({ tax, ...rest }) => ({ ...rest, tax: { ...tax, reason: "" } }),
  "a reason": ({ tax, ...rest }) => ({ ...rest, tax: { ...tax, reason: "As agreed." } }),
  "another category": ({ tax, ...rest }) => ({
    ...rest,
    tax: { ...tax, category: tax.category === "S" ? "AE" : "S" },
  }),
  "the tax in an invented currency": (document) => ({
    ...document,
    inTaxCurrency: { currency: "XYZ", rate: "1", taxCents: 0, totalCents: 0 },
  }),
  "the tax in the same currency": (document) => ({
    ...document,
    inTaxCurrency: { currency: document.currency, rate: "1", taxCents: 0, totalCents: 0 },
  }),
  "a period that ends before it begins": (document) => ({
    ...document,
    period: { from: "2026-11-30", until: "2026-11-01" },
  }),
  "a corrected invoice without a number": (document) => ({
    ...document,
    corrects: { number: " ", issuedOn: "2026-11-01" },
  }),
  "a payment that is not known": (document) => ({ ...document, payment: null }),
  "a word between hashes": (document) => ({ ...document, notes: ["See #abc# below"] }),
};

export interface Mutant {
  readonly change: string;
  readonly document: InvoiceDocument;
}

export function sampleMutants(count: number): readonly Mutant[] {
  const mutants: Mutant[] = [];
  const changes = Object.entries(mutations);
  for (const [nth, document] of sampleDocuments(2 * count).entries()) {
    const [change, mutate] = changes[nth % changes.length] ?? [];
    const changed = mutate?.(document);
    if (change !== undefined && changed !== undefined) mutants.push({ change, document: changed });
  }
  return mutants.slice(0, count);
}
