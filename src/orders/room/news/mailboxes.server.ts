import { ownerAddressOf, type Post } from "../../../mail/mailer.ts";
import type { Queries } from "../../../platform/database/database.ts";
import { normalEmail } from "../../../platform/texts/email-address.ts";
import type { Order } from "../../order.ts";
import type { Side } from "../messages/order-message-tables.server.ts";
import type { MailChoice } from "./order-news-tables.server.ts";

/** A person who may hear of an order. */
export interface Mailbox {
  /** Null for the owner's address if no admin has it: such an address has no settings. */
  readonly accountId: string | null;
  readonly address: string;
  readonly choice: MailChoice;
}

/** Everybody of a side, in a fixed sequence, in which transactions lock the jobs of the accounts. */
export async function mailboxesOf(
  queries: Queries,
  post: Post,
  { accountId, customerEmail }: Pick<Order, "accountId" | "customerEmail">,
  side: Side,
): Promise<readonly Mailbox[]> {
  if (side === "team") return teamMailboxes(queries, post);
  const chosen = await choicesOf(queries, [accountId], side);
  return [{ accountId, address: customerEmail, choice: chosen.get(accountId) ?? "at-once" }];
}

/**
 * The owner's address hears of everything at once, and the other admins of nothing, unless they
 * have chosen.
 */
export async function teamMailboxes(queries: Queries, post: Post): Promise<readonly Mailbox[]> {
  const owner = await ownerAddressOf(post, queries);
  const admins = await post.readAdmins(queries);
  const chosen = await choicesOf(
    queries,
    admins.map(({ accountId }) => accountId),
    "team",
  );
  const isOwner = (email: string) =>
    owner !== undefined && normalEmail(email) === normalEmail(owner);
  const mailboxes = admins.map(({ accountId, email }) => ({
    accountId,
    address: email,
    choice: chosen.get(accountId) ?? (isOwner(email) ? "at-once" : "never"),
  }));
  if (owner === undefined || admins.some(({ email }) => isOwner(email))) return mailboxes;
  return [{ accountId: null, address: owner, choice: "at-once" }, ...mailboxes];
}

async function choicesOf(
  queries: Queries,
  accountIds: readonly string[],
  side: Side,
): Promise<ReadonlyMap<string, MailChoice>> {
  if (accountIds.length === 0) return new Map();
  const rows = await queries
    .selectFrom("mail_choices")
    .select(["account_id", "choice"])
    .where("account_id", "in", accountIds)
    .where("side", "=", side)
    .execute();
  return new Map(rows.map(({ account_id, choice }) => [account_id, choice]));
}
