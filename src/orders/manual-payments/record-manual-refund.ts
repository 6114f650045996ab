import { z } from "zod";
import { AppError } from "../../platform/errors.ts";
import { dollarsFromCents } from "../../platform/money.ts";
import { parseOrThrow } from "../../platform/texts/validation.ts";
import { dayOf } from "../../platform/time/dates.ts";
import { type Actor, authorOf } from "../../policy/actor.ts";
import { audit } from "../../policy/audit.ts";
import { requireRight } from "../../policy/rights.ts";
import { orderNotFound } from "../find-order.ts";
import { ledgerOfOrder, outside, rederivePaymentStatus } from "../ledger/order-ledger.server.ts";
import { tellOfReturnedMoney } from "../ledger/tell-of-returned-money.server.ts";
import { keptCents, type Order } from "../order.ts";
import { lockOrder } from "../order-store.server.ts";
import { formKey } from "./amount-field.ts";
import { addFromOutside, findOutside, whatWasRecorded } from "./manual-entries.server.ts";
import { instantOfDay, outsideFields } from "./manual-payment-form.ts";
import { inWords, type OutsideDependencies } from "./record-manual-payment.ts";

export const outsideRefund = z.strictObject({
  ...outsideFields,
  key: formKey,
  transactionId: z.string("Say which payment was given back."),
});
type OutsideRefund = z.infer<typeof outsideRefund>;

/**
 * Records that a payment which came from outside was given back, in whole or in part, and tells the
 * customer. Input: `{ transactionId, amount, date, reference, key }`. The same key records once.
 * Throws "forbidden", "invalid", "not-found" for an order or such a payment, "key-reused", and
 * "conflict" for more than is left of it.
 */
export async function recordOutsideRefund(
  { database, clock, post, configuration }: OutsideDependencies,
  actor: Actor,
  orderId: string,
  input: unknown,
): Promise<Order> {
  requireRight(actor, "record payments");
  const given = parseOrThrow<OutsideRefund>(outsideRefund, input);
  return database.write(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order === undefined) throw orderNotFound();
    const now = clock();
    const earlier = await findOutside(tx, "refund", given.key);
    if (earlier !== undefined) return whatWasRecorded(earlier, order, given);
    const ledger = await ledgerOfOrder(tx, order.id);
    const payment = ledger.find(
      ({ kind, provider, transactionId }) =>
        kind === "payment" && provider === outside && transactionId === given.transactionId,
    );
    if (payment === undefined) throw new AppError("not-found", "This order has no such payment.");
    const { timeZone } = configuration;
    const first = { day: dayOf(payment.at, timeZone), reason: "The payment came after this day." };
    const at = instantOfDay(given.date, first, { now, timeZone });
    requireKept(given.amount, keptCents(payment, ledger));
    await addFromOutside(tx, order, given, {
      kind: "refund",
      amountCents: -given.amount,
      parentTransactionId: given.transactionId,
      author: authorOf(actor),
      at,
    });
    const after = await rederivePaymentStatus(tx, order, at);
    await tellOfReturnedMoney(tx, post, after, {
      amountCents: given.amount,
      knownBy: ["Reference", given.reference],
    });
    await audit(tx, actor, {
      action: "Record refund",
      subject: "order",
      subjectId: order.id,
      label: `Order ${order.number}`,
      before: { paymentStatus: order.paymentStatus },
      after: { paymentStatus: after.paymentStatus, ...inWords(given) },
      at: now,
    });
    return after;
  });
}

function requireKept(amountCents: number, leftCents: number): void {
  if (amountCents <= leftCents) return;
  const [amount, left] = [dollarsFromCents(amountCents), dollarsFromCents(leftCents)];
  const message = `${amount} is more than what is left of this payment: ${left}.`;
  throw new AppError("conflict", message, { issues: [{ path: "amount", message }] });
}
