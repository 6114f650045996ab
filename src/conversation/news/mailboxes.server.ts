import type { Post } from "#mail/mailer.ts";
import type { MailChoice } from "#mail/team/notification-topics.ts";
import { teamMailboxes } from "#mail/team/team-mailboxes.server.ts";
import { companyRecipients } from "#orders/company-recipients.server.ts";
import type { Order } from "#orders/order.ts";
import type { Queries } from "#platform/database/database.ts";
import { may, mayInRoom } from "#policy/rights.ts";
import type { Side } from "../order-message-tables.server.ts";
import { type NewsEmail, topicOfNews } from "./news-emails.ts";

/** A person who may get emails about an order. */
export interface Mailbox {
  /** Null for the owner's address if no account of the team has it: nobody can then choose. */
  readonly accountId: string | null;
  readonly address: string;
  readonly choiceFor: (email: NewsEmail) => MailChoice;
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
  if (side === "team") return teamMailboxesOf(queries, post, order);
  const people = (await companyRecipients(queries, order, "orders")).toSorted((one, other) =>
    one.accountId < other.accountId ? -1 : 1,
  );
  const ids = people.map(({ accountId }) => accountId);
  const chosen = await choicesOf(queries, ids);
  return people.map(({ accountId, address, rights }) => ({
    accountId,
    address,
    choiceFor: () => chosen.get(accountId) ?? "at-once",
    seesWholeOrder: rights.payments,
  }));
}

/**
 * By default, the owner's address gets news of every order at once, and everybody else gets news of
 * the orders that are assigned to them. A person who sees all rooms can choose to get news of all
 * orders.
 */
async function teamMailboxesOf(
  queries: Queries,
  post: Post,
  order: Recipients,
): Promise<readonly Mailbox[]> {
  const mailboxes = await teamMailboxes(queries, post);
  return mailboxes
    .filter(({ actor }) => actor === null || mayInRoom(actor, "see order rooms", order))
    .map(({ actor, address, isOwner, chosen }) => {
      const accountId = actor?.accountId ?? null;
      const isAssigned = accountId !== null && accountId === order.assigneeId;
      const unchosen = isAssigned || isOwner ? "at-once" : "never";
      return {
        accountId,
        address,
        choiceFor: (email: NewsEmail) => {
          const topic = topicOfNews(email);
          return (topic === null ? undefined : chosen(topic)) ?? unchosen;
        },
        seesWholeOrder: actor === null || may(actor, "see every order"),
      };
    });
}

/** When the person of an account gets emails as a customer. */
export async function customersChoice(queries: Queries, accountId: string): Promise<MailChoice> {
  return (await choicesOf(queries, [accountId])).get(accountId) ?? "at-once";
}

async function choicesOf(
  queries: Queries,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, MailChoice>> {
  if (accountIds.length === 0) return new Map();
  const rows = await queries
    .selectFrom("mail_choices")
    .select(["account_id", "choice"])
    .where("account_id", "in", accountIds)
    .where("side", "=", "customer")
    .execute();
  return new Map(rows.map(({ account_id, choice }) => [account_id, choice]));
}
