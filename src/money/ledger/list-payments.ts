import { type NotNull, sql } from "kysely";
import { numberSearched } from "#orders/number-searched.ts";
import { isFailureOfRefund, keptCents, type LedgerEvent, takenBackCents } from "#orders/order.ts";
import { selectOrdersByNumber } from "#orders/order-store.server.ts";
import {
  type AwaitedNotification,
  awaitedNotifications,
} from "#payments/notifications/notifications-about.server.ts";
import type { Database, Queries } from "#platform/database/database.ts";
import { rowChunks, rowId } from "#platform/database/row-chunks.ts";
import { canBeId } from "#platform/ids.ts";
import { type LongListPage, type LongListRequest, pageOfLongList } from "#platform/pages.ts";
import type { Actor } from "#policy/actor.ts";
import { requireRight } from "#policy/rights.ts";
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

interface PaymentSearch {
  /** An order number, such as "Order 1042", or a transaction id; "" for all payments. */
  readonly q?: string;
  readonly sort?: "newest" | "oldest";
}

/** Throws "unauthenticated" and "forbidden". */
export async function listPayments(
  { database: { read } }: { readonly database: Database },
  actor: Actor,
  { q = "", sort = "newest", ...request }: PaymentSearch & LongListRequest,
): Promise<LongListPage<ListedPayment>> {
  requireRight(actor, "see every order");
  const found = await findPayments(read, q);
  const page = await pageOfLongList(
    request,
    async (most) => {
      const payments = paymentsAfter(found, sort, request.after).limit(most);
      return (await payments.select("id").execute()).map(({ id }) => id);
    },
    (ids) => readRows(read, found.where("id", "in", ids)),
  );
  return { ...page, items: await withStates(read, page.items) };
}

const mostAwaited = 20;

/** Notifications that are not verified yet. Throws "unauthenticated" and "forbidden". */
export async function listAwaitedPayments(
  { database: { read } }: { readonly database: Database },
  actor: Actor,
): Promise<readonly AwaitedNotification[]> {
  requireRight(actor, "see every order");
  return awaitedNotifications(read, mostAwaited);
}

/**
 * Yields the payments of a search in chunks. Leaves out payments of demonstration orders, because
 * bookkeeping reads the export. Throws "unauthenticated" and "forbidden".
 */
export async function* exportPayments(
  { database: { read } }: { readonly database: Database },
  actor: Actor,
  { q = "", sort = "newest" }: PaymentSearch,
): AsyncGenerator<readonly ListedPayment[]> {
  requireRight(actor, "see every order");
  const found = await findPayments(read, q);
  const chunks = rowChunks({ after: "" }, rowId, (after, size) =>
    readRows(read, paymentsAfter(found, sort, after).limit(size), sort),
  );
  for await (const rows of chunks) {
    const payments = await withStates(read, rows);
    yield payments.filter(({ isDemonstration }) => !isDemonstration);
  }
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

function paymentsAfter(
  found: FoundPayments,
  sort: NonNullable<PaymentSearch["sort"]>,
  after = "",
): FoundPayments {
  const isAfter = after !== "" && canBeId(after);
  return found
    .$if(isAfter, (query) => query.where("id", sort === "newest" ? "<" : ">", after))
    .orderBy("id", sort === "newest" ? "desc" : "asc");
}

/** The limit of `payments` applies before the join, so that only their orders are read. */
function readRows(
  queries: Queries,
  payments: FoundPayments,
  sort: PaymentSearch["sort"] = "newest",
) {
  const listed = payments
    .select(["id", "order_id as orderId", "amount_cents as amountCents", "currency", "provider"])
    .select(["transaction_id as transactionId", "reference", "at as receivedAt"])
    .$narrowType<{ provider: NotNull; transactionId: NotNull }>();
  return queries
    .selectFrom(listed.as("payment"))
    .innerJoin("orders", "orders.id", "payment.orderId")
    .selectAll("payment")
    .select(["orders.number as orderNumber", "orders.customer_name as customerName"])
    .select("orders.is_demonstration as isDemonstration")
    .orderBy("payment.id", sort === "newest" ? "desc" : "asc")
    .execute();
}

async function withStates(
  queries: Queries,
  rows: readonly Awaited<ReturnType<typeof readRows>>[number][],
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
 * A reversal that was cancelled in full does not count, and a refund that failed does not either, so
 * the payment has its earlier state again.
 */
function stateOf(payment: LedgerEvent, events: readonly LedgerEvent[]): PaymentState {
  const kept = keptCents(payment, events);
  const takenBack = takenBackCents(payment.transactionId ?? "", events);
  if (takenBack > 0) return "Taken back";
  if (kept <= 0) return "Refunded";
  const isRefunded = events.some(
    (event) =>
      event.parentTransactionId === payment.transactionId &&
      event.kind === "refund" &&
      !events.some(
        (other) => other.transactionId === event.transactionId && isFailureOfRefund(other, events),
      ),
  );
  return isRefunded ? "Partly refunded" : "Applied";
}
