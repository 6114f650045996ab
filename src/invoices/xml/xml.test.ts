import { JSDOM } from "jsdom";
import sax from "sax";
import { describe, expect, test } from "vitest";
import { sampleDocuments, sampleMutants } from "../../../tests/support/invoices/any-document.ts";
import { soldToBerlin } from "../../../tests/support/invoices/sold-to-berlin.ts";
import type { InvoiceDocument } from "../invoice-document.ts";
import { checkDocument } from "./check-document.ts";
import { ciiOf } from "./cii.ts";
import { ublOf } from "./ubl.ts";
import { leaf } from "./write-xml.ts";

const document: InvoiceDocument = {
  ...soldToBerlin,
  lines: [
    { label: "Growth", quantity: 1, netCents: 14_900 },
    { label: "Article", quantity: 3, netCents: 10_000 },
  ],
  allowances: [{ label: "Coupon SPRING", netCents: 900 }],
  netCents: 24_000,
  totalCents: 24_000,
  paidCents: 24_000,
  inTaxCurrency: null,
};

/** Throws for a document that is not well-formed. Returns the texts of elements by their paths. */
function textsIn(xml: string): ReadonlyMap<string, readonly string[]> {
  const { window } = new JSDOM(xml, { contentType: "text/xml" });
  const texts = new Map<string, string[]>();
  for (const {
    localName,
    parentElement,
    children,
    textContent,
  } of window.document.querySelectorAll("*")) {
    if (children.length > 0) continue;
    const key = `${parentElement?.localName}/${localName}`;
    texts.set(key, [...(texts.get(key) ?? []), textContent]);
  }
  return texts;
}

describe("An e-invoice", () => {
  test("has the amounts of the document in both syntaxes", () => {
    const ubl = textsIn(ublOf(document));
    expect(ubl.get("LegalMonetaryTotal/LineExtensionAmount")).toEqual(["249.00"]);
    expect(ubl.get("LegalMonetaryTotal/AllowanceTotalAmount")).toEqual(["9.00"]);
    expect(ubl.get("LegalMonetaryTotal/TaxInclusiveAmount")).toEqual(["240.00"]);
    expect(ubl.get("LegalMonetaryTotal/PayableAmount")).toEqual(["0.00"]);
    const cii = textsIn(ciiOf(document));
    const sums = "SpecifiedTradeSettlementHeaderMonetarySummation";
    expect(cii.get(`${sums}/LineTotalAmount`)).toEqual(["249.00"]);
    expect(cii.get(`${sums}/GrandTotalAmount`)).toEqual(["240.00"]);
    expect(cii.get(`${sums}/DuePayableAmount`)).toEqual(["0.00"]);
  });

  test("has a price for three pieces where a piece has no price in whole cents", () => {
    const ubl = textsIn(ublOf(document));
    expect(ubl.get("Price/PriceAmount")).toEqual(["149.00", "100.00"]);
    expect(ubl.get("Price/BaseQuantity")).toEqual(["1", "3"]);
  });

  test("names the corrected invoice and has positive amounts as a credit note", () => {
    const corrects = { number: "F-2026-0001", issuedOn: "2026-11-30" };
    const note: InvoiceDocument = { ...document, kind: "credit-note", corrects };
    const ubl = textsIn(ublOf(note));
    expect(ubl.get("CreditNote/CreditNoteTypeCode")).toEqual(["381"]);
    expect(ubl.get("InvoiceDocumentReference/ID")).toEqual(["F-2026-0001"]);
    expect(ubl.get("CreditNoteLine/CreditedQuantity")).toEqual(["1", "3"]);
    const cii = textsIn(ciiOf(note));
    expect(cii.get("ExchangedDocument/TypeCode")).toEqual(["381"]);
    expect(cii.get("InvoiceReferencedDocument/IssuerAssignedID")).toEqual(["F-2026-0001"]);
  });

  test("has no VAT number where the document is not subject to VAT, and still a seller", () => {
    const outside: InvoiceDocument = {
      ...document,
      tax: { category: "O", ratePercent: 0, reason: "Not subject to VAT." },
      seller: { ...document.seller, registration: "" },
    };
    const ubl = textsIn(ublOf(outside));
    expect(ubl.has("PartyTaxScheme/CompanyID")).toBe(false);
    expect(ubl.get("PartyIdentification/ID")).toEqual(["GB123456789"]);
    expect(checkDocument(outside)).toEqual([]);
  });

  test("says the tax in the currency of the tax authority", () => {
    const both: InvoiceDocument = {
      ...document,
      tax: { category: "S", ratePercent: 20, reason: "" },
      taxCents: 4800,
      totalCents: 28_800,
      paidCents: 28_800,
      inTaxCurrency: { currency: "GBP", rate: "0.79", taxCents: 3792, totalCents: 22_752 },
    };
    expect(textsIn(ublOf(both)).get("TaxTotal/TaxAmount")).toEqual(["48.00", "37.92"]);
    expect(ciiOf(both)).toContain(
      '<ram:TaxTotalAmount currencyID="GBP">37.92</ram:TaxTotalAmount>',
    );
    expect(checkDocument(both)).toEqual([]);
  });

  test("leaves out what XML cannot hold, and escapes the rest", () => {
    expect(leaf("name", 'a\u0000\ud800b & <c> "d"\n🌱')).toBe(
      "<name>ab &amp; &lt;c&gt; &quot;d&quot; 🌱</name>",
    );
    expect(leaf("name", "\u0008 \n")).toBe("");
  });

  test("is well-formed for generated documents, also for those with a fault", () => {
    for (const one of [
      ...sampleDocuments(500),
      ...sampleMutants(100).map((each) => each.document),
    ]) {
      for (const xml of [ublOf(one), ciiOf(one)]) {
        const reader = sax.parser(true, { strictEntities: true });
        reader.onerror = (error) => {
          throw error;
        };
        reader.write(xml).close();
      }
    }
  });
});

describe("The check of a document", () => {
  test("finds nothing wrong with a thousand generated documents", () => {
    expect(sampleDocuments(1000).flatMap(checkDocument)).toEqual([]);
  });

  test.each<[string, Partial<InvoiceDocument>, string]>([
    ["an unknown country", { buyer: { ...document.buyer, country: "" } }, "BR-11"],
    [
      "reverse charge without a number",
      { buyer: { ...document.buyer, vatNumber: "" } },
      "BR-AE-02",
    ],
    [
      "a number of no country",
      { buyer: { ...document.buyer, vatNumber: "136695976" } },
      "BR-CO-09",
    ],
    ["another sum", { totalCents: 24_001 }, "BR-CO-16"],
    ["another net amount", { netCents: 24_001, totalCents: 24_001 }, "BR-CO-13"],
    ["no lines", { lines: [], netCents: -900, totalCents: -900 }, "BR-16"],
    [
      "tax of a cent too much",
      {
        tax: { category: "S", ratePercent: 20, reason: "" },
        taxCents: 4801,
        totalCents: 28_801,
      },
      "BR-CO-17",
    ],
  ])("names the rule that %s breaks", (_, change, rule) => {
    expect(checkDocument({ ...document, ...change }).map((finding) => finding.rule)).toEqual([
      rule,
    ]);
  });
});
