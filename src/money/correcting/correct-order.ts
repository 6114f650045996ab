import { z } from "zod";
import { lockCustomerOrder } from "#orders/find-order.ts";
import type { Order } from "#orders/order.ts";
import { storeCustomerDetails } from "#orders/order-store.server.ts";
import { taxForCountry } from "#orders/placing/tax-again.ts";
import type { Payments } from "#payments/payments.ts";
import type { Database } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import {
  type CustomerDetails,
  customerDetailNames,
  customerDetailsIn,
} from "#platform/texts/customer-details.ts";
import { requiredDetails } from "#platform/texts/customer-details-schema.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Actor } from "#policy/actor.ts";
import type { NameFromOrder } from "#policy/personal-data.ts";
import { requireSignedIn } from "#policy/rights.ts";
import { mayBePaidAlready } from "../paying/may-be-paid-already.ts";
import { progressOf } from "../paying/payment-progress.ts";
import { correctionsOf, storeCorrection } from "./order-corrections.server.ts";

interface CorrectionDependencies {
  readonly database: Database;
  readonly payments: Payments;
  readonly clock: Clock;
  readonly nameFromOrder: NameFromOrder;
}

const correctionForm = z.strictObject({
  ...requiredDetails,
  /** Number of corrections that the form was loaded with. */
  seen: z.coerce.number().int().min(0),
});

/** Why an order cannot be corrected now; "" when it can. */
export function reasonAgainstCorrection(
  { paymentStatus }: Pick<Order, "paymentStatus">,
  progress: Parameters<typeof mayBePaidAlready>[0],
): string {
  if (paymentStatus !== "UnPaid") return cannotBeCorrected[paymentStatus];
  return mayBePaidAlready(progress)
    ? `A payment for this order may be on its way from ${progress.providerName}, so its details stay as they were when you paid. Write to us about a mistake.`
    : "";
}

const cannotBeCorrected: Readonly<Record<Exclude<Order["paymentStatus"], "UnPaid">, string>> = {
  Paid: "This order is paid, so its details stay as they are on the receipt. Write to us about a mistake.",
  Cancelled: "This order was cancelled, so there is nothing to correct. Place a new order instead.",
  Refunded: "This order was paid and refunded, so its details stay as they are on the receipt.",
};

/**
 * Corrects the customer's details in an UnPaid order. Plan, price and currency stay, so what a
 * started payment told the provider stays true; another country decides about the tax in it anew.
 * Input: the details and `seen`. Throws "unauthenticated", "not-found", "invalid" with an issue for
 * each field, and "conflict" for an order that is not UnPaid, while a payment may be on its way, for
 * a country whose tax changes the price, and with `changedMeanwhile` when another correction was made
 * since the form was loaded.
 */
export async function correctOrder(
  { database, payments, clock, nameFromOrder }: CorrectionDependencies,
  actor: Actor,
  orderId: string,
  input: unknown,
): Promise<CustomerDetails> {
  const { accountId } = requireSignedIn(actor);
  const { seen, ...details } = parseOrThrow(correctionForm, input);
  const at = clock();
  const corrected = await database.write(async (tx) => {
    const order = await lockCustomerOrder(tx, actor, "payments", orderId);
    const reason = reasonAgainstCorrection(order, await progressOf(tx, payments, order, at));
    if (reason !== "") throw new AppError("conflict", reason);
    const fields = customerDetailNames.filter((name) => details[name] !== order[name]);
    // The same form sent twice has nothing left to change.
    if (fields.length === 0) return null;
    const done = (await correctionsOf(tx, order.id)).length;
    if (done !== seen) throw changedMeanwhile();
    if (fields.includes("customerCountry")) await taxForCountry(tx, order, details.customerCountry);
    await storeCustomerDetails(tx, { ...order, ...details });
    await storeCorrection(tx, order.id, { number: done + 1, accountId, fields, at });
    return fields.includes("customerName") && order.accountId === accountId ? order : null;
  });
  if (corrected !== null) await nameFromOrder(accountId, details.customerName, at);
  return customerDetailsIn(details);
}

function changedMeanwhile(): AppError {
  return new AppError(
    "conflict",
    "These details were changed in another window, or by a colleague, after you opened this page. Nothing was saved yet: what you typed is below, with what stands in the order now. Press the button again to keep what you typed.",
    { extra: { changedMeanwhile: true } },
  );
}
