import type { Generated, Selectable } from "kysely";
import type { PlanInterval } from "../content/model/plan-interval.ts";
import { engineOf, type Queries, type WriteTransaction } from "../platform/database/database.ts";
import { preparedQuery } from "../platform/database/prepared-query.ts";
import { AppError } from "../platform/errors.ts";
import { canBeId } from "../platform/ids.ts";
import { dayOf } from "../platform/time/dates.ts";
import type { LedgerKind, Order, OrderStatus, PaymentStatus } from "./order.ts";
import { searchedTexts } from "./searched-texts.ts";

export interface OrdersTable {
  id: string;
  number: number;
  /** The person of the company who placed the order. */
  account_id: string;
  company_id: string;
  /** Copy of the company's name, for lists and the search. */
  company_name: Generated<string>;
  customer_email: string;
  customer_name: string;
  customer_address: string;
  customer_country: string;
  customer_website: string;
  package_id: string;
  package_name: string;
  price_cents: number;
  currency: string;
  payment_status: PaymentStatus;
  order_status: OrderStatus;
  placed_at: number;
  paid_at: number | null;
  /**
   * Day in the site's time zone, such as "2026-11-20"; null for an old order until `dateNextOrders`
   * sets it.
   */
  placed_day: Generated<string | null>;
  /** Copied from the plan; 0 for none. */
  working_days: Generated<number>;
  /** Copied from the plan. */
  included_rounds: Generated<number>;
  /** Copied from the plan; 0 for none. */
  refund_days: Generated<number>;
  /** Copied from the plan. */
  charged: Generated<PlanInterval>;
  /** Copied from the plan; 0 for no minimum. */
  minimum_cycles: Generated<number>;
  /** Account of the team member who works on the order. */
  assignee_id: Generated<string | null>;
  /** 1 while the last delivery waits for the customer's answer, for lists of such orders. */
  in_review: Generated<number>;
  /** 1 for a demonstration order. A trigger refuses a change. */
  is_demonstration: Generated<number>;
  /** This column and the next are results of `searchedTexts`. */
  name_key: Generated<string>;
  /** Words that the search finds the order by, separated by spaces. A full-text index has them. */
  search_words: Generated<string>;
  /** Refunds and reversals minus cancelled reversals, maintained by a trigger. */
  refunded_cents: Generated<number>;
  /** Sum of the order's ledger entries, maintained by a trigger. */
  net_cents: Generated<number>;
}

/** The table has one row. `time_zone` is the zone of `orders.placed_day`. */
interface OrderCounterTable {
  id: number;
  /** The highest number given; 0 before the first order. */
  last_number: number;
  /** The next order gets at least this number. */
  first_number: Generated<number>;
  time_zone: Generated<string>;
  /**
   * Orders up to this number, and orders above `to_date_through`, have their day in `time_zone`.
   */
  dated_through: Generated<number>;
  /**
   * Last order number when the time zone was set. Orders up to this number may still need their
   * day.
   */
  to_date_through: Generated<number>;
}

/** Append-only. The payment status of an order is derived from its entries. */
interface PaymentLedgerTable {
  id: string;
  order_id: string;
  kind: LedgerKind;
  amount_cents: number;
  currency: string;
  provider: string | null;
  transaction_id: string | null;
  parent_transaction_id: string | null;
  reference: string | null;
  notification_id: string | null;
  /** Provider, admin or customer who caused the entry. */
  author: string;
  at: number;
  /**
   * When an admin recorded a manual entry, whose date `at` can be long ago; null for other entries,
   * and for entries from before this time was stored.
   */
  recorded_at: number | null;
}

/** Numbers between `after_number` and `next_number` were skipped by the owner, and have no orders. */
interface OrderNumberJumpsTable {
  after_number: number;
  next_number: number;
}

declare module "../platform/database/tables.ts" {
  interface Tables {
    orders: OrdersTable;
    order_counter: OrderCounterTable;
    order_number_jumps: OrderNumberJumpsTable;
    payment_ledger: PaymentLedgerTable;
  }
}

/** Checks no rights. Undefined for an unknown or invalid id. */
export async function selectOrder(
  queries: Queries,
  id: string,
  isLocked = false,
): Promise<Order | undefined> {
  if (!canBeId(id)) return undefined;
  const row = await queries
    .selectFrom("orders")
    .selectAll()
    .where("id", "=", id)
    // SQLite needs no row lock, because it runs one write at a time.
    .$if(isLocked && engineOf(queries) === "postgres", (query) => query.forUpdate())
    .executeTakeFirst();
  return row && asOrder(row);
}

export function lockOrder(tx: WriteTransaction, id: string): Promise<Order | undefined> {
  return selectOrder(tx, id, true);
}

/**
 * Gives the order its number and day. The update locks the row of the counter, so simultaneous
 * orders get their numbers one after the other.
 */
export async function insertOrder(
  tx: WriteTransaction,
  order: Omit<Order, "number">,
): Promise<Order> {
  const [counter] = await countOrder(tx, {});
  if (counter === undefined) throw new Error("The row that numbers orders is not there.");
  const placed = { ...order, number: counter.last_number };
  await insertNumbered(tx, placed, counter.time_zone);
  return placed;
}

/**
 * Gives the next order this number. Throws "invalid" once an order has it or a higher one, because
 * a number is never given twice and never goes back.
 */
