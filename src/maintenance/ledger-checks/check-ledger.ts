import { ledgerEventsOf } from "#money/ledger/order-ledger.server.ts";
import { storedLines } from "#orders/lines/order-lines.server.ts";
import { centsOf as centsOfLine, type OrderLine } from "#orders/lines/order-lines.ts";
import { keptCents, type LedgerEvent, type PaymentStatus, paymentStatusOf } from "#orders/order.ts";
import type { Queries } from "#platform/database/database.ts";
import { rowChunks } from "#platform/database/row-chunks.ts";
import { amountFromCents } from "#platform/money.ts";
import { checkCoupons } from "./check-coupons.server.ts";
import { checkInvoiceFiles } from "./check-invoice-files.server.ts";
import { checkInvoices } from "./check-invoices.server.ts";
import { checkMonths } from "./check-months.server.ts";
import { checkOffers } from "./check-offers.server.ts";
import {
  checkAttempts,
  checkEntries,
  checkNotifications,
  checkTwins,
} from "./check-payments.server.ts";
import { checkRooms } from "./check-rooms.server.ts";
import { checkSubscriptions } from "./check-subscriptions.server.ts";
import { checkSums, moneySentence } from "./check-sums.server.ts";

export interface LedgerReport {
  readonly orders: number;
  readonly entries: number;
  /** Sum of the prices of Paid orders. */
  readonly salesCents: number;
  /** Money refunded or reversed. */
  readonly refundedCents: number;
  /** Money received minus money given back. */
  readonly netCents: number;
  /** Differences, as sentences; empty for a correct ledger. */
  readonly differences: readonly string[];
}

/**
 * Checks all stored facts about money: each order against its ledger, sums against a recount, and
 * each ledger entry against its notification and attempt. Also checks the invoices,
 * deliveries and messages of each order. Call it with the queries of a snapshot, because data may change between two
 * queries, and outside the server's thread, because it reads whole tables.
 */
export async function checkLedger(queries: Queries): Promise<LedgerReport> {
  const differences: string[] = [];
  const note = (difference: string) => void differences.push(difference);
  const { orders, salesCents } = await checkOrders(queries, note);
  await checkSums(queries, note);
  const providers = await checkAttempts(queries, note);
  const { entries, refundedCents, netCents } = await checkEntries(queries, providers, note);
  await checkTwins(queries, note);
  await checkNotifications(queries, note);
  await checkSubscriptions(queries, note);
  await checkCoupons(queries, note);
  await checkOffers(queries, note);
  await checkInvoices(queries, note);
  await checkInvoiceFiles(queries, note);
  await checkMonths(queries, note);
  await checkRooms(queries, note);
  return { orders, entries, salesCents, refundedCents, netCents, differences };
}

/** Compares each order with its ledger, and order numbers with the counter. */
async function checkOrders(queries: Queries, note: (difference: string) => void) {
  let orders = 0;
  let salesCents = 0;
  let lastNumber = 0;
  const jumps = await queries.selectFrom("order_number_jumps").selectAll().execute();
  const skipped = new Map(jumps.map((jump) => [jump.after_number, jump.next_number]));
  for await (const chunk of orderChunks(queries)) {
    const ids = chunk.map(({ id }) => id);
    const events = await ledgerEventsOf(queries, ids);
    const lines = await storedLines(queries, ids);
    for (const order of chunk) {
      if (order.is_demonstration === 0) {
        for (const sentence of gaps(lastNumber, order.number, skipped)) note(sentence);
        lastNumber = order.number;
        if (order.payment_status === "Paid") salesCents += order.price_cents;
      }
      orders++;
      for (const difference of differencesOf(order, events.get(order.id) ?? [])) note(difference);
      const wrongSum = wrongSumOf(order, lines.get(order.id));
      if (wrongSum !== null) note(wrongSum);
    }
  }
  const counter = await queries
    .selectFrom("order_counter")
    .select("last_number")
    .executeTakeFirstOrThrow();
  if (counter.last_number !== lastNumber) {
    note(`The newest order is ${lastNumber}, and the counter stands at ${counter.last_number}.`);
  }
  return { orders, salesCents };
}

function orderChunks(queries: Queries) {
  return rowChunks(
    { after: 0 },
    (order: { number: number }) => order.number,
    (after, size) =>
      queries
        .selectFrom("orders")
        .select(["id", "number", "payment_status", "paid_at", "price_cents"])
        .select("is_demonstration")
        .select(["refunded_cents", "net_cents"])
        .where("number", ">", after)
        .orderBy("number")
        .limit(size)
        .execute(),
  );
}

interface OrderRow {
  readonly number: number;
  readonly payment_status: PaymentStatus;
  readonly paid_at: number | null;
  readonly price_cents: number;
  readonly refunded_cents: number;
  readonly net_cents: number;
}

function* differencesOf(order: OrderRow, events: readonly LedgerEvent[]): Generator<string> {
  const { number, payment_status: kept, paid_at, refunded_cents, net_cents } = order;
  const derived = paymentStatusOf(events);
  if (kept !== derived) {
    yield `Order ${number} is kept as ${kept}, and its ledger (${describeEvents(events)}) makes it ${derived}.`;
  }
  if (kept === "Paid" && paid_at === null) {
    yield `Order ${number} is Paid, and nothing says since when.`;
  }
  if (order.price_cents > 0 && events.some(({ kind }) => kind === "nothing-due")) {
    yield `Order ${number} costs ${amountFromCents(order.price_cents)} USD, and its ledger says that nothing is to be paid.`;
  }
  const payments = events.filter(({ kind }) => kind === "payment");
  const net = centsOf(events);
  const refunded = centsOf(payments) - net;
  if (refunded_cents !== refunded || net_cents !== net) {
    yield moneySentence(`order ${number}`, [refunded_cents, net_cents], [refunded, net]);
  }
  for (const payment of payments) {
    const { transactionId, amountCents } = payment;
    const kept = keptCents(payment, events);
    if (kept >= 0) continue;
    const [came, back] = [amountCents, amountCents - kept].map(amountFromCents);
    yield `Of the payment ${transactionId} of order ${number}, ${came} USD came and ${back} USD went back.`;
  }
}

/** An order without stored lines is its plan at its price. */
function wrongSumOf(
  { number, price_cents }: OrderRow,
  lines: readonly OrderLine[] | undefined,
): string | null {
  const cents = lines?.reduce((sum, line) => sum + centsOfLine(line), 0) ?? price_cents;
  if (cents === price_cents) return null;
  return `Order ${number} costs ${amountFromCents(price_cents)} USD, and its lines add up to ${amountFromCents(cents)} USD.`;
}

function centsOf(events: readonly LedgerEvent[]): number {
  return events.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

function describeEvents(events: readonly LedgerEvent[]): string {
  if (events.length === 0) return "which is empty";
  return events
    .map(({ kind, amountCents }) => `${kind} ${amountFromCents(amountCents)}`)
    .join(", ");
}

/** Sentences about the missing orders between two numbers; see `OrderNumberJumpsTable`. */
function* gaps(last: number, next: number, skipped: ReadonlyMap<number, number>) {
  if (next === last + 1) return;
  const jumps = [...skipped].filter(([after]) => after >= last && after < next);
  let from = last + 1;
  for (const [after, first] of [...jumps.sort(([a], [b]) => a - b), [next - 1, next] as const]) {
    if (from < after) yield `There are no orders ${from} to ${after}.`;
    if (from === after) yield `There is no order ${from}.`;
    from = Math.max(from, first);
  }
}
