import { sql } from "kysely";
import { findOrder } from "#orders/find-order.ts";
import type { Order } from "#orders/order.ts";
import { withOrders } from "#orders/order-store.server.ts";
import type { Database, Queries } from "#platform/database/database.ts";
import type { Actor } from "#policy/actor.ts";
import { requireRight } from "#policy/rights.ts";
import {
  isRefundUnderWay,
  type MoneyBackState,
  moneyBackStateOf,
  moneyBackUntil,
  movedMoney,
} from "./money-back-state.server.ts";
import { selectMoneyBack } from "./money-back-tables.server.ts";

interface MoneyBackRequest {
  readonly state: MoneyBackState;
  readonly accountId: string;
  readonly reason: string;
  readonly askedAt: number;
  /** Null while the request is not declined. */
  readonly declined: {
    readonly because: string;
    readonly by: string;
    readonly at: number;
  } | null;
}

export interface MoneyBack {
  /** Null until somebody asks. */
  readonly request: MoneyBackRequest | null;
  /** The end of the last day for asking; null for an order of which no money can come back. */
  readonly until: number | null;
}

/** Throws "unauthenticated" and "not-found" like `findOrder`. */
export async function readMoneyBack(
  { database }: { readonly database: Database },
  actor: Actor,
  orderId: string,
  timeZone: string,
): Promise<MoneyBack> {
  const order = await findOrder({ database }, actor, orderId);
  const { read } = database;
  const [row, moved] = await Promise.all([
    selectMoneyBack(read, order.id),
    movedMoney(read, order.id),
  ]);
  const isPossible = order.paymentStatus === "Paid" && !isRefundUnderWay(moved);
  return {
    request:
      row === undefined
        ? null
        : {
            state: moneyBackStateOf(row, order, moved),
            accountId: row.account_id,
            reason: row.reason,
            askedAt: row.asked_at,
            declined:
              row.declined_at === null
                ? null
                : {
                    because: row.declined_because ?? "",
                    by: row.declined_by ?? "",
                    at: row.declined_at,
                  },
          },
    until: isPossible ? moneyBackUntil(order, timeZone) : null,
  };
}

interface AwaitedRefund {
  readonly state: "open" | "in-progress";
  readonly askedAt: number;
}

/**
 * Requests that are neither declined nor refunded, by order id. Checks no rights. The number of
 * queries grows only with the orders that have a request.
 */
export async function awaitedRefunds(
  queries: Queries,
  orders: readonly Order[],
): Promise<ReadonlyMap<string, AwaitedRefund>> {
  const ids = orders.map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const rows = await queries
    .selectFrom("money_back_requests")
    .selectAll()
    .where("order_id", "in", ids)
    .execute();
  const found = new Map<string, AwaitedRefund>();
  for (const row of rows) {
    const order = orders.find(({ id }) => id === row.order_id);
    if (order === undefined) continue;
    const state = moneyBackStateOf(row, order, await movedMoney(queries, order.id));
    if (state === "open" || state === "in-progress") {
      found.set(order.id, { state, askedAt: row.asked_at });
    }
  }
  return found;
}

interface AwaitedAnswer {
  readonly order: Order;
  readonly askedAt: number;
}

/**
 * Orders whose customers wait for an answer to their request, the oldest request first. Throws
 * "unauthenticated" and "forbidden".
 */
export async function listOpenMoneyBack(
  { database: { read } }: { readonly database: Database },
  actor: Actor,
  most: number,
): Promise<readonly AwaitedAnswer[]> {
  requireRight(actor, "decline refunds");
  const rows = await read
    .selectFrom("money_back_requests as request")
    .innerJoin("orders", "orders.id", "request.order_id")
    .select(["orders.number", "request.asked_at"])
    .where("request.declined_at", "is", null)
    .where("orders.payment_status", "=", "Paid")
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("payment_ledger as entry")
            .select("entry.id")
            .whereRef("entry.order_id", "=", "request.order_id")
            .where("entry.kind", "=", "refund")
            .where(sql<boolean>`coalesce(entry.recorded_at, entry.at) >= request.asked_at`),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("refund_requests as refund")
            .select("refund.id")
            .whereRef("refund.order_id", "=", "request.order_id")
            .whereRef("refund.requested_at", ">=", "request.asked_at")
            .where("refund.state", "in", ["waiting", "done"]),
        ),
      ),
    )
    .orderBy("request.asked_at")
    .limit(most)
    .execute();
  const found = await withOrders(read, rows);
  return found.map(({ order, asked_at }) => ({ order, askedAt: asked_at }));
}
