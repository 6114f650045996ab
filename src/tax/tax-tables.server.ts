import type { TaxCategory, TaxSetting } from "#settings/tax.ts";

/**
 * How an order is taxed, decided when it was placed and again when its invoice is corrected. Orders
 * that were placed while nothing was said about tax and invoices have no row.
 */
interface OrderTaxTable {
  order_id: string;
  category: TaxCategory;
  /** Such as "8.1"; "0" unless the category is S. */
  rate_percent: string;
  reason: string;
  place: TaxSetting["place"];
  /** ISO 3166-1 code; "" for a country that is not known. */
  country: string;
  vat_number: string;
  /** Of the buyer's own books. */
  purchase_order: string;
}

/** Whom the invoices of a company are addressed to, as the company wrote last. */
interface CompanyBillingTable {
  company_id: string;
  /** "" for a person who buys for nobody else. */
  company: string;
  vat_number: string;
  street: string;
  postcode: string;
  city: string;
  country: string;
  purchase_order: string;
  email: string;
  changed_at: number;
}

declare module "../platform/database/tables.ts" {
  interface Tables {
    order_tax: OrderTaxTable;
    company_billing: CompanyBillingTable;
  }
}
