import type { Services } from "#compose.ts";
import {
  type DuplicatePayments,
  duplicatePayments,
  type PaidAfterCancelling,
  paidAfterCancelling,
} from "#money/ledger/outstanding-balance.ts";
import { dollarsFromCents } from "#platform/money.ts";
import type { SignedInActor } from "#policy/actor.ts";

/** Notices about unusual payments of an order; "" for none. */
export interface MoneyQuestions {
  readonly tooOften: string;
  readonly afterCancelling: string;
  /** True if a payment arrived after the cancellation and no refund of the payment is under way. */
  readonly isAsking: boolean;
}

/** For a reader without the right to see payments. */
export const noMoneyQuestions: MoneyQuestions = {
  tooOften: "",
  afterCancelling: "",
  isAsking: false,
};

/** Throws the errors of `findOrder`. */
export async function moneyQuestions(
  services: Services,
  actor: SignedInActor,
  orderId: string,
): Promise<MoneyQuestions> {
  const [tooOften, cancelled] = await Promise.all([
    duplicatePayments(services, actor, orderId),
    paidAfterCancelling(services, actor, orderId),
  ]);
  return {
    tooOften: tooOften === null ? "" : paidOften(tooOften),
    afterCancelling: cancelled === null ? "" : paidAllTheSame(cancelled),
    isAsking: cancelled !== null && !cancelled.isGoingBack,
  };
}

function paidOften({ times, paidCents }: DuplicatePayments): string {
  const often = times === 2 ? "twice" : `${times} times`;
  const amount = dollarsFromCents(paidCents);
  return `This order was paid ${often} (${amount}). We will check it and refund the difference.`;
}

function paidAllTheSame({ amountCents, isGoingBack }: PaidAfterCancelling): string {
  const arrived = `This order was cancelled, but a payment of ${dollarsFromCents(amountCents)} arrived afterwards.`;
  return isGoingBack
    ? `${arrived} We are refunding it.`
    : `${arrived} We are checking it. Write to us if you want a refund.`;
}
