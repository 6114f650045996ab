import type { Post } from "../../mail/mailer.ts";
import type { WriteTransaction } from "../../platform/database/database.ts";
import { dollarsFromCents } from "../../platform/money.ts";
import { fullDateOf } from "../../platform/time/dates.ts";
import type { Order } from "../order.ts";
import { queueOrderLetters } from "../order-emails.server.ts";

export interface TellDependencies {
  readonly post: Post;
  /** Time zone of the dates on the receipt. */
  readonly timeZone: string;
}

export interface ToldPayment {
  readonly amountCents: number;
  /** Label and value by which the payment is known: a transaction id, or the owner's reference. */
  readonly knownBy: readonly [label: string, value: string];
  /** True for a payment of a cancelled order that no admin has accepted. */
  readonly isUnasked?: boolean;
}

/** Emails customer and owner that an order became Paid, with its payment. */
export async function notifyOfPayment(
  tx: WriteTransaction,
  { post, timeZone }: TellDependencies,
  order: Order,
  { amountCents, knownBy, isUnasked = false }: ToldPayment,
): Promise<void> {
  const facts = factsOf(order, order.paidAt ?? order.placedAt, timeZone, { amountCents, knownBy });
  await queueOrderLetters(tx, post, order, [
    isUnasked
      ? { name: "paidAfterCancelling", amountCents, facts }
      : { name: "paymentReceived", facts },
    isUnasked
      ? { name: "paymentReceivedOwner", facts: [["Before", "Cancelled by the customer"]] }
      : { name: "paymentReceivedOwner" },
  ]);
}

/** Emails the customer that a paid order was paid once more. */
export async function tellOfAnotherPayment(
  tx: WriteTransaction,
  { post, timeZone }: TellDependencies,
  order: Order,
  payment: ToldPayment,
  at: number,
): Promise<void> {
  const facts = factsOf(order, at, timeZone, payment);
  const { amountCents } = payment;
  await queueOrderLetters(tx, post, order, [{ name: "paidAgain", amountCents, facts }]);
}

function factsOf(
  order: Order,
  paidAt: number,
  timeZone: string,
  { amountCents, knownBy }: ToldPayment,
) {
  return [
    ["Order", String(order.number)],
    ["Paid", fullDateOf(paidAt, { timeZone })],
    ["Plan", order.packageName],
    ["Amount", `${dollarsFromCents(amountCents)} ${order.currency}`],
    knownBy,
  ] as const;
}

/**
 * Emails the customer about returned money, with the amount of its ledger entry. Called once for
 * each such entry.
 */
export async function tellOfReturnedMoney(
  tx: WriteTransaction,
  post: Post,
  order: Order,
  { amountCents, knownBy }: ToldPayment,
): Promise<void> {
  const facts = [
    ["Order", String(order.number)],
    ["Plan", order.packageName],
    ["Amount", `${dollarsFromCents(amountCents)} ${order.currency}`],
    knownBy,
  ] as const;
  await queueOrderLetters(tx, post, order, [{ name: "moneyReturned", amountCents, facts }]);
}
