import type { Queries, WriteTransaction } from "#platform/database/database.ts";
import { preparedQuery } from "#platform/database/prepared-query.ts";
import { AppError } from "#platform/errors.ts";
import { countryCodeIn } from "#platform/texts/countries.ts";
import { readSetting } from "#settings/stored-settings.server.ts";
import { noTax, type TaxSetting } from "#settings/tax.ts";
import { type BillingDetails, noBilling } from "./billing-details.ts";
import { billingOfCompany } from "./company-billing.server.ts";
import { type Treatment, treatmentOf, untaxed } from "./treatment.ts";

/** How an order is taxed, as it was decided. */
export interface OrderTax extends Treatment {
  /** Whether the price includes the tax, or the order has a line for it. */
  readonly place: TaxSetting["place"];
  readonly country: string;
  readonly vatNumber: string;
  readonly purchaseOrder: string;
}

/** The tax of orders that were placed while nothing was said about tax and invoices. */
export const noOrderTax: OrderTax = {
  ...untaxed,
  place: "inside",
  country: "",
  vatNumber: "",
  purchaseOrder: "",
};

/** Whether anything was said about VAT when the order was placed. */
export function isDecided({ category, reason }: OrderTax): boolean {
  return category !== untaxed.category || reason !== untaxed.reason;
}

/** What the site says about tax and invoices. */
export interface TaxedSite {
  readonly tax: TaxSetting;
  /** Whether an order asks for the country, and for the company that an invoice is addressed to. */
  readonly asksForBilling: boolean;
}

export async function readTaxedSite(queries: Queries): Promise<TaxedSite> {
  const tax = await readSetting({}, queries, "tax");
  const { isOn } = await readSetting({}, queries, "invoicing");
  return { tax: tax ?? noTax, asksForBilling: isOn || (tax.isOn && tax.isRegistered) };
}

interface TaxedOrder {
  /** Null for a visitor. */
  readonly companyId: string | null;
  /** As the customer wrote it. */
  readonly customerCountry: string;
  /** Undefined for the details that the company has kept. */
  readonly billing: BillingDetails | undefined;
}

/**
 * Decides about the tax of an order that is placed now. Undefined on a site that says nothing about
 * tax and invoices.
 */
export async function decideTax(
  queries: Queries,
  { companyId, customerCountry, billing }: TaxedOrder,
): Promise<OrderTax | undefined> {
  const { tax, asksForBilling } = await readTaxedSite(queries);
  if (!asksForBilling && !tax.isOn) return undefined;
  const kept = companyId === null ? undefined : await billingOfCompany(queries, companyId);
  const { company, purchaseOrder, ...details } = billing ?? kept ?? noBilling;
  const country = countryCodeIn(customerCountry);
  // A number was read for the country of its details, and says nothing about another one.
  const vatNumber = details.country === country ? details.vatNumber : "";
  const customer = { country, isBusiness: company !== "", vatNumber };
  const treatment = treatmentOf(tax, customer);
  return { ...treatment, place: tax.place, country, vatNumber, purchaseOrder };
}

/** Throws "invalid" where the tax depends on a country that is not known. */
export function requireTaxedCountry({ tax }: TaxedSite, customerCountry: string): void {
  if (!tax.isOn || !tax.isRegistered || countryCodeIn(customerCountry) !== "") return;
  const message = "Choose your country from the list: the VAT depends on it.";
  throw new AppError("invalid", message, { issues: [{ path: "customerCountry", message }] });
}

/** A short text that differs where orders are taxed differently, such as "S 20 on top". */
export function keyOfTax({ category, ratePercent, place }: OrderTax): string {
  return category === "S" ? `S ${ratePercent} ${place}` : category;
}

export async function storeOrderTax(
  tx: WriteTransaction,
  orderId: string,
  tax: OrderTax,
): Promise<void> {
  const row = {
    category: tax.category,
    rate_percent: String(tax.ratePercent),
    reason: tax.reason,
    place: tax.place,
    country: tax.country,
    vat_number: tax.vatNumber,
    purchase_order: tax.purchaseOrder,
  };
  await tx
    .insertInto("order_tax")
    .values({ order_id: orderId, ...row })
    .onConflict((conflict) => conflict.column("order_id").doUpdateSet(row))
    .execute();
}

const taxRows = preparedQuery((queries, { orderId }: { readonly orderId: string }) =>
  queries.selectFrom("order_tax").selectAll().where("order_id", "=", orderId).compile(),
);

/** Undefined for an order without a decision. Checks no rights. */
export async function selectOrderTax(
  queries: Queries,
  orderId: string,
): Promise<OrderTax | undefined> {
  const [row] = await taxRows(queries, { orderId });
  if (row === undefined) return undefined;
  return {
    category: row.category,
    ratePercent: Number(row.rate_percent),
    reason: row.reason,
    place: row.place,
    country: row.country,
    vatNumber: row.vat_number,
    purchaseOrder: row.purchase_order,
  };
}
