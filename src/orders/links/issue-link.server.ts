import type { WriteTransaction } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import { normalEmail } from "#platform/texts/email-address.ts";
import { hashOfToken, newToken } from "#platform/tokens.ts";
import type { LinkPurpose } from "#policy/links.ts";

/** The page that the links of emails open. */
export const orderLinkPath = "/order-link";

export const linkDays = 14;
const linkMs = linkDays * 24 * 60 * 60 * 1000;

interface LinkToSend {
  readonly orderId: string;
  readonly accountId: string;
  readonly email: string;
  readonly purpose: LinkPurpose;
  readonly at: number;
}

/**
 * Stores a link for a person of an order's company, and returns its path. Requires the transaction
 * that queues the email, so that no link exists without its email.
 */
export async function issueOrderLink(tx: WriteTransaction, link: LinkToSend): Promise<string> {
  return `${orderLinkPath}?token=${await storeOrderLink(tx, link)}`;
}

/** Stores a link for a person of an order's company, and returns its token. */
export async function storeOrderLink(
  tx: WriteTransaction,
  { orderId, accountId, email, purpose, at }: LinkToSend,
): Promise<string> {
  await deleteLinks(tx, orderId, { expiredAt: at });
  const token = newToken();
  await tx
    .insertInto("order_links")
    .values({
      id: newId(),
      token_hash: hashOfToken(token),
      order_id: orderId,
      account_id: accountId,
      email: normalEmail(email),
      purpose,
      sent_at: at,
      expires_at: at + linkMs,
      last_used_at: null,
    })
    .execute();
  return token;
}

interface LinksToDelete {
  /** Deletes only links that have expired at this time. */
  readonly expiredAt?: number;
  readonly accountId?: string;
  readonly purpose?: LinkPurpose;
  /** Address to which the links were sent, in lower case. */
  readonly email?: string;
  /** Deletes only links that nobody has used, such as those of an email that was never sent. */
  readonly neverUsed?: boolean;
}

/** Deletes links of an order with their visits. Returns the number of links. */
export async function deleteLinks(
  tx: WriteTransaction,
  orderId: string,
  { expiredAt, accountId, purpose, email, neverUsed = false }: LinksToDelete,
): Promise<number> {
  const ids = await tx
    .selectFrom("order_links")
    .select("id")
    .where("order_id", "=", orderId)
    .$if(expiredAt !== undefined, (query) => query.where("expires_at", "<=", expiredAt ?? 0))
    .$if(accountId !== undefined, (query) => query.where("account_id", "=", accountId ?? ""))
    .$if(purpose !== undefined, (query) => query.where("purpose", "=", purpose ?? "room"))
    .$if(neverUsed, (query) => query.where("last_used_at", "is", null))
    .$if(email !== undefined, (query) => query.where("email", "=", email ?? ""))
    .execute();
  return deleteLinksById(
    tx,
    ids.map(({ id }) => id),
  );
}

export async function deleteLinksById(
  tx: WriteTransaction,
  ids: readonly string[],
): Promise<number> {
  if (ids.length === 0) return 0;
  await tx.deleteFrom("order_link_visits").where("link_id", "in", ids).execute();
  await tx.deleteFrom("order_links").where("id", "in", ids).execute();
  return ids.length;
}
