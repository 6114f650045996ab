import type { Order } from "#orders/order.ts";
import type { Queries, WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { countryNameOf } from "#platform/texts/countries.ts";
import { type BillingDetails, billedPlace } from "#tax/billing-details.ts";
import {
  decideTax,
  isDecided,
  noOrderTax,
  readTaxedSite,
  selectOrderTax,
  storeOrderTax,
} from "#tax/order-tax.server.ts";
import type { InvoiceTax } from "../invoice-document.ts";

/** The tax of an order, as it was decided when the order was placed. */
export async function taxOf(queries: Queries, { id }: Order): Promise<InvoiceTax> {
  const { category, ratePercent, reason } = (await selectOrderTax(queries, id)) ?? noOrderTax;
  return { category, ratePercent, reason: category === "S" ? "" : reason || "Not subject to VAT." };
}

/** VAT number of the seller; "" for a business that is not registered. */
export async function sellerVatNumber(queries: Queries): Promise<string> {
  const { tax } = await readTaxedSite(queries);
  return tax.isOn && tax.isRegistered ? tax.vatNumber : "";
}

/**
 * Decides about the tax of an order anew, for the address that its next document has. An order from
 * before tax was switched on keeps what it has. Requires a locked order. Throws "conflict" for another
 * country while VAT is switched off.
 */
export async function decideTaxAgain(
  tx: WriteTransaction,
  order: Order,
  billing: BillingDetails,
): Promise<void> {
  const before = await selectOrderTax(tx, order.id);
  if (before === undefined) return;
  const { purchaseOrder } = billing;
  const { country } = billedPlace(billing, order);
  const { tax } = await readTaxedSite(tx);
  if (!tax.isOn && isDecided(before) && country !== before.country) {
    const name = countryNameOf(before.country) || "an unknown country";
    throw new AppError(
      "conflict",
      `The VAT of order ${order.number} was decided for ${name}, and VAT is switched off now, so the invoice cannot go to another country. Ask the shop.`,
    );
  }
  const wanted = { companyId: order.companyId, customerCountry: country, billing };
  const now = tax.isOn ? await decideTax(tx, wanted) : undefined;
  await storeOrderTax(tx, order.id, { ...before, ...now, place: before.place, purchaseOrder });
}
