import type { EmailingDependencies } from "#mail/mailer.ts";
import { namesOfPeople } from "#orders/customer-names.ts";
import { lockCustomerOrder } from "#orders/find-order.ts";
import type { Order } from "#orders/order.ts";
import { queueOrderEmails } from "#orders/order-emails.server.ts";
import type { WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { bodyHashOf, withIdempotencyKey } from "#platform/idempotency.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import type { Actor } from "#policy/actor.ts";
import type { LockActorAccount } from "#policy/personal-data.ts";
import { requireRight, requireSignedIn } from "#policy/rights.ts";
import { moneyBackForm } from "./money-back-form.ts";
import {
  isRefundUnderWay,
  type MoneyBackState,
  moneyBackStateOf,
  moneyBackUntil,
  movedMoney,
} from "./money-back-state.server.ts";
import { selectMoneyBack } from "./money-back-tables.server.ts";

interface AskDependencies extends EmailingDependencies {
  readonly lockActorAccount: LockActorAccount;
}

/**
 * Asks for the money of the customer's own order, once for each order and within the days after the
 * payment that its plan named. Moves no money: the owner refunds or declines. Input:
 * `moneyBackForm`. A repeated call with the same key changes nothing. Throws "unauthenticated",
 * "invalid", "not-found", also for another customer's order and for somebody of the company who
 * sees no payments, "key-reused", and "conflict" with the reason why nobody can ask.
 */
export async function askForMoneyBack(
  { database, clock, post, lockActorAccount }: AskDependencies,
  actor: Actor,
  orderId: string,
  input: unknown,
): Promise<void> {
  requireRight(actor, "ask for refunds");
  const { accountId } = requireSignedIn(actor);
  const { key, ...form } = parseOrThrow(moneyBackForm, input);
  await database.write(async (tx) => {
    await lockActorAccount(tx, accountId);
    const at = clock();
    const bodyHash = bodyHashOf({ ...form, moneyBack: orderId });
    return withIdempotencyKey(tx, { key, accountId, bodyHash, now: at }, async () => {
      const order = await lockCustomerOrder(tx, actor, "payments", orderId);
      await requireAskable(tx, order, { timeZone: await post.readTimeZone(tx), now: at });
      await tx
        .insertInto("money_back_requests")
        .values({
          order_id: order.id,
          account_id: accountId,
          reason: form.reason,
          asked_at: at,
          declined_because: null,
          declined_by: null,
          declined_at: null,
        })
        .execute();
      const nameOf = await namesOfPeople(tx, order, [accountId], true);
      await queueOrderEmails(tx, post, order, [
        {
          name: "refundAskedOwner",
          facts: [
            ["Asked by", nameOf(accountId)],
            ["Reason", form.reason],
          ],
        },
      ]);
      return {};
    });
  });
}

interface Present {
  readonly timeZone: string;
  readonly now: number;
}

/** Requires a locked order, so that of two people who ask at once one asks second. */
async function requireAskable(
  tx: WriteTransaction,
  order: Order,
  { timeZone, now }: Present,
): Promise<void> {
  const moved = await movedMoney(tx, order.id);
  const earlier = await selectMoneyBack(tx, order.id);
  if (earlier !== undefined) {
    throw new AppError("conflict", wasAsked[moneyBackStateOf(earlier, order, moved)]);
  }
  if (order.paymentStatus !== "Paid") {
    throw new AppError("conflict", notPaid[order.paymentStatus]);
  }
  if (order.priceCents === 0) {
    throw new AppError("conflict", "This order cost nothing, so there is nothing to refund.");
  }
  if (isRefundUnderWay(moved)) throw new AppError("conflict", wasAsked["in-progress"]);
  if (now < (moneyBackUntil(order, timeZone) ?? 0)) return;
  throw new AppError(
    "conflict",
    order.refundDays === 0
      ? "This plan names no days for a refund. Write to us if something is not right."
      : `A refund can be asked for within ${order.refundDays} days of the payment. Write to us if something is not right.`,
  );
}

const wasAsked: Readonly<Record<MoneyBackState, string>> = {
  open: "Somebody has already asked for a refund of this order, so nothing was sent. We will answer here and by email.",
  "in-progress": "A refund of this order is already on its way, so nothing was sent.",
  refunded:
    "This order was already refunded, so nothing was sent. Write to us if something is not right.",
  declined:
    "We have already answered a request for a refund of this order, so nothing was sent. Write to us if something is not right.",
};

const notPaid = {
  UnPaid: "This order is not paid yet, so there is nothing to refund.",
  Cancelled: "This order was cancelled, so there is nothing to refund.",
  Refunded: "This order was already refunded, so nothing was sent.",
} as const;
