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

const names = "urn:un:unece:uncefact:data:standard";

/** The document as UN/CEFACT Cross Industry Invoice D22B, as a PDF of Factur-X embeds it. */
export function ciiOf(document: InvoiceDocument): string {
  const { allowances, buyer, corrects, currency, inTaxCurrency, lines, payment, period, seller } =
    document;
  const amount = (name: string, cents: number) => leaf(`ram:${name}`, amountOf(cents));
  const day = (name: string, of: string, type = "udt") =>
    element(`ram:${name}`, [
      leaf(`${type}:DateTimeString`, of.replaceAll("-", ""), { format: "102" }),
    ]);
  const tax = (name: string, before: readonly Xml[] = [], between: readonly Xml[] = []) =>
    element(`ram:${name}`, [
      ...before,
      leaf("ram:TypeCode", "VAT"),
      ...between,
      leaf("ram:CategoryCode", document.tax.category),
      leaf("ram:RateApplicablePercent", rateOf(document)),
    ]);
  const party = (
    name: string,
    of: typeof seller | typeof buyer,
    id: string,
    registration: string,
    person: Xml,
  ) =>
    element(`ram:${name}`, [
      leaf("ram:ID", id),
      leaf("ram:Name", of.name),
      element("ram:SpecifiedLegalOrganization", [leaf("ram:ID", registration)]),
      element("ram:DefinedTradeContact", [
        person,
        element("ram:EmailURIUniversalCommunication", [leaf("ram:URIID", of.email)]),
      ]),
      element("ram:PostalTradeAddress", [
        leaf("ram:PostcodeCode", of.postcode),
        leaf("ram:LineOne", of.street),
        leaf("ram:CityName", of.city),
        leaf("ram:CountryID", countryCodeOf(of)),
      ]),
      element("ram:URIUniversalCommunication", [
        leaf("ram:URIID", of.email, { schemeID: emailScheme }),
      ]),
      element("ram:SpecifiedTaxRegistration", [
        leaf("ram:ID", vatNumberOf(document, of), { schemeID: "VA" }),
      ]),
    ]);
  const line = (one: InvoiceLine, nth: number) => {
    const price = priceOf(one);
    return element("ram:IncludedSupplyChainTradeLineItem", [
      element("ram:AssociatedDocumentLineDocument", [leaf("ram:LineID", String(nth + 1))]),
      element("ram:SpecifiedTradeProduct", [leaf("ram:Name", one.label)]),
      element("ram:SpecifiedLineTradeAgreement", [
        element("ram:NetPriceProductTradePrice", [
          leaf("ram:ChargeAmount", price.amount),
          leaf("ram:BasisQuantity", String(price.quantity), { unitCode }),
        ]),
      ]),
      element("ram:SpecifiedLineTradeDelivery", [
        leaf("ram:BilledQuantity", String(one.quantity), { unitCode }),
      ]),
      element("ram:SpecifiedLineTradeSettlement", [
        tax("ApplicableTradeTax"),
        element("ram:SpecifiedTradeSettlementLineMonetarySummation", [
          amount("LineTotalAmount", one.netCents),
        ]),
      ]),
    ]);
  };

  const agreement = element("ram:ApplicableHeaderTradeAgreement", [
    party("SellerTradeParty", seller, sellerIdOf(document), seller.registration, ""),
    party("BuyerTradeParty", buyer, "", "", leaf("ram:PersonName", contactOf(buyer))),
    element("ram:SellerOrderReferencedDocument", [
      leaf("ram:IssuerAssignedID", String(document.orderNumber)),
    ]),
    element("ram:BuyerOrderReferencedDocument", [
      leaf("ram:IssuerAssignedID", buyer.purchaseOrder),
    ]),
  ]);
  const settlement = element("ram:ApplicableHeaderTradeSettlement", [
    leaf("ram:PaymentReference", payment?.reference ?? ""),
    leaf("ram:TaxCurrencyCode", inTaxCurrency?.currency ?? ""),
    leaf("ram:InvoiceCurrencyCode", currency),
    element("ram:SpecifiedTradeSettlementPaymentMeans", [
      leaf("ram:TypeCode", meansCodeOf(document)),
      leaf("ram:Information", payment?.means ?? ""),
      ...(isTransfer(document)
        ? [
            element("ram:PayeePartyCreditorFinancialAccount", [
              leaf("ram:IBANID", accountOf(seller)),
            ]),
          ]
        : []),
    ]),
    tax(
      "ApplicableTradeTax",
      [amount("CalculatedAmount", document.taxCents)],
      [leaf("ram:ExemptionReason", document.tax.reason), amount("BasisAmount", document.netCents)],
    ),
    ...(period === null
      ? []
      : [
          element("ram:BillingSpecifiedPeriod", [
            day("StartDateTime", period.from),
            day("EndDateTime", period.until),
          ]),
        ]),
    ...allowances.map((allowance) =>
      element("ram:SpecifiedTradeAllowanceCharge", [
        element("ram:ChargeIndicator", [leaf("udt:Indicator", "false")]),
        amount("ActualAmount", allowance.netCents),
        leaf("ram:Reason", allowanceReasonOf(allowance)),
        tax("CategoryTradeTax"),
      ]),
    ),
    element("ram:SpecifiedTradePaymentTerms", [leaf("ram:Description", termsOf(document))]),
    element("ram:SpecifiedTradeSettlementHeaderMonetarySummation", [
      amount("LineTotalAmount", sumOf(lines)),
      ...(allowances.length === 0 ? [] : [amount("AllowanceTotalAmount", sumOf(allowances))]),
      amount("TaxBasisTotalAmount", document.netCents),
      leaf("ram:TaxTotalAmount", amountOf(document.taxCents), { currencyID: currency }),
      ...(inTaxCurrency === null
        ? []
        : [
            leaf("ram:TaxTotalAmount", amountOf(inTaxCurrency.taxCents), {
              currencyID: inTaxCurrency.currency,
            }),
          ]),
      ...(document.roundingCents === 0 ? [] : [amount("RoundingAmount", document.roundingCents)]),
      amount("GrandTotalAmount", document.netCents + document.taxCents),
      ...(document.paidCents === 0 ? [] : [amount("TotalPrepaidAmount", document.paidCents)]),
      amount("DuePayableAmount", dueCentsOf(document)),
    ]),
    ...(corrects === null
      ? []
      : [
          element("ram:InvoiceReferencedDocument", [
            leaf("ram:IssuerAssignedID", corrects.number),
            day("FormattedIssueDateTime", corrects.issuedOn, "qdt"),
          ]),
        ]),
  ]);

  return xmlDocument(
    element(
      "rsm:CrossIndustryInvoice",
      [
        element("rsm:ExchangedDocumentContext", [
          element("ram:GuidelineSpecifiedDocumentContextParameter", [
            leaf("ram:ID", specification),
          ]),
        ]),
        element("rsm:ExchangedDocument", [
          leaf("ram:ID", document.number),
          leaf("ram:TypeCode", typeCodeOf(document)),
          day("IssueDateTime", document.issuedOn),
          ...notesOf(document).map((note) =>
            element("ram:IncludedNote", [leaf("ram:Content", note)]),
          ),
        ]),
        element("rsm:SupplyChainTradeTransaction", [
          ...lines.map(line),
          agreement,
          // The schema wants the element, also where nothing is delivered to a place.
          "<ram:ApplicableHeaderTradeDelivery/>",
          settlement,
        ]),
      ],
      {
        "xmlns:rsm": `${names}:CrossIndustryInvoice:100`,
        "xmlns:ram": `${names}:ReusableAggregateBusinessInformationEntity:100`,
        "xmlns:udt": `${names}:UnqualifiedDataType:100`,
        "xmlns:qdt": `${names}:QualifiedDataType:100`,
      },
    ),
  );
}
