import type { MailState } from "#mail/outbox/mail-tables.server.ts";
import type { Queries } from "#platform/database/database.ts";

/** What became of the emails with an offer: "none" for an offer that nobody has sent by email. */
export type OfferDelivery = "none" | MailState;

export interface OfferMail {
  readonly about: string | null;
  readonly state: MailState;
  readonly queuedAt: number;
}

/** The emails with the links of these offers, as far as the outbox still has them. */
export function mailsOfOffers(
  queries: Queries,
  offerIds: readonly string[],
): Promise<readonly OfferMail[]> {
  if (offerIds.length === 0) return Promise.resolve([]);
  return queries
    .selectFrom("mail_outbox")
    .select(["about", "state", "created_at as queuedAt"])
    .where("about", "in", offerIds)
    .execute();
}

/**
 * Whether the emails of one sending have left. An email that the outbox has deleted since counts as
 * sent.
 */
export function deliveryOf(
  mails: readonly Omit<OfferMail, "about">[],
  from: number,
  until = Number.POSITIVE_INFINITY,
): OfferDelivery {
  const states = mails
    .filter(({ queuedAt }) => queuedAt >= from && queuedAt < until)
    .map(({ state }) => state);
  if (states.includes("failed")) return "failed";
  return states.includes("waiting") ? "waiting" : "sent";
}
