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
  const rows = await peopleBesides(queries, order, accountIds);
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

/**
 * Names of people by account, as emails address them: the person who placed the order by the
 * customer name of the order, others by their saved names. "" for a person without a name.
 */
export async function addressedNames(
  queries: Queries,
  order: Order,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await peopleBesides(queries, order, accountIds);
  return new Map([
    [order.accountId, order.customerName],
    ...rows.map(({ id, customer_name }) => [id, customer_name ?? ""] as const),
  ]);
}

async function peopleBesides(
  queries: Queries,
  { accountId }: Pick<Order, "accountId">,
  accountIds: readonly string[],
) {
  const others = [...new Set(accountIds)].filter((id) => id !== accountId);
  if (others.length === 0) return [];
  return queries
    .selectFrom("user")
    .leftJoin("account_profiles", "account_profiles.account_id", "user.id")
    .select(["user.id", "email", "customer_name"])
    .where("user.id", "in", others)
    .execute();
}
