import { z } from "zod";
import { orderNotFound } from "#orders/find-order.ts";
import type { Order } from "#orders/order.ts";
import { lockOrder } from "#orders/order-store.server.ts";
import type { Database, WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { isPlainText } from "#platform/texts/plain-text.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Actor } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import { requireRight } from "#policy/rights.ts";
import { billedPlace, noBilling } from "#tax/billing-details.ts";
import { billingOfCompany } from "#tax/company-billing.server.ts";
import { selectOrderTax } from "#tax/order-tax.server.ts";
import type { StoredInvoice } from "../invoice-tables.server.ts";
import { decideTaxAgain } from "../tax/order-tax.server.ts";
import { type IssuingDependencies, issueDue, reissue } from "./issue-due.server.ts";

type Dependencies = IssuingDependencies & { readonly database: Database; readonly clock: Clock };

/**
 * Issues the documents of an order that was paid before invoicing was switched on. From then on, the
 * order's documents follow its money. Throws "forbidden", "not-found" and "conflict".
 */
export async function issueByHand(
  deps: Dependencies,
  actor: Actor,
  orderId: string,
): Promise<readonly StoredInvoice[]> {
  requireRight(actor, "issue invoices");
  return changeDocuments(deps, actor, orderId, async (tx, order) => {
    if (order.isDemonstration) {
      throw new AppError("conflict", "A demonstration order gets no invoice.");
    }
    const { documents, waitsFor } = await issueDue(tx, deps, order, { isAskedFor: true });
    if (waitsFor !== null) throw new AppError("conflict", `No invoice was issued. ${waitsFor}`);
    if (documents.length === 0) {
      const message =
        "No invoice was issued: the documents of this order are what was paid for it.";
      throw new AppError("conflict", message);
    }
    return documents;
  });
}

const reasonMessage = "Write the reason in one line, such as “The address has changed.”";

export const reissueForm = z.strictObject({
  reason: z
    .string(reasonMessage)
    .trim()
    .min(1, reasonMessage)
    .max(200, "At most 200 characters.")
    .refine((text) => isPlainText(text) && !/[\r\n]/.test(text), reasonMessage),
});

/**
 * Takes back the invoices of an order by credit notes and issues a new one with the buyer's present
 * details. Input: `{ reason }`. Throws "forbidden", "invalid", "not-found" and "conflict".
 */
export async function reissueByHand(
  deps: Dependencies,
  actor: Actor,
  orderId: string,
  input: unknown,
): Promise<readonly StoredInvoice[]> {
  requireRight(actor, "issue invoices");
  const { reason } = parseOrThrow<z.output<typeof reissueForm>>(reissueForm, input);
  return changeDocuments(deps, actor, orderId, async (tx, order) => {
    const billing = (await billingOfCompany(tx, order.companyId)) ?? noBilling;
    const before = await selectOrderTax(tx, order.id);
    if (before !== undefined && before.country !== billedPlace(billing, order).country) {
      await decideTaxAgain(tx, order, billing);
    }
    return reissue(tx, deps, order, reason);
  });
}

function changeDocuments(
  { database, clock }: Dependencies,
  actor: Actor,
  orderId: string,
  change: (tx: WriteTransaction, order: Order) => Promise<readonly StoredInvoice[]>,
): Promise<readonly StoredInvoice[]> {
  return database.write(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order === undefined) throw orderNotFound();
    const documents = await change(tx, order);
    await audit(tx, actor, {
      action: "Issue invoice",
      subject: "order",
      subjectId: order.id,
      label: `Order ${order.number}`,
      before: null,
      after: { documents: documents.map(({ document }) => document.number) },
      at: clock(),
    });
    return documents;
  });
}
