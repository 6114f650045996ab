import type { InvoiceDocument, InvoiceLine } from "../invoice-document.ts";
import {
  accountOf,
  allowanceReasonOf,
  amountOf,
  contactOf,
  countryCodeOf,
  dueCentsOf,
  emailScheme,
  isTransfer,
  meansCodeOf,
  notesOf,
  priceOf,
  rateOf,
  sellerIdOf,
  specification,
  sumOf,
  termsOf,
  typeCodeOf,
  unitCode,
  vatNumberOf,
} from "./invoice-terms.ts";
import { element, leaf, type Xml, xmlDocument } from "./write-xml.ts";

const schema = "urn:oasis:names:specification:ubl:schema:xsd";

/** The document as UBL 2.1. */
export function ublOf(document: InvoiceDocument): string {
  const { allowances, buyer, corrects, currency, inTaxCurrency, lines, payment, period, seller } =
    document;
  const root = document.kind === "invoice" ? "Invoice" : "CreditNote";
  const amount = (name: string, cents: number, of = currency) =>
    leaf(`cbc:${name}`, amountOf(cents), { currencyID: of });
  const vatScheme = element("cac:TaxScheme", [leaf("cbc:ID", "VAT")]);
  const category = (name: string, reason = "") =>
    element(`cac:${name}`, [
      leaf("cbc:ID", document.tax.category),
      leaf("cbc:Percent", rateOf(document)),
      leaf("cbc:TaxExemptionReason", reason),
      vatScheme,
    ]);
  const party = (of: typeof seller | typeof buyer, id: string, registration: string, person: Xml) =>
    element("cac:Party", [
      leaf("cbc:EndpointID", of.email, { schemeID: emailScheme }),
      element("cac:PartyIdentification", [leaf("cbc:ID", id)]),
      element("cac:PostalAddress", [
        leaf("cbc:StreetName", of.street),
        leaf("cbc:CityName", of.city),
        leaf("cbc:PostalZone", of.postcode),
        element("cac:Country", [leaf("cbc:IdentificationCode", countryCodeOf(of))]),
      ]),
      ...(vatNumberOf(document, of) === ""
        ? []
        : [
            element("cac:PartyTaxScheme", [
              leaf("cbc:CompanyID", vatNumberOf(document, of)),
              vatScheme,
            ]),
          ]),
      element("cac:PartyLegalEntity", [
        leaf("cbc:RegistrationName", of.name),
        leaf("cbc:CompanyID", registration),
      ]),
      element("cac:Contact", [person, leaf("cbc:ElectronicMail", of.email)]),
    ]);
  const line = (one: InvoiceLine, nth: number) => {
    const price = priceOf(one);
    return element(`cac:${root}Line`, [
      leaf("cbc:ID", String(nth + 1)),
      leaf(
        root === "Invoice" ? "cbc:InvoicedQuantity" : "cbc:CreditedQuantity",
        String(one.quantity),
        { unitCode },
      ),
      amount("LineExtensionAmount", one.netCents),
      element("cac:Item", [leaf("cbc:Name", one.label), category("ClassifiedTaxCategory")]),
      element("cac:Price", [
        leaf("cbc:PriceAmount", price.amount, { currencyID: currency }),
        leaf("cbc:BaseQuantity", String(price.quantity), { unitCode }),
      ]),
    ]);
  };

  return xmlDocument(
    element(
      root,
      [
        leaf("cbc:CustomizationID", specification),
        leaf("cbc:ID", document.number),
        leaf("cbc:IssueDate", document.issuedOn),
        leaf(`cbc:${root}TypeCode`, typeCodeOf(document)),
        // The rules read a word between two "#" as a code for the subject, unless one comes first.
        ...notesOf(document).map((note) =>
          leaf("cbc:Note", note.includes("#") ? `#AAI#${note}` : note),
        ),
        leaf("cbc:DocumentCurrencyCode", currency),
        leaf("cbc:TaxCurrencyCode", inTaxCurrency?.currency ?? ""),
        element("cac:InvoicePeriod", [
          leaf("cbc:StartDate", period?.from ?? ""),
          leaf("cbc:EndDate", period?.until ?? ""),
        ]),
        element("cac:OrderReference", [
          // The schema wants the buyer's number; "NA" is how networks say that there is none.
          leaf("cbc:ID", buyer.purchaseOrder) || leaf("cbc:ID", "NA"),
          leaf("cbc:SalesOrderID", String(document.orderNumber)),
        ]),
        element("cac:BillingReference", [
          element("cac:InvoiceDocumentReference", [
            leaf("cbc:ID", corrects?.number ?? ""),
            leaf("cbc:IssueDate", corrects?.issuedOn ?? ""),
          ]),
        ]),
        element("cac:AccountingSupplierParty", [
          party(seller, sellerIdOf(document), seller.registration, ""),
        ]),
        element("cac:AccountingCustomerParty", [
          party(buyer, "", "", leaf("cbc:Name", contactOf(buyer))),
        ]),
        element("cac:PaymentMeans", [
          leaf("cbc:PaymentMeansCode", meansCodeOf(document), { name: payment?.means ?? "" }),
          leaf("cbc:PaymentID", payment?.reference ?? ""),
          ...(isTransfer(document)
            ? [element("cac:PayeeFinancialAccount", [leaf("cbc:ID", accountOf(seller))])]
            : []),
        ]),
        element("cac:PaymentTerms", [leaf("cbc:Note", termsOf(document))]),
        ...allowances.map((allowance) =>
          element("cac:AllowanceCharge", [
            leaf("cbc:ChargeIndicator", "false"),
            leaf("cbc:AllowanceChargeReason", allowanceReasonOf(allowance)),
            amount("Amount", allowance.netCents),
            category("TaxCategory"),
          ]),
        ),
        element("cac:TaxTotal", [
          amount("TaxAmount", document.taxCents),
          element("cac:TaxSubtotal", [
            amount("TaxableAmount", document.netCents),
            amount("TaxAmount", document.taxCents),
            category("TaxCategory", document.tax.reason),
          ]),
        ]),
        ...(inTaxCurrency === null
          ? []
          : [
              element("cac:TaxTotal", [
                amount("TaxAmount", inTaxCurrency.taxCents, inTaxCurrency.currency),
              ]),
            ]),
        element("cac:LegalMonetaryTotal", [
          amount("LineExtensionAmount", sumOf(lines)),
          amount("TaxExclusiveAmount", document.netCents),
          amount("TaxInclusiveAmount", document.netCents + document.taxCents),
          ...(allowances.length === 0 ? [] : [amount("AllowanceTotalAmount", sumOf(allowances))]),
          ...(document.paidCents === 0 ? [] : [amount("PrepaidAmount", document.paidCents)]),
          ...(document.roundingCents === 0
            ? []
            : [amount("PayableRoundingAmount", document.roundingCents)]),
          amount("PayableAmount", dueCentsOf(document)),
        ]),
        ...lines.map(line),
      ],
      {
        xmlns: `${schema}:${root}-2`,
        "xmlns:cac": `${schema}:CommonAggregateComponents-2`,
        "xmlns:cbc": `${schema}:CommonBasicComponents-2`,
      },
    ),
  );
}
