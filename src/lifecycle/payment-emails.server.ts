import { companyRecipients } from "#orders/company-recipients.server.ts";
import { addressedNames } from "#orders/customer-names.ts";
import { linesOfOrder } from "#orders/lines/order-lines.server.ts";
import type { Order } from "#orders/order.ts";
import { factsOf, type PaymentFacts, queueOrderEmails } from "#orders/order-emails.server.ts";
import type { WriteTransaction } from "#platform/database/database.ts";
import { fullDateOf } from "#platform/time/dates.ts";
import { periodOfOrder } from "#subscriptions/period-of-order.server.ts";
import { nextStepsFor } from "#work/next-steps/next-steps.server.ts";

type Post = Parameters<typeof queueOrderEmails>[1];

export interface FirstPayment extends PaymentFacts {
  /** True when the order was Cancelled and no admin has accepted the payment. */
  readonly isUnasked: boolean;
  /** True when the order was placed with a price of nothing, so that no payment came. */
  readonly isNothing: boolean;
  /** Account of the person who started the payment; null for a manual payment. */
  readonly payerId: string | null;
}

/**
 * Emails the company and the team that the order is Paid. Everybody who sees payments gets one email
 * with the receipt, which also asks for the answers to the brief, so the brief has begun before.
 */
export async function notifyOfPayment(
  tx: WriteTransaction,
  post: Post,
  order: Order,
  { payerId, isUnasked, isNothing, ...payment }: FirstPayment,
): Promise<void> {
  const timeZone = await post.readTimeZone(tx);
  const paidAt = fullDateOf(order.paidAt ?? order.placedAt, { timeZone });
  const now = post.clock();
  const period = await periodOfOrder(tx, order.id, { reader: { timeZone }, now });
  const facts = [
    ...factsOf(order, payment, { paidAt, lines: await linesOfOrder(tx, order) }),
    ...(period === null
      ? []
      : [["Period", period.period] as const, ["Next payment", period.nextPayment] as const]),
  ];
  if (isUnasked) {
    await queueOrderEmails(tx, post, order, [
      { name: "paidAfterCancelling", amountCents: payment.amountCents, facts },
      { name: "paymentReceivedOwner", facts: [["Earlier status", "Cancelled"]] },
    ]);
    return;
  }
  const people = await companyRecipients(tx, order, "payments");
  const payerName = await nameOfPayer(tx, order, payerId);
  const emails = [];
  for (const { accountId, address, rights } of people) {
    const steps = await nextStepsFor(tx, [order], {
      rights,
      locale: undefined,
      calendar: await post.readWorkCalendar(tx),
      now: post.clock(),
      marks: new Map(),
      refunds: new Map(),
    });
    const step = steps.get(order.id);
    const asks = step?.kind === "answer-questions" || step?.kind === "send-answers";
    const hasPaid = payerId === null ? people.length === 1 : accountId === payerId;
    const own = asks ? "paymentReceivedQuestions" : "paymentReceived";
    const ofColleague = asks ? "colleaguePaidQuestions" : "colleaguePaid";
    emails.push({
      name: isNothing ? "nothingToPay" : hasPaid ? own : ofColleague,
      to: address,
      accountId,
      payerName,
      isAboutBrief: asks,
      linksToPlan: period?.canStop ?? false,
      facts: [
        ...facts,
        // The due day is known when the work begins, and then part of the next step.
        ...(asks && order.workingDays > 0 ? [["The work", workTime(order)] as const] : []),
        ...(step ? [["Next step", step.words] as const] : []),
      ],
    } as const);
  }
  // The team has the email about the placed order, and no payment to look at.
  const toOwner = isNothing ? [] : [{ name: "paymentReceivedOwner" } as const];
  await queueOrderEmails(tx, post, order, [...emails, ...toOwner]);
}

function workTime({ workingDays }: Order): string {
  const days = workingDays === 1 ? "1 working day" : `${workingDays} working days`;
  return `With you in ${days}, counted from your answers`;
}

/** The sender of a manual payment, such as a transfer, is not known. */
async function nameOfPayer(
  tx: WriteTransaction,
  order: Order,
  payerId: string | null,
): Promise<string> {
  const names = payerId === null ? new Map() : await addressedNames(tx, order, [payerId]);
  return (payerId !== null && names.get(payerId)) || "Your company";
}
