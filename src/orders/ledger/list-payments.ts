import { type NotNull, sql } from "kysely";
import {
  type AwaitedNotification,
  awaitedNotifications,
} from "#payments/notifications/notifications-about.server.ts";
import { countUpTo } from "#platform/database/count-up-to.ts";
import type { Database, Queries } from "#platform/database/database.ts";
import { canBeId } from "#platform/ids.ts";
import type { Actor } from "#policy/actor.ts";
import { requireRight } from "#policy/rights.ts";
import { keptCents, type LedgerEvent } from "../order.ts";
import { selectOrdersByNumber } from "../order-store.server.ts";
import { numberSearched } from "../search/order-search.ts";
import { ledgerEventsOf } from "./order-ledger.server.ts";

export type PaymentState = "Applied" | "Partly refunded" | "Refunded" | "Taken back";

export interface ListedPayment {
  readonly id: string;
  readonly orderId: string;
  readonly orderNumber: number;
  readonly customerName: string;
  readonly amountCents: number;
  readonly keptCents: number;
  readonly currency: string;
  readonly provider: string;
  readonly transactionId: string;
  /** Reference that an admin recorded with a manual payment; null for a provider's payment. */
  readonly reference: string | null;
  readonly receivedAt: number;
  readonly state: PaymentState;
  readonly isDemonstration: boolean;
}

interface PaymentsPage {
  readonly payments: readonly ListedPayment[];
  /** Number of payments. `mostCounted` + 1 means that there are more than `mostCounted`. */
  readonly total: number;
  /**
   * `olderThan` and `newerThan` of the requests for the neighbouring pages; null at the ends of the
   * list.
   */
  readonly olderThan: string | null;
  readonly newerThan: string | null;
  /** Notifications that are not verified yet; empty after the first page and in a search. */
  readonly awaited: readonly AwaitedNotification[];
}

/** The first sort is the default. */
export const paymentSorts = ["newest", "oldest"] as const;
type PaymentSort = (typeof paymentSorts)[number];

interface PaymentsPageRequest {
  readonly pageSize: number;
  /** An order number, such as "Order 1042", or a transaction id; "" for all payments. */
  readonly q?: string;
  readonly sort?: PaymentSort;
  /**
   * `olderThan`: id of the payment after which the page begins in this sort. `newerThan`: id of the
   * payment before which the page ends.
   */
  readonly olderThan?: string | undefined;
  readonly newerThan?: string | undefined;
}

const mostAwaited = 20;
export const mostCounted = 1000;

/** Throws "unauthenticated" and "forbidden". */
export async function listPayments(
  { database: { read } }: { readonly database: Database },
  actor: Actor,
  { pageSize, q = "", sort = "newest", ...request }: PaymentsPageRequest,
): Promise<PaymentsPage> {
  requireRight(actor, "see every order");
  const olderThan = placeOf(request.olderThan);
  const newerThan = olderThan === null ? placeOf(request.newerThan) : null;
  // Reads one row more than the page shows, in order to know whether another page follows.
  const found = await findPayments(read, q);
  const rows = await readRows(read, found, { olderThan, newerThan, sort, limit: pageSize + 1 });
  const goesOn = rows.length > pageSize;
  const shown = rows.slice(0, pageSize);
  if (newerThan !== null) shown.reverse();
  const hasNewer = newerThan === null ? olderThan !== null : goesOn;
  const hasOlder = newerThan === null ? goesOn : true;
  return {
    payments: await withStates(read, shown),
    total: await countUpTo(read, found.select("id"), mostCounted + 1),
    newerThan: hasNewer ? (shown[0]?.id ?? null) : null,
    olderThan: hasOlder ? (shown.at(-1)?.id ?? null) : null,
    awaited: hasNewer || q !== "" ? [] : await awaitedNotifications(read, mostAwaited),
  };
}

/**
 * Yields the payments of a search in chunks. Leaves out payments of demonstration orders, because
 * bookkeeping reads the export. Throws "unauthenticated" and "forbidden".
 */
