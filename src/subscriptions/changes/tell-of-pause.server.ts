import type { Post } from "#mail/mailer.ts";
import { queueOrderEmails } from "#orders/order-emails.server.ts";
import { lockOrder } from "#orders/order-store.server.ts";
import type { WriteTransaction } from "#platform/database/database.ts";
import { dollarsFromCents } from "#platform/money.ts";
import { cycleToPay, dayInWords, periodInWords } from "../model/subscription-words.ts";
import { lockSubscription, type Present } from "../subscription-store.server.ts";

/**
 * Emails what a pause means, to the customer and, about a customer's pause, to the team. Called when
 * nothing is charged any more: a provider has to be asked first. Does nothing for a pause that was
 * taken back meanwhile.
 */
export async function tellOfPause(
  tx: WriteTransaction,
  post: Post,
  subscriptionId: string,
  present: Present,
): Promise<void> {
  const held = await lockSubscription(tx, subscriptionId, present);
  if (held === undefined) return;
  const { cycles, events, standing } = held;
  const { pause, cancelledFrom } = standing;
  const latest = cycles.findLast(({ withdrawnAt }) => withdrawnAt === null);
  if (pause === null || cancelledFrom !== null || latest === undefined) return;
  const order = await lockOrder(tx, latest.orderId);
  if (order === undefined) return;
  const from = dayInWords(pause.from, present);
  const goesOn = pause.until === null ? "when you resume it" : dayInWords(pause.until, present);
  const owed = cycleToPay(held);
  const facts = [
    ["Pauses from", from],
    ["Goes on", goesOn],
    ...(owed === null
      ? []
      : [
          [
            "Still to pay",
            `${dollarsFromCents(owed.priceCents)} for ${periodInWords(owed, present)}`,
          ] as const,
        ]),
  ] as const;
  const isCustomers = events.findLast(({ kind }) => kind === "pause-asked")?.author === "customer";
  const change = `Pauses from ${from}; goes on ${pause.until === null ? "when the customer resumes it" : goesOn}`;
  await queueOrderEmails(tx, post, order, [
    { name: "subscriptionPaused", facts },
    ...(isCustomers
      ? [{ name: "subscriptionChangedOwner" as const, facts: [["Change", change]] as const }]
      : []),
  ]);
}
