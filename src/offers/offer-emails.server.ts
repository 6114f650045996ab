import { emailTemplates } from "#content/emails/email-templates.ts";
import type { Post } from "#mail/mailer.ts";
import { queueEmails } from "#mail/queue-email.server.ts";
import type { WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { longDateOf, startOfDay } from "#platform/time/dates.ts";
import { type Offer, type OfferContent, priceOf } from "./offer.ts";
import { issueOfferLink } from "./offer-links.server.ts";
import type { OfferPerson } from "./offer-people.server.ts";
import { addOfferEvent } from "./offer-store.server.ts";

interface Sending {
  readonly author: string;
  readonly at: number;
  /** The number of the version that is sent. */
  readonly version: number;
}

/**
 * Emails an offer with a link to each of the people. Throws "invalid" at `sends` when the owner has
 * switched the email off.
 */
export async function queueOffer(
  tx: WriteTransaction,
  post: Post,
  offer: Pick<Offer, "id" | "name">,
  content: OfferContent,
  people: readonly OfferPerson[],
  { author, at, version }: Sending,
): Promise<void> {
  const timeZone = await post.readTimeZone(tx);
  const lastDay = longDateOf(startOfDay(content.lastDay, timeZone), { timeZone });
  const name = version === 1 ? "offerMade" : "offerChanged";
  const { title, note } = content;
  const shown = { customerName: offer.name, offer: title, amount: priceOf(content), lastDay };
  const emails = [];
  for (const person of people) {
    emails.push({
      name,
      recipient: person.email,
      values: { ...shown, email: person.email },
      facts: note === "" ? [] : [["Our note", note] as const],
      path: await issueOfferLink(tx, offer.id, person, at),
      about: offer.id,
    } as const);
  }
  if ((await queueEmails(tx, post, emails)) === 0) {
    const title = emailTemplates[name].block.title;
    const message = `The email “${title}” is switched off under Site, Email texts, so nothing was sent. Switch it on, or go on without an email and copy a link.`;
    throw new AppError("invalid", message, { issues: [{ path: "sends", message }] });
  }
  await tx.updateTable("offers").set({ sent_at: at }).where("id", "=", offer.id).execute();
  await addOfferEvent(tx, { offerId: offer.id, kind: "sent", version, author, at });
}
