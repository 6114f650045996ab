import type { Database, WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { countryCodeIn } from "#platform/texts/countries.ts";
import type { Clock } from "#platform/time/clock.ts";
import { type BillingDetails, readBilling } from "#tax/billing-details.ts";
import { storeBilling } from "#tax/company-billing.server.ts";
import {
  decideTax,
  keyOfTax,
  noOrderTax,
  type OrderTax,
  readTaxedSite,
  requireTaxedCountry,
  selectOrderTax,
  storeOrderTax,
} from "#tax/order-tax.server.ts";
import { linesOfOrder } from "../lines/order-lines.server.ts";
import { sumOf, withoutTax, withTax } from "../lines/order-lines.ts";
import type { Order } from "../order.ts";
import { lockOrder } from "../order-store.server.ts";

/** The company in an order form. */
export type OrderBilling = Omit<BillingDetails, "country">;

interface TaxedForm {
  readonly customerCountry: string;
  readonly billing?: OrderBilling | undefined;
  readonly taxShown?: string | undefined;
}

/**
 * Decides about the tax of an unpaid order anew, for the customer who goes on with it. False where
 * the order would cost another sum, or has another tax than the customer saw: that takes a new
 * order. Checks no rights. Throws "invalid" for a VAT number that cannot be one.
 */
export async function taxAgain(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  { id }: Order,
  { customerCountry, taxShown, ...form }: TaxedForm,
): Promise<boolean> {
  const country = countryCodeIn(customerCountry);
  const billing = form.billing && (await readBilling({ ...form.billing, country }, "billing."));
  return database.write(async (tx) => {
    const order = await lockOrder(tx, id);
    if (order?.paymentStatus !== "UnPaid") return false;
    const { companyId } = order;
    const tax = await decideTax(tx, { companyId, customerCountry, billing });
    const key = tax === undefined ? "" : keyOfTax(tax);
    if (taxShown !== undefined && taxShown !== key) return false;
    if (!(await keepsSum(tx, order, tax))) return false;
    if (tax !== undefined) await storeOrderTax(tx, id, tax);
    if (billing !== undefined) await storeBilling(tx, companyId, billing, clock());
    return true;
  });
}

/**
 * Decides about the tax of an unpaid order anew, in the transaction that corrects its country. An
 * order from before tax was switched on keeps what it has. Requires a locked order. Throws "invalid"
 * for a country that is not known, and "conflict" where the order would cost another sum.
 */
export async function taxForCountry(
  tx: WriteTransaction,
  order: Order,
  customerCountry: string,
): Promise<void> {
  if ((await selectOrderTax(tx, order.id)) === undefined) return;
  requireTaxedCountry(await readTaxedSite(tx), customerCountry);
  const { companyId } = order;
  const tax = await decideTax(tx, { companyId, customerCountry, billing: undefined });
  if (!(await keepsSum(tx, order, tax))) {
    const message = `With this country, order ${order.number} has another VAT and costs another sum. Cancel the order and place a new one.`;
    throw new AppError("conflict", message, { issues: [{ path: "customerCountry", message }] });
  }
  await storeOrderTax(tx, order.id, tax ?? noOrderTax);
}

async function keepsSum(
  tx: WriteTransaction,
  order: Order,
  tax: OrderTax | undefined,
): Promise<boolean> {
  const lines = await linesOfOrder(tx, order);
  return sumOf(withTax(withoutTax(lines), tax)) === order.priceCents;
}