export async function numberOrdersFrom(tx: WriteTransaction, first: number): Promise<void> {
  const counter = await tx
    .updateTable("order_counter")
    .set({ first_number: first })
    .where("last_number", "<", first)
    .returning("last_number")
    .executeTakeFirst();
  if (counter) {
    await tx
      .insertInto("order_number_jumps")
      .values({ after_number: counter.last_number, next_number: first })
      .onConflict((jump) => jump.column("after_number").doUpdateSet({ next_number: first }))
      .execute();
    return;
  }
  const { last_number: last } = await tx
    .selectFrom("order_counter")
    .select("last_number")
    .executeTakeFirstOrThrow();
  const message = `Order ${last} exists already, and no number is given twice. Enter ${last + 1} or more.`;
  throw new AppError("invalid", message, { issues: [{ path: "firstOrderNumber", message }] });
}

/** Stores an order whose number does not come from the counter. */
export async function insertNumbered(
  tx: WriteTransaction,
  order: Order,
  timeZone: string,
): Promise<void> {
  await insertPlaced(tx, {
    ...order,
    placedDay: dayOf(order.placedAt, timeZone),
    mark: order.isDemonstration ? 1 : 0,
    ...searchedTexts(order),
  });
}

const countOrder = preparedQuery((queries) =>
  queries
    .updateTable("order_counter")
    .set(({ case: when, eb, ref }) => ({
      last_number: when()
        .when("last_number", "<", ref("first_number"))
        .then(ref("first_number"))
        .else(eb("last_number", "+", 1))
        .end(),
    }))
    .returning(["last_number", "time_zone"])
    .compile(),
);

interface StoredOrder extends Order, ReturnType<typeof searchedTexts> {
  readonly placedDay: string;
  /** Value of `is_demonstration`. */
  readonly mark: number;
}

const insertPlaced = preparedQuery((queries, order: StoredOrder) =>
  queries
    .insertInto("orders")
    .values({
      id: order.id,
      number: order.number,
      account_id: order.accountId,
      company_id: order.companyId,
      company_name: order.companyName,
      customer_email: order.customerEmail,
      customer_name: order.customerName,
      customer_address: order.customerAddress,
      customer_country: order.customerCountry,
      customer_website: order.customerWebsite,
      package_id: order.packageId,
      package_name: order.packageName,
      price_cents: order.priceCents,
      currency: order.currency,
      payment_status: order.paymentStatus,
      order_status: order.orderStatus,
      placed_at: order.placedAt,
      paid_at: order.paidAt,
      working_days: order.workingDays,
      included_rounds: order.includedRounds,
      refund_days: order.refundDays,
      charged: order.charged,
      minimum_cycles: order.minimumCycles,
      is_demonstration: order.mark,
      placed_day: order.placedDay,
      name_key: order.name_key,
      search_words: order.search_words,
    })
    .compile(),
);

/** Stores the customer's details of an order, with the words by which the search finds it. */
export async function storeCustomerDetails(tx: WriteTransaction, order: Order): Promise<void> {
  await tx
    .updateTable("orders")
    .set({
      customer_name: order.customerName,
      customer_address: order.customerAddress,
      customer_country: order.customerCountry,
      customer_website: order.customerWebsite,
      ...searchedTexts(order),
    })
    .where("id", "=", order.id)
    .execute();
}

/** Returns the orders in the sequence of `numbers`, without unknown numbers. */
export async function selectOrdersByNumber(
  queries: Queries,
  numbers: readonly number[],
): Promise<Order[]> {
  if (numbers.length === 0) return [];
  const rows = await queries
    .selectFrom("orders")
    .selectAll()
    .where("number", "in", numbers)
    .execute();
  const byNumber = new Map(rows.map((row) => [row.number, asOrder(row)]));
  return numbers.flatMap((number) => byNumber.get(number) ?? []);
}

/** Each row with the order that it names by its number, without rows of unknown orders. */
export async function withOrders<Row extends { readonly number: number }>(
  queries: Queries,
  rows: readonly Row[],
): Promise<(Row & { readonly order: Order })[]> {
  const numbers = rows.map(({ number }) => number);
  const orders = await selectOrdersByNumber(queries, numbers);
  const orderOf = new Map(orders.map((order) => [order.number, order]));
  return rows.flatMap((row) => {
    const order = orderOf.get(row.number);
    return order === undefined ? [] : { ...row, order };
  });
}

export function asOrder(row: Selectable<OrdersTable>): Order {
  return {
    id: row.id,
    number: row.number,
    accountId: row.account_id,
    companyId: row.company_id,
    companyName: row.company_name,
    customerEmail: row.customer_email,
    customerName: row.customer_name,
    customerAddress: row.customer_address,
    customerCountry: row.customer_country,
    customerWebsite: row.customer_website,
    packageId: row.package_id,
    packageName: row.package_name,
    priceCents: row.price_cents,
    currency: row.currency,
    paymentStatus: row.payment_status,
    orderStatus: row.order_status,
    placedAt: row.placed_at,
    paidAt: row.paid_at,
    workingDays: row.working_days,
    includedRounds: row.included_rounds,
    refundDays: row.refund_days,
    charged: row.charged,
    minimumCycles: row.minimum_cycles,
    assigneeId: row.assignee_id,
    isDemonstration: row.is_demonstration === 1,
  };
}
