import type { Database, Queries } from "../platform/database/database.ts";
import { rowChunks } from "../platform/database/row-chunks.ts";
import { type ListRange, type Page, pageOf } from "../platform/pages.ts";
import type { Actor } from "../policy/actor.ts";
import { may, requireOwnOr, requireRight, requireSignedIn } from "../policy/rights.ts";
import {
  countDemonstrationOrders,
  largestRealNumber,
} from "./demonstration/demonstration-numbers.server.ts";
import { findOrder } from "./find-order.ts";
import type { Order } from "./order.ts";
import { asOrder } from "./order-store.server.ts";

interface OrderPageRequest {
  /** "own": the customer's orders. "every": all orders, for admins. */
  readonly whose: "own" | "every";
  readonly page: number;
  readonly pageSize: number;
}

/** Newest first. Throws "unauthenticated" and "forbidden". */
export async function pageOfOrders(
  { database }: { readonly database: Database },
  actor: Actor,
  { whose, page, pageSize }: OrderPageRequest,
): Promise<Page<Order>> {
  if (whose === "own") {
    const { accountId } = requireSignedIn(actor);
    return pageOfOrdersOf({ database }, actor, { accountId, page, pageSize });
  }
  requireRight(actor, "see every order");
  return pageOfEvery(database.read, { page, pageSize, descending: true });
}

/**
 * Order numbers have no gaps, so a page is a range of numbers and no query counts orders but the few
 * demonstration orders, whose numbers follow each other as well.
 */
export async function pageOfEvery(
  queries: Queries,
  { page, pageSize, descending }: { page: number; pageSize: number; descending: boolean },
): Promise<Page<Order>> {
  const counter = queries.selectFrom("order_counter").select("last_number");
  const { last_number: last } = await counter.executeTakeFirstOrThrow();
  const shown = await countDemonstrationOrders(queries);
  return pageOf({ page, pageSize, total: last + shown }, async (offset) => {
    const bound = descending ? last + shown - offset : offset;
    const rows = await queries
      .selectFrom("orders")
      .selectAll()
      .where("number", descending ? "<=" : ">", numberAt(bound, last))
      .orderBy("number", descending ? "desc" : "asc")
      .limit(pageSize)
      .execute();
    return rows.map(asOrder);
  });
}

/** Number of the order at a position, counted from 1 with the demonstration orders last. */
function numberAt(position: number, last: number): number {
  return position <= last ? position : position - last + largestRealNumber;
}

/**
 * Yields orders in chunks, oldest first: all orders to an admin, their own orders to customers. The
 * first `next()` throws "unauthenticated", and "not-found" for an unknown `after`.
 */
export async function* listOrders(
  { database }: { readonly database: Database },
  actor: Actor,
  { limit, after }: ListRange = {},
): AsyncGenerator<readonly Order[]> {
  const accountId = may(actor, "see every order") ? null : requireSignedIn(actor).accountId;
  const first = after === undefined ? 0 : (await findOrder({ database }, actor, after)).number;
  const chunks = rowChunks({ after: first, limit }, numberOf, (last, size) =>
    database.read
      .selectFrom("orders")
      .selectAll()
      .where("number", ">", last)
      .$if(accountId !== null, (query) => query.where("account_id", "=", accountId as string))
      .orderBy("number")
      .limit(size)
      .execute(),
  );
  for await (const rows of chunks) yield rows.map(asOrder);
}

const numberOf = ({ number }: { readonly number: number }) => number;

interface AccountOrdersRequest {
  readonly accountId: string;
  readonly page: number;
  readonly pageSize: number;
}

/** Newest first. Throws "forbidden" for another account unless the actor is an admin. */
export async function pageOfOrdersOf(
  { database }: { readonly database: Database },
  actor: Actor,
  { accountId, page, pageSize }: AccountOrdersRequest,
): Promise<Page<Order>> {
  requireOwnOr(actor, accountId, "see every order");
  const sums = await database.read
    .selectFrom("account_sums")
    .select("orders")
    .where("account_id", "=", accountId)
    .execute();
  const total = sums.reduce((sum, { orders }) => sum + orders, 0);
  return pageOf({ page, pageSize, total }, async (offset) => {
    const rows = await database.read
      .selectFrom("orders")
      .selectAll()
      .where("account_id", "=", accountId)
      .orderBy("number", "desc")
      .limit(pageSize)
      .offset(offset)
      .execute();
    return rows.map(asOrder);
  });
}

/** Number of orders by account id, without accounts that have no orders. */
export async function countOrdersOf(
  { database }: { readonly database: Database },
  actor: Actor,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  requireRight(actor, "see every order");
  if (accountIds.length === 0) return new Map();
  const rows = await database.read
    .selectFrom("orders")
    .select((select) => ["account_id", select.fn.countAll<number>().as("orders")])
    .where("account_id", "in", accountIds)
    .groupBy("account_id")
    .execute();
  return new Map(rows.map((row) => [row.account_id, row.orders]));
}

export interface OrderNumbers {
  /** Newest first, at most `most`. */
  readonly numbers: readonly number[];
  readonly isMore: boolean;
}

/** Paid orders of the signed-in account whose order status is Pending. Throws "unauthenticated". */
export async function undeliveredOrders(
  { database }: { readonly database: Database },
  actor: Actor,
  most: number,
): Promise<OrderNumbers> {
  const { accountId } = requireSignedIn(actor);
  const rows = await database.read
    .selectFrom("orders")
    .select("number")
    .where("account_id", "=", accountId)
    .where("payment_status", "=", "Paid")
    .where("order_status", "=", "Pending")
    .orderBy("number", "desc")
    .limit(most + 1)
    .execute();
  const numbers = rows.slice(0, most).map(({ number }) => number);
  return { numbers, isMore: rows.length > most };
}

/** The newest UnPaid order of this plan by the signed-in account. Throws "unauthenticated". */
export async function unpaidOrderOf(
  { database }: { readonly database: Database },
  actor: Actor,
  packageId: string,
): Promise<Order | undefined> {
  const { accountId } = requireSignedIn(actor);
  const row = await database.read
    .selectFrom("orders")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("payment_status", "=", "UnPaid")
    .where("package_id", "=", packageId)
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  return row && asOrder(row);
}
