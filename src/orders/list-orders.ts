import type { Database, Queries } from "../platform/database/database.ts";
import { rowChunks } from "../platform/database/row-chunks.ts";
import { centsFromPrice } from "../platform/money.ts";
import { type ListRange, type Page, pageOf } from "../platform/pages.ts";
import { optionalDetails } from "../platform/texts/customer-details-schema.ts";
import type { Actor } from "../policy/actor.ts";
import { companyOf } from "../policy/company.ts";
import { may, mayInOwnCompany, requireRight, requireSignedIn } from "../policy/rights.ts";
import { findCustomerOrder } from "./find-order.ts";
import { linesOf } from "./lines/order-lines.server.ts";
import { areWanted, type WantedLines } from "./lines/order-lines.ts";
import type { Order } from "./order.ts";
import { asOrder } from "./order-store.server.ts";

interface OrderPageRequest {
  /** "own": the orders of the customer's company. "every": all orders, for admins. */
  readonly whose: "own" | "every";
  /** Leaves out Cancelled and Refunded orders. */
  readonly isPending?: boolean;
  readonly page: number;
  readonly pageSize: number;
}

/** Newest first. Throws "unauthenticated" and "forbidden". */
export async function pageOfOrders(
  { database }: { readonly database: Database },
  actor: Actor,
  { whose, isPending = false, ...range }: OrderPageRequest,
): Promise<Page<Order>> {
  if (whose === "every") requireRight(actor, "see every order");
  const companyId = whose === "own" ? companyOf(requireSignedIn(actor)).id : undefined;
  return pageByNumber(database.read, { companyId, isPending }, range);
}

/**
 * Yields orders in chunks, oldest first: all orders for an admin, the orders of their company for a
 * customer. Not every customer may see the prices. The first `next()` throws "unauthenticated", and
 * "not-found" for an unknown `after`.
 */
export async function* listOrders(
  { database }: { readonly database: Database },
  actor: Actor,
  { limit, after }: ListRange = {},
): AsyncGenerator<readonly Order[]> {
  const companyId = may(actor, "see every order")
    ? undefined
    : companyOf(requireSignedIn(actor)).id;
  const first =
    after === undefined ? 0 : (await findCustomerOrder({ database }, actor, after)).number;
  const chunks = rowChunks({ after: first, limit }, numberOf, (last, size) =>
    ordersOf(database.read, { companyId })
      .selectAll()
      .where("number", ">", last)
      .orderBy("number")
      .limit(size)
      .execute(),
  );
  for await (const rows of chunks) yield rows.map(asOrder);
}

const numberOf = ({ number }: { readonly number: number }) => number;

interface CompanyOrdersRequest {
  readonly companyId: string;
  readonly page: number;
  readonly pageSize: number;
}

/** Newest first. Throws "forbidden" for another company unless the actor may see every order. */
export async function pageOfOrdersOf(
  { database }: { readonly database: Database },
  actor: Actor,
  { companyId, page, pageSize }: CompanyOrdersRequest,
): Promise<Page<Order>> {
  if (companyOf(requireSignedIn(actor)).id !== companyId) requireRight(actor, "see every order");
  return pageByNumber(database.read, { companyId }, { page, pageSize });
}

async function pageByNumber(
  queries: Queries,
  listed: Listed,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
): Promise<Page<Order>> {
  const total = await countOrders(queries, listed);
  return pageOf({ page, pageSize, total }, async (offset) => {
    const rows = await ordersOf(queries, listed)
      .selectAll()
      .orderBy("number", "desc")
      .limit(pageSize)
      .offset(offset)
      .execute();
    return rows.map(asOrder);
  });
}

interface Listed {
  /** Undefined for the orders of all companies. */
  readonly companyId: string | undefined;
  readonly isPending?: boolean;
}

function ordersOf(queries: Queries, { companyId, isPending = false }: Listed) {
  let orders = queries.selectFrom("orders");
  if (companyId !== undefined) orders = orders.where("company_id", "=", companyId);
  if (isPending) orders = orders.where("payment_status", "in", ["UnPaid", "Paid"]);
  return orders;
}

