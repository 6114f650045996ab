import type { Database, Queries } from "../platform/database/database.ts";
import type { Actor } from "../policy/actor.ts";
import { may } from "../policy/rights.ts";
import { isOwn } from "./find-order.ts";
import type { Order } from "./order.ts";

/**
 * Names of the people who wrote for the customer, by account. The person who placed the order has
 * the customer name of the order. A person without a saved name is shown with the email address,
 * but not to people of the team who may not see addresses. Only for an actor who may see the room.
 */
export async function customerNames(
  { database }: { readonly database: Database },
  actor: Actor,
  order: Order,
  accountIds: readonly string[],
): Promise<(accountId: string) => string> {
  const seesAddresses = isOwn(actor, order, "orders") || may(actor, "see every order");
  return namesOfPeople(database.read, order, accountIds, seesAddresses);
}

/** Like `customerNames`, for a text with several readers. */
export async function namesOfPeople(
  queries: Queries,
  order: Order,
  accountIds: readonly string[],
  seesAddresses: boolean,
): Promise<(accountId: string) => string> {
  const others = [...new Set(accountIds)].filter((id) => id !== order.accountId);
  const rows =
    others.length === 0
      ? []
      : await queries
          .selectFrom("user")
          .leftJoin("account_profiles", "account_profiles.account_id", "user.id")
          .select(["user.id", "email", "customer_name"])
          .where("user.id", "in", others)
          .execute();
  const names = new Map(
    rows.map(({ id, email, customer_name }) => [
      id,
      customer_name || (seesAddresses ? email : `A colleague of ${order.customerName}`),
    ]),
  );
  return (accountId) =>
    accountId === order.accountId
      ? order.customerName
      : (names.get(accountId) ?? "A former colleague");
}
