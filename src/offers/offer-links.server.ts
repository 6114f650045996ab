import type { WriteTransaction } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import { normalEmail } from "#platform/texts/email-address.ts";
import { hashOfToken, newToken } from "#platform/tokens.ts";
import type { OfferPerson } from "./offer-people.server.ts";

/** The page that the links of offers open. */
export const offerPath = "/offer";

/** Oldest links end when the team makes more for one offer. */
const mostLinks = 60;

/** Stores a link to an offer for a person, and returns its path. */
export async function issueOfferLink(
  tx: WriteTransaction,
  offerId: string,
  person: OfferPerson,
  at: number,
): Promise<string> {
  const { token } = await storeOfferLink(tx, offerId, person, at);
  return `${offerPath}?token=${token}`;
}

export async function storeOfferLink(
  tx: WriteTransaction,
  offerId: string,
  { accountId, email }: OfferPerson,
  at: number,
): Promise<{ readonly id: string; readonly token: string }> {
  const links = await tx
    .selectFrom("offer_links")
    .select("id")
    .where("offer_id", "=", offerId)
    .orderBy("made_at", "desc")
    .orderBy("id", "desc")
    .execute();
  const over = links.slice(mostLinks - 1).map(({ id }) => id);
  if (over.length > 0) {
    await tx.deleteFrom("offer_visits").where("link_id", "in", over).execute();
    await tx.deleteFrom("offer_links").where("id", "in", over).execute();
  }
  const token = newToken();
  const id = newId();
  await tx
    .insertInto("offer_links")
    .values({
      id,
      token_hash: hashOfToken(token),
      offer_id: offerId,
      account_id: accountId,
      email,
      email_key: normalEmail(email),
      made_at: at,
    })
    .execute();
  return { id, token };
}