/** Throws "unauthenticated" and "forbidden". */
export async function countOrdersOfCompany(
  { database }: { readonly database: Database },
  actor: Actor,
  companyId: string,
): Promise<number> {
  requireRight(actor, "see every order");
  return countOrders(database.read, { companyId });
}

async function countOrders(queries: Queries, listed: Listed): Promise<number> {
  const { total } = await ordersOf(queries, listed)
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return total;
}

/** Number of placed orders by account id, without accounts that have no orders. */
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

/** Paid orders of the actor's company whose order status is Pending. Throws "unauthenticated". */
export async function undeliveredOrders(
  { database }: { readonly database: Database },
  actor: Actor,
  most: number,
): Promise<OrderNumbers> {
  const { id: companyId } = companyOf(requireSignedIn(actor));
  const rows = await database.read
    .selectFrom("orders")
    .select("number")
    .where("company_id", "=", companyId)
    .where("payment_status", "=", "Paid")
    .where("order_status", "=", "Pending")
    .orderBy("number", "desc")
    .limit(most + 1)
    .execute();
  const numbers = rows.slice(0, most).map(({ number }) => number);
  return { numbers, isMore: rows.length > most };
}

/**
 * The newest orders of the actor's company that are UnPaid, or Paid and perhaps not accepted yet.
 * Throws "unauthenticated".
 */
export async function openOrders(
  { database }: { readonly database: Database },
  actor: Actor,
  most: number,
): Promise<readonly Order[]> {
  const { id: companyId } = companyOf(requireSignedIn(actor));
  const rows = await ordersOf(database.read, { companyId, isPending: true })
    .selectAll()
    .orderBy("number", "desc")
    .limit(most)
    .execute();
  return rows.map(asOrder);
}

/** The newest UnPaid order of this plan by the actor's company. Throws "unauthenticated". */
export async function unpaidOrderOf(
  { database }: { readonly database: Database },
  actor: Actor,
  packageId: string,
): Promise<Order | undefined> {
  const { id: companyId } = companyOf(requireSignedIn(actor));
  const row = await database.read
    .selectFrom("orders")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("payment_status", "=", "UnPaid")
    .where("package_id", "=", packageId)
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  return row && asOrder(row);
}

/** Unpaid orders of one plan for one website, of which a customer has hardly more than one. */
const mostCompared = 20;

/**
 * The newest UnPaid order that the actor has placed for the same plan and website, at the price of
 * the form. Undefined for an actor who sees no payments. Throws "unauthenticated".
 */
export async function unpaidOrderLike(
  { database }: { readonly database: Database },
  actor: Actor,
  form: {
    readonly packageId: string;
    readonly packagePrice: string | undefined;
    readonly customerWebsite: string;
    readonly addOns?: WantedLines["addOns"];
    readonly coupon?: string | undefined;
  },
): Promise<Order | undefined> {
  const { accountId } = requireSignedIn(actor);
  const { success, data: website } = optionalDetails.customerWebsite.safeParse(
    form.customerWebsite,
  );
  const priceCents = centsFromPrice(form.packagePrice ?? "");
  if (!success || !priceCents || !mayInOwnCompany(actor, "payments")) return undefined;
  const rows = await database.read
    .selectFrom("orders")
    .selectAll()
    .where("company_id", "=", companyOf(requireSignedIn(actor)).id)
    .where("account_id", "=", accountId)
    .where("payment_status", "=", "UnPaid")
    .where("package_id", "=", form.packageId)
    .where("customer_website", "=", website)
    .orderBy("number", "desc")
    .limit(mostCompared)
    .execute();
  const orders = rows.map(asOrder);
  const lines = await linesOf(database.read, orders);
  const wanted = { priceCents, addOns: form.addOns ?? [], coupon: form.coupon?.trim() ?? "" };
  return orders.find(({ id }) => areWanted(lines.get(id) ?? [], wanted));
}
