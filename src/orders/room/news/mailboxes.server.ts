import { ownerAddressOf, type Post } from "#mail/mailer.ts";
import { companyRecipients } from "#orders/company-recipients.server.ts";
import type { Order } from "#orders/order.ts";
import type { Queries } from "#platform/database/database.ts";
import { normalEmail } from "#platform/texts/email-address.ts";
import { actorWithRole, type SignedInActor } from "#policy/actor.ts";
import { may, mayInEveryRoom, mayInRoom } from "#policy/rights.ts";
import type { Side } from "../messages/order-message-tables.server.ts";
import type { MailChoice } from "./order-news-tables.server.ts";

/** A person who may get emails about an order. */
export interface Mailbox {
  /** Null for the owner's address if no account of the team has it: nobody can then choose. */
  readonly accountId: string | null;
  readonly address: string;
  readonly choice: MailChoice;
  /**
   * False for somebody of the team who may see neither the price of an order nor its customer's
   * address, and for a customer who sees no payments.
   */
  readonly seesWholeOrder: boolean;
}

type Recipients = Pick<Order, "accountId" | "companyId" | "customerEmail" | "assigneeId">;

/**
 * Everybody of a side in a fixed sequence. Transactions lock the jobs of the accounts in this
 * sequence, so that they cannot deadlock.
 */
export async function mailboxesOf(
  queries: Queries,
  post: Post,
  order: Recipients,
  side: Side,
): Promise<readonly Mailbox[]> {
  if (side === "team") return teamMailboxes(queries, post, order);
  const people = (await companyRecipients(queries, order, "orders")).toSorted((one, other) =>
    one.accountId < other.accountId ? -1 : 1,
  );
  const ids = people.map(({ accountId }) => accountId);
  const chosen = await choicesOf(queries, ids, side);
  return people.map(({ accountId, address, rights }) => ({
    accountId,
    address,
    choice: chosen.get(accountId) ?? "at-once",
    seesWholeOrder: rights.payments,
  }));
}

/**
 * By default, the owner's address gets news of every order at once, and everybody else gets news of
 * the orders that are assigned to them. A person who sees all rooms can choose to get news of all
 * orders.
 */
async function teamMailboxes(
  queries: Queries,
  post: Post,
  order: Recipients,
): Promise<readonly Mailbox[]> {
  const owner = await ownerAddressOf(post, queries);
  const people = (await post.readTeam(queries))
    .map((person) => actorWithRole(person.role, person))
    .filter((actor) => mayInRoom(actor, "see order rooms", order))
    .toSorted((one, other) => (one.accountId < other.accountId ? -1 : 1));
  const ids = people.map(({ accountId }) => accountId);
  const chosen = await choicesOf(queries, ids, "team");
  const mailboxes = people.map((person) => {
    const { accountId, email } = person;
    const isAssigned = accountId === order.assigneeId;
    const unchosen = isAssigned || isSameAddress(email, owner) ? "at-once" : "never";
    return {
      accountId,
      address: email,
      choice: chosen.get(accountId) ?? unchosen,
      seesWholeOrder: may(person, "see every order"),
    };
  });
  if (owner === undefined || people.some(({ email }) => isSameAddress(email, owner))) {
    return mailboxes;
  }
  const ofOwner = { accountId: null, address: owner, seesWholeOrder: true } as const;
  return [{ ...ofOwner, choice: "at-once" }, ...mailboxes];
}

/**
 * The choice of a person for a side. Null for a person who sees all rooms, does not have the
 * owner's address and has not chosen; this person gets news of assigned orders only.
 */
export async function choiceOf(
  queries: Queries,
  post: Post,
  actor: SignedInActor,
  side: Side,
): Promise<MailChoice | null> {
  const { accountId, email } = actor;
  const chosen = (await choicesOf(queries, [accountId], side)).get(accountId);
  if (chosen !== undefined) return chosen;
  if (side === "customer" || !mayInEveryRoom(actor, "see order rooms")) return "at-once";
  return isSameAddress(email, await ownerAddressOf(post, queries)) ? "at-once" : null;
}

function isSameAddress(one: string, other: string | undefined): boolean {
  return other !== undefined && normalEmail(one) === normalEmail(other);
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
