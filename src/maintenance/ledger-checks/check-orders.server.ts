import { ledgerEventsOf } from "../../orders/ledger/order-ledger.server.ts";
import {
  keptCents,
  type LedgerEvent,
  type PaymentStatus,
  paymentStatusOf,
} from "../../orders/order.ts";
import type { Queries } from "../../platform/database/database.ts";
import { rowChunks } from "../../platform/database/row-chunks.ts";
import { amountFromCents } from "../../platform/money.ts";
import { MoneyByPeriod, moneyDifference, moneyOf } from "./check-money-sums.server.ts";
import { type Cells, countOrder } from "./order-cells.ts";

export interface CheckedOrders {
  readonly orders: number;
  readonly salesCents: number;
  /** What `order_sums` has to say. */
  readonly cells: Cells;
  /** What `money_sums` has to say. */
  readonly money: MoneyByPeriod;
}

interface OrderRow {
  readonly id: string;
  readonly number: number;
  readonly payment_status: PaymentStatus;
  readonly paid_at: number | null;
  readonly refunded_cents: number;
  readonly net_cents: number;
}

/** Each order beside its own ledger, and their numbers beside the counter. */
export async function checkOrders(
  queries: Queries,
  note: (difference: string) => void,
): Promise<CheckedOrders> {
  const cells: Cells = new Map();
  const money = new MoneyByPeriod();
  let orders = 0;
  let salesCents = 0;
  let lastNumber = 0;
  for await (const chunk of orderChunks(queries)) {
    const events = await ledgerEventsOf(
      queries,
      chunk.map(({ id }) => id),
    );
    for (const order of chunk) {
      if (order.number !== lastNumber + 1) note(gap(lastNumber + 1, order.number - 1));
      lastNumber = order.number;
      orders++;
      if (order.payment_status === "Paid") salesCents += order.price_cents;
      countOrder(cells, order);
      const its = events.get(order.id) ?? [];
      money.add(order.placed_day, moneyOf(its));
      for (const difference of differencesOf(order, its)) note(difference);
    }
  }
  const counter = await queries
    .selectFrom("order_counter")
    .select("last_number")
    .executeTakeFirstOrThrow();
  if (counter.last_number !== lastNumber) {
    note(`The newest order is ${lastNumber}, and the counter stands at ${counter.last_number}.`);
  }
  return { orders, salesCents, cells, money };
}

function orderChunks(queries: Queries) {
  return rowChunks(
    { after: 0 },
    (order: { number: number }) => order.number,
    (after, size) =>
      queries
        .selectFrom("orders")
        .select(["id", "number", "payment_status", "order_status", "paid_at"])
        .select(["package_name", "price_cents", "placed_day", "refunded_cents", "net_cents"])
        .where("number", ">", after)
        .orderBy("number")
        .limit(size)
        .execute(),
  );
}

function* differencesOf(order: OrderRow, events: readonly LedgerEvent[]): Generator<string> {
  const { number, payment_status: kept, paid_at } = order;
  const derived = paymentStatusOf(events);
  if (kept !== derived) {
    yield `Order ${number} is kept as ${kept}, and its ledger (${inWords(events)}) makes it ${derived}.`;
  }
  if (kept === "Paid" && paid_at === null) {
    yield `Order ${number} is Paid, and nothing says since when.`;
  }
  const moneyDiffers = moneyDifference(`order ${number}`, order, moneyOf(events));
  if (moneyDiffers !== null) yield moneyDiffers;
  for (const payment of events.filter(({ kind }) => kind === "payment")) {
    const { transactionId, amountCents } = payment;
    const kept = keptCents(payment, events);
    if (kept >= 0) continue;
    const [came, back] = [amountCents, amountCents - kept].map(amountFromCents);
    yield `Of the payment ${transactionId} of order ${number}, ${came} USD came and ${back} USD went back.`;
  }
}

function inWords(events: readonly LedgerEvent[]): string {
  if (events.length === 0) return "which is empty";
  return events
    .map(({ kind, amountCents }) => `${kind} ${amountFromCents(amountCents)}`)
    .join(", ");
}

function gap(from: number, to: number): string {
  return from === to ? `There is no order ${from}.` : `There are no orders ${from} to ${to}.`;
}
