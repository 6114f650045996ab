import { withPresentCompany } from "#companies/company-people.server.ts";
import { lockCompanies } from "#companies/lock-companies.server.ts";
import type { Database, Queries, WriteTransaction } from "#platform/database/database.ts";
import type { Sender } from "#platform/rate-limit.ts";
import { normalEmail } from "#platform/texts/email-address.ts";
import type { Clock } from "#platform/time/clock.ts";
import { isOnTeam, type SignedInActor } from "#policy/actor.ts";
import { companyOf } from "#policy/company.ts";
import type { Offer } from "./offer.ts";
import { storeOfferLink } from "./offer-links.server.ts";
import { asOffer, lockOffer, noSuchOffer } from "./offer-store.server.ts";
import { type OpenOfferDependencies, openLinked } from "./open-offer.ts";

/** The open offers that a signed-in customer may accept or see accepted by a colleague. */
export async function listOwnOffers(
  { database: { read }, clock }: { readonly database: Database; readonly clock: Clock },
  actor: SignedInActor,
): Promise<readonly Offer[]> {
  return (await offersOf(read, actor, clock())).map(({ offer }) => offer);
}

/**
 * Opens an offer of `listOwnOffers` in a browser without the link of its email. Accepting still takes
 * an emailed code. Returns the secret of the cookie, like `openOffer`. Throws "not-found" and
 * "too-many".
 */
export async function openOwnOffer(
  { database, post, clientAddress }: OpenOfferDependencies & Sender,
  actor: SignedInActor,
  offerId: string,
  earlierSecret: string,
): Promise<{ readonly secret: string }> {
  return database.write(async (tx) => {
    // The person may be deleted or leave the company at this moment.
    await lockCompanies(tx);
    const now = post.clock();
    const present = await withPresentCompany(tx, actor);
    const own = (await offersOf(tx, present, now)).find(({ offer }) => offer.id === offerId);
    const offer = own && (await lockOffer(tx, offerId));
    if (offer === undefined) throw noSuchOffer();
    const linkId = await linkOf(tx, offerId, own?.person ?? present, now);
    return openLinked(tx, { post, clientAddress }, { linkId, offer, earlierSecret });
  });
}

type LinkPerson = Pick<SignedInActor, "accountId" | "email">;

/** The newest link of a person, or a new one: links of emails end when there are many. */
async function linkOf(
  tx: WriteTransaction,
  offerId: string,
  { accountId, email }: LinkPerson,
  now: number,
): Promise<string> {
  const known = await tx
    .selectFrom("offer_links")
    .select("id")
    .where("offer_id", "=", offerId)
    .where("account_id", "=", accountId)
    .where("email_key", "=", normalEmail(email))
    .orderBy("made_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return known?.id ?? (await storeOfferLink(tx, offerId, { accountId, email }, now)).id;
}

async function offersOf(
  queries: Queries,
  actor: SignedInActor,
  now: number,
): Promise<readonly { readonly offer: Offer; readonly person: LinkPerson }[]> {
  if (isOnTeam(actor)) return [];
  const { accountId } = actor;
  const account = await queries
    .selectFrom("user")
    .select(["email", "emailVerified"])
    .where("id", "=", accountId)
    .executeTakeFirst();
  if (account === undefined) return [];
  const { email } = account;
  const { id: companyId, rights } = companyOf(actor);
  const rows = await queries
    .selectFrom("offers")
    .selectAll()
    .where((where) =>
      where.or([
        where("account_id", "=", accountId),
        // An offer to an address is for its account once the account has confirmed the address.
        ...(account.emailVerified ? [where("email_key", "=", normalEmail(email))] : []),
        ...(rights.mayOrder && rights.payments ? [where("company_id", "=", companyId)] : []),
      ]),
    )
    .where("order_id", "is", null)
    .where("withdrawn_at", "is", null)
    .where("ends_at", ">", now)
    .orderBy("ends_at")
    .orderBy("id")
    .execute();
  return rows.map((row) => ({ offer: asOffer(row), person: { accountId, email } }));
}
