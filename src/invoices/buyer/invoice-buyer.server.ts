import type { Order } from "#orders/order.ts";
import type { Queries } from "#platform/database/database.ts";
import { type BillingDetails, billedPlace, noBilling, placeOfOrder } from "#tax/billing-details.ts";
import { billingOfCompany } from "#tax/company-billing.server.ts";
import { isDecided, noOrderTax, type OrderTax, selectOrderTax } from "#tax/order-tax.server.ts";
import type { InvoiceAddress, InvoiceBuyer } from "../invoice-document.ts";
import { invoicesOfOrder } from "../invoice-tables.server.ts";

/**
 * The buyer of an order as an invoice names it: the details that the company has kept, and for the
 * rest what the order says. `country` is the one that the tax was decided for, and "" where the typed
 * country is unknown.
 */
export async function buyerOf(queries: Queries, order: Order): Promise<InvoiceBuyer> {
  const { companyName, customerName, customerEmail } = order;
  const billing = (await billingOfCompany(queries, order.companyId)) ?? noBilling;
  const tax = (await selectOrderTax(queries, order.id)) ?? noOrderTax;
  const person = customerName || customerEmail;
  const name = billing.company || companyName || person;
  const place = printedPlace(order, billing, tax);
  const vatNumber = billing.country === place.country ? billing.vatNumber : "";
  return {
    name,
    contact: name === person ? "" : person,
    ...place,
    // Reverse charge needs the number with which it was decided.
    vatNumber: tax.category === "AE" ? tax.vatNumber : vatNumber,
    purchaseOrder: tax.purchaseOrder || billing.purchaseOrder,
    email: billing.email || customerEmail,
  };
}

/**
 * The company that an order is billed to, by its newest invoice or by the one that it would get now.
 * Null for a person who buys for nobody else. Checks no rights.
 */
export async function billedCompany(queries: Queries, order: Order): Promise<InvoiceBuyer | null> {
  const documents = await invoicesOfOrder(queries, order.id);
  const invoice = documents.findLast(({ document }) => document.kind === "invoice");
  const buyer = invoice?.document.buyer ?? (await buyerOf(queries, order));
  return buyer.contact === "" ? null : buyer;
}

/** The details may have moved to another country since the tax was decided; the document does not. */
function printedPlace(order: Order, billing: BillingDetails, tax: OrderTax): InvoiceAddress {
  const place = billedPlace(billing, order);
  if (!isDecided(tax)) return place;
  const { country } = tax;
  return (
    [place, placeOfOrder(order)].find((one) => one.country === country) ?? {
      street: "",
      postcode: "",
      city: "",
      country,
    }
  );
}
