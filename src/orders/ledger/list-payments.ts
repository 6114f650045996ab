import { sql } from "kysely";
import {
  type AwaitedNotification,
  awaitedNotifications,
} from "../../payments/notifications/awaited-notifications.server.ts";
import type { Database, Queries } from "../../platform/database/database.ts";
import { canBeId } from "../../platform/ids.ts";
import type { Actor } from "../../policy/actor.ts";
import { requireRight } from "../../policy/rights.ts";
import { keptCents, type LedgerEvent } from "../order.ts";
import { ledgerEventsOf } from "./order-ledger.server.ts";

export type PaymentState = "Kept" | "Partly refunded" | "Refunded" | "Reversed";

export interface ListedPayment {
  /** Of its entry in the ledger. */
  readonly id: string;
  readonly orderId: string;
  readonly orderNumber: number;
  readonly customerName: string;
  readonly amountCents: number;
  readonly keptCents: number;
  readonly currency: string;
  readonly provider: string;
  readonly transactionId: string;
  readonly receivedAt: number;
  readonly state: PaymentState;
}

export interface PaymentsPage {
  /** Newest first. */
  readonly payments: readonly ListedPayment[];
  /** For the next request; null at the ends. */
  readonly olderThan: string | null;
  readonly newerThan: string | null;
  /** Messages that the provider has not confirmed yet; on the first page only. */
  readonly awaited: readonly AwaitedNotification[];
}

interface PaymentsPageRequest {
  readonly pageSize: number;
  /** Ids of payments: only what came before this one, or after that one. */
  readonly olderThan?: string | undefined;
  readonly newerThan?: string | undefined;
}

const mostAwaited = 20;

/** One page of all payments, whatever their number. Throws "unauthenticated" and "forbidden". */
export async function listPayments(
  { database: { read } }: { readonly database: Database },
  actor: Actor,
  { pageSize, ...request }: PaymentsPageRequest,
): Promise<PaymentsPage> {
  requireRight(actor, "see every order");
  const olderThan = placeOf(request.olderThan);
  const newerThan = olderThan === null ? placeOf(request.newerThan) : null;
  // One more than fits tells whether there is a next page.
  const rows = await readRows(read, { olderThan, newerThan, limit: pageSize + 1 });
  const goesOn = rows.length > pageSize;
  const shown = rows.slice(0, pageSize);
  if (newerThan !== null) shown.reverse();
  const hasNewer = newerThan === null ? olderThan !== null : goesOn;
  const hasOlder = newerThan === null ? goesOn : true;
  return {
    payments: await withStates(read, shown),
    newerThan: hasNewer ? (shown[0]?.id ?? null) : null,
    olderThan: hasOlder ? (shown.at(-1)?.id ?? null) : null,
    awaited: hasNewer ? [] : await awaitedNotifications(read, mostAwaited),
  };
}

function placeOf(id: string | undefined): string | null {
  return id !== undefined && id !== "" && canBeId(id) ? id : null;
}

interface Range {
  readonly olderThan: string | null;
  readonly newerThan: string | null;
  readonly limit: number;
}

type PaymentRow = Awaited<ReturnType<typeof readRows>>[number];

async function readRows(queries: Queries, { olderThan, newerThan, limit }: Range) {
  // Limited before the join, so that orders are looked up for these alone.
  const payments = queries
    .selectFrom("payment_ledger")
    .select(["id", "order_id", "amount_cents", "currency", "provider", "transaction_id", "at"])
    .where("kind", "=", sql.lit("payment"))
    .$if(olderThan !== null, (query) => query.where("id", "<", olderThan))
    .$if(newerThan !== null, (query) => query.where("id", ">", newerThan))
    .orderBy("id", newerThan === null ? "desc" : "asc")
    .limit(limit);
  return queries
    .selectFrom(payments.as("payment"))
    .innerJoin("orders", "orders.id", "payment.order_id")
    .select(["payment.id", "payment.order_id", "payment.amount_cents", "payment.currency"])
    .select(["payment.provider", "payment.transaction_id", "payment.at"])
    .select(["orders.number", "orders.customer_name"])
    .orderBy("payment.id", newerThan === null ? "desc" : "asc")
    .execute();
}

async function withStates(
  queries: Queries,
  rows: readonly PaymentRow[],
): Promise<readonly ListedPayment[]> {
  const events = await ledgerEventsOf(queries, [...new Set(rows.map((row) => row.order_id))]);
  return rows.map((row) => {
    const payment: LedgerEvent = {
      kind: "payment",
      amountCents: row.amount_cents,
      transactionId: row.transaction_id,
      parentTransactionId: null,
    };
    const ofOrder = events.get(row.order_id) ?? [];
    return {
      id: row.id,
      orderId: row.order_id,
      orderNumber: row.number,
      customerName: row.customer_name,
      amountCents: row.amount_cents,
      keptCents: keptCents(payment, ofOrder),
      currency: row.currency,
      provider: row.provider ?? "",
      transactionId: row.transaction_id ?? "",
      receivedAt: row.at,
      state: stateOf(payment, ofOrder),
    };
  });
}

/** What has become of a payment. A reversal that was decided in our favour leaves it as it was. */
function stateOf(payment: LedgerEvent, events: readonly LedgerEvent[]): PaymentState {
  const back = events.filter((event) => event.parentTransactionId === payment.transactionId);
  const sumOf = (...kinds: readonly LedgerEvent["kind"][]) =>
    back.reduce((sum, event) => sum + (kinds.includes(event.kind) ? event.amountCents : 0), 0);
  if (sumOf("reversal", "reversal-cancelled") < 0) return "Reversed";
  if (keptCents(payment, events) <= 0) return "Refunded";
  return sumOf("refund") < 0 ? "Partly refunded" : "Kept";
}