export async function* exportPayments(
  deps: { readonly database: Database },
  actor: Actor,
  search: Pick<PaymentsPageRequest, "q" | "sort">,
): AsyncGenerator<readonly ListedPayment[]> {
  for (let olderThan: string | null | undefined; olderThan !== null; ) {
    const request = { ...search, olderThan, pageSize: 500 };
    const page: PaymentsPage = await listPayments(deps, actor, request);
    yield page.payments.filter(({ isDemonstration }) => !isDemonstration);
    olderThan = page.olderThan;
  }
}

function placeOf(id: string | undefined): string | null {
  return id !== undefined && id !== "" && canBeId(id) ? id : null;
}

type FoundPayments = Awaited<ReturnType<typeof findPayments>>;

async function findPayments(queries: Queries, q: string) {
  const payments = queries.selectFrom("payment_ledger").where("kind", "=", sql.lit("payment"));
  if (q === "") return payments;
  const number = numberSearched(q);
  const [order] = number === null ? [] : await selectOrdersByNumber(queries, [number]);
  if (order !== undefined) return payments.where("order_id", "=", order.id);
  return payments.where("transaction_id", "=", q);
}

interface Range {
  readonly olderThan: string | null;
  readonly newerThan: string | null;
  readonly sort: PaymentSort;
  readonly limit: number;
}

function readRows(
  queries: Queries,
  found: FoundPayments,
  { olderThan, newerThan, sort, limit }: Range,
) {
  const isNewest = sort === "newest";
  const direction = (newerThan === null) === isNewest ? "desc" : "asc";
  // The limit applies before the join, so that only orders of this page are read.
  const payments = found
    .select(["id", "order_id as orderId", "amount_cents as amountCents", "currency", "provider"])
    .select(["transaction_id as transactionId", "reference", "at as receivedAt"])
    .$if(olderThan !== null, (query) => query.where("id", isNewest ? "<" : ">", olderThan))
    .$if(newerThan !== null, (query) => query.where("id", isNewest ? ">" : "<", newerThan))
    .orderBy("id", direction)
    .limit(limit)
    .$narrowType<{ provider: NotNull; transactionId: NotNull }>();
  return queries
    .selectFrom(payments.as("payment"))
    .innerJoin("orders", "orders.id", "payment.orderId")
    .selectAll("payment")
    .select(["orders.number as orderNumber", "orders.customer_name as customerName"])
    .select("orders.is_demonstration as isDemonstration")
    .orderBy("payment.id", direction)
    .execute();
}

async function withStates(
  queries: Queries,
  rows: Awaited<ReturnType<typeof readRows>>,
): Promise<readonly ListedPayment[]> {
  const events = await ledgerEventsOf(queries, [...new Set(rows.map(({ orderId }) => orderId))]);
  return rows.map((row) => {
    const payment = { ...row, kind: "payment", parentTransactionId: null } as const;
    const ofOrder = events.get(row.orderId) ?? [];
    const isDemonstration = row.isDemonstration === 1;
    const state = stateOf(payment, ofOrder);
    return { ...row, isDemonstration, keptCents: keptCents(payment, ofOrder), state };
  });
}

/**
 * A reversal that was cancelled in full does not count, so the payment has its earlier state again.
 */
function stateOf(payment: LedgerEvent, events: readonly LedgerEvent[]): PaymentState {
  const back = events.filter((event) => event.parentTransactionId === payment.transactionId);
  const sumOf = (...kinds: readonly LedgerEvent["kind"][]) =>
    back.reduce((sum, event) => sum + (kinds.includes(event.kind) ? event.amountCents : 0), 0);
  if (sumOf("reversal", "reversal-cancelled") < 0) return "Taken back";
  if (keptCents(payment, events) <= 0) return "Refunded";
  return sumOf("refund") < 0 ? "Partly refunded" : "Applied";
}
