import { amountFromCents } from "#platform/money.ts";
import { taxOn } from "#tax/tax-arithmetic.ts";
import type { InvoiceDocument } from "../invoice-document.ts";
import { countryCodeOf, sellerIdOf, sumOf, vatNumberOf } from "./invoice-terms.ts";
import { xmlText } from "./write-xml.ts";

/** ISO 3166-1, with the codes that EN 16931 adds for Kosovo and Northern Ireland. */
const countries = new Set(
  "1A AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XI YE YT ZA ZM ZW".split(
    " ",
  ),
);

/** ISO 4217. The list of the runtime also has ended currencies, which the official rules refuse. */
const currencies = new Set(
  "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CLF CLP CNH CNY COP COU CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STD SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD USN UYI UYU UYW UZS VES VED VND VUV WST XAF XAG XAU XBA XBB XBC XBD XCD XCG XDR XOF XPD XPF XPT XSU XTS XUA XXX YER ZAR ZMW ZWG".split(
    " ",
  ),
);

export interface Finding {
  /** Of EN 16931. */
  readonly rule: string;
  /** For the team: what is wrong with the document. */
  readonly message: string;
}

/**
 * The rules of EN 16931 that a document can break. The official rules for XML allow the tax to differ by
 * less than one unit of the currency; this check wants it to the cent, as the norm says it.
 */
export function checkDocument(document: InvoiceDocument): readonly Finding[] {
  const { allowances, buyer, corrects, currency, inTaxCurrency, lines, period, seller, tax } =
    document;
  const { category, ratePercent } = tax;
  const findings: Finding[] = [];
  const rule = (id: string, holds: boolean, message: string) => {
    if (!holds) findings.push({ rule: id, message });
  };
  const written = (text: string) => xmlText(text) !== "";

  rule("BR-02", written(document.number), "The document has no number.");
  rule("BR-03", written(document.issuedOn), "The document has no date.");
  rule("BR-CL-04", currencies.has(currency), `"${currency}" is no currency.`);
  rule("BR-06", written(seller.name), "The name of your business is missing.");
  rule("BR-07", written(buyer.name), "The buyer's name is missing.");
  const places = [
    { of: seller, name: "Your business", address: "BR-08", country: "BR-09" },
    { of: buyer, name: "The buyer", address: "BR-10", country: "BR-11" },
  ];
  for (const { of, name, address, country } of places) {
    const isKnown = [of.street, of.postcode, of.city, of.country].some(written);
    const number = vatNumberOf(document, of);
    rule(address, isKnown, `${name} has no address.`);
    rule(country, !isKnown || written(of.country), `${name} has no country.`);
    rule(
      "BR-CL-14",
      !written(of.country) || countries.has(countryCodeOf(of)),
      `"${of.country}" is no code of a country.`,
    );
    rule(
      "BR-CO-09",
      number === "" || number.startsWith("EL") || countries.has(number.slice(0, 2)),
      `The VAT number ${number} does not begin with the code of a country.`,
    );
  }
  const isIdentified = [
    vatNumberOf(document, seller),
    sellerIdOf(document),
    seller.registration,
  ].some(written);
  rule("BR-CO-26", isIdentified, "Your business has neither a VAT number nor a registration.");

  rule("BR-16", lines.length > 0, "The document has no lines.");
  for (const { label, netCents } of lines) {
    rule("BR-25", written(label), "A line says nothing about what was sold.");
    rule("BR-27", netCents >= 0, `The line "${label}" has a price below zero.`);
  }
  for (const { label } of allowances) {
    rule("BR-33", written(label), "A discount says nothing about its reason.");
  }
  const net = sumOf(lines) - sumOf(allowances);
  rule(
    "BR-CO-13",
    document.netCents === net,
    `The lines less the discounts are ${amountFromCents(net)}, not ${amountFromCents(document.netCents)}.`,
  );
  const total = document.netCents + document.taxCents + document.roundingCents;
  rule(
    "BR-CO-16",
    document.totalCents === total,
    `Net amount, tax and rounding are ${amountFromCents(total)}, not ${amountFromCents(document.totalCents)}.`,
  );

  if (category === "S") {
    rule("BR-S-05", ratePercent > 0, "The standard rate of VAT is 0.");
    const due = taxOn(document.netCents, ratePercent);
    rule(
      "BR-CO-17",
      document.taxCents === due,
      `The tax is ${amountFromCents(due)}, not ${amountFromCents(document.taxCents)}.`,
    );
    rule("BR-S-10", !written(tax.reason), "The standard rate has a reason for no tax.");
  } else {
    rule(
      `BR-${category}-09`,
      document.taxCents === 0,
      "The document has tax, although none is due.",
    );
    rule(`BR-${category}-10`, written(tax.reason), "The reason why no tax is due is missing.");
  }
  if (category !== "O") {
    const hasNumber = written(seller.vatNumber);
    rule(`BR-${category}-02`, hasNumber, "The VAT number of your business is missing.");
  }
  if (category === "AE") {
    rule("BR-AE-02", written(buyer.vatNumber), "The buyer's VAT number is missing.");
  }
  if (category === "AE" || category === "G") {
    rule(
      `BR-${category}-05`,
      ratePercent === 0,
      "The document has a rate, although no tax is due.",
    );
  }

  if (inTaxCurrency !== null) {
    const { currency: of } = inTaxCurrency;
    rule("BR-CL-05", currencies.has(of), `"${of}" is no currency.`);
    rule(
      "BR-CO-15",
      of !== currency,
      "The currency for the tax authority is that of the document.",
    );
  }
  if (period !== null) {
    rule("BR-29", period.from <= period.until, "The period ends before it begins.");
  }
  if (corrects !== null) {
    rule("BR-55", written(corrects.number), "The number of the corrected invoice is missing.");
  }
  return findings;
}
