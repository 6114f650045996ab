import { z } from "zod";
import type { Post } from "../../mail/mailer.ts";
import type { Database } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import { amountFromCents, dollarsFromCents } from "../../platform/money.ts";
import { parseOrThrow } from "../../platform/texts/validation.ts";
import { addDays } from "../../platform/time/calendar.ts";
import type { Clock } from "../../platform/time/clock.ts";
import { dayOf } from "../../platform/time/dates.ts";
import { type Actor, authorOf } from "../../policy/actor.ts";
import { audit } from "../../policy/audit.ts";
import { requireRight } from "../../policy/rights.ts";
import { orderNotFound } from "../find-order.ts";
import { rederivePaymentStatus } from "../ledger/order-ledger.server.ts";
import { tellOfPayment } from "../ledger/tell-of-payment.server.ts";
import type { Order } from "../order.ts";
import { lockOrder } from "../order-store.server.ts";
import { formKey } from "./amount-field.ts";
import { addFromOutside, findOutside, whatWasRecorded } from "./manual-entries.server.ts";
import { type FirstDay, instantOfDay, outsideFields } from "./manual-payment-form.ts";

export const outsidePayment = z.strictObject({
  ...outsideFields,
  key: formKey,
  /** Asked for when the amount is not the order's. */
  confirmed: z.enum(["", "yes"]).default(""),
});
type OutsidePayment = z.infer<typeof outsidePayment>;

export interface OutsideDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly post: Post;
  readonly configuration: { readonly timeZone: string };
}

/**
 * Records a payment that came past the payment provider, for an order that is UnPaid or Cancelled.
 * Input: `{ amount, date, reference, key, confirmed }`, with `confirmed: "yes"` for an amount that
 * is not the order's. The same key records once. Throws "forbidden", "invalid", "not-found",
 * "key-reused" and "conflict" for an order that was paid.
 */
export async function recordOutsidePayment(
  deps: OutsideDependencies,
  actor: Actor,
  orderId: string,
  input: unknown,
): Promise<Order> {
  requireRight(actor, "record payments");
  const given = parseOrThrow<OutsidePayment>(outsidePayment, input);
  const { database, clock, post, configuration } = deps;
  const { timeZone } = configuration;
  return database.write(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order === undefined) throw orderNotFound();
    const now = clock();
    const earlier = await findOutside(tx, "payment", given.key);
    if (earlier !== undefined) return whatWasRecorded(earlier, order, given);
    const at = instantOfDay(given.date, firstDayFor(order, timeZone), { now, timeZone });
    requireUnpaid(order);
    requireConfirmed(order, given);
    await addFromOutside(tx, order, given, {
      kind: "payment",
      amountCents: given.amount,
      parentTransactionId: null,
      author: authorOf(actor),
      at,
    });
    const after = await rederivePaymentStatus(tx, order, at);
    await tellOfPayment(tx, { post, timeZone }, after, {
      amountCents: given.amount,
      knownBy: ["Reference", given.reference],
    });
    await audit(tx, actor, {
      action: "Record payment",
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

/** As the audit log keeps it. */
export function inWords({ amount, date, reference }: Omit<OutsidePayment, "key" | "confirmed">) {
  return { amount: amountFromCents(amount), date, reference };
}

function requireUnpaid({ paymentStatus }: Order): void {
  if (paymentStatus === "UnPaid" || paymentStatus === "Cancelled") return;
  const was = paymentStatus === "Paid" ? "paid already" : "paid and refunded";
  throw new AppError("conflict", `This order was ${was}. Another payment needs another order.`);
}

/** People pay before they order, too, but a year that is wrong is a slip. */
function firstDayFor({ placedAt }: Order, timeZone: string): FirstDay {
  const day = addDays(dayOf(placedAt, timeZone), -366);
  return { day, reason: "This day is more than a year before the order. Look at the year." };
}

function requireConfirmed({ priceCents }: Order, { amount, confirmed }: OutsidePayment): void {
  if (amount === priceCents || confirmed === "yes") return;
  const message = `The order costs ${dollarsFromCents(priceCents)}, and this is ${dollarsFromCents(amount)}. Confirm that it pays the order all the same.`;
  throw new AppError("invalid", message, { issues: [{ path: "confirmed", message }] });
}
