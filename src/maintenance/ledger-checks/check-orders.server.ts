import { ledgerEventsOf } from "../../orders/ledger/order-ledger.server.ts";
import {
  keptCents,
  type LedgerEvent,
  type OrderStatus,
  type PaymentStatus,
  paymentStatusOf,
} from "../../orders/order.ts";
import type { Queries } from "../../platform/database/database.ts";
import { rowChunks } from "../../platform/database/row-chunks.ts";
import { amountFromCents } from "../../platform/money.ts";

/** Number of orders, and the sum of their prices. */
interface Sum {
  readonly orders: number;
  readonly cents: number;
}

/** Sums by the name of their cell. */
type Cells = Map<string, Sum>;

interface Cell {
  readonly period: string;
  readonly package_name: string;
  readonly payment_status: PaymentStatus;
  readonly order_status: OrderStatus;
}

/** Name of a cell of `order_sums`; the period "" is all time. */
function cellName(cell: Cell): string {
  const { period, package_name, payment_status, order_status } = cell;
  const when = period === "" ? "ever" : `in ${period}`;
  return `${package_name} orders ${when} that are ${payment_status} and ${order_status}`;
}

interface CountedOrder extends Omit<Cell, "period"> {
  readonly price_cents: number;
  readonly placed_day: string | null;
}

/** Adds an order to its cells: all time, and the month and day once it is dated. */
function countOrder(cells: Cells, order: CountedOrder): void {
  const { placed_day: day, price_cents } = order;
  for (const period of day === null ? [""] : ["", day.slice(0, 7), day]) {
    const name = cellName({ ...order, period });
    const { orders, cents } = cells.get(name) ?? nothing;
    cells.set(name, { orders: orders + 1, cents: cents + price_cents });
  }
}

const nothing: Sum = { orders: 0, cents: 0 };

/** The difference as a sentence; null if equal. A missing cell counts as empty. */
function differenceOf(name: string, kept = nothing, counted = nothing): string | null {
  if (kept.orders === counted.orders && kept.cents === counted.cents) return null;
  return `The kept sum of ${name} is ${describeSum(kept)}, and a recount gives ${describeSum(counted)}.`;
}

function describeSum({ orders, cents }: Sum): string {
  return `${amountFromCents(cents)} USD of ${orders} ${orders === 1 ? "order" : "orders"}`;
}

/** Refunded and net money of some orders. */
interface Money {
  readonly refunded_cents: number;
  readonly net_cents: number;
}

const noMoney: Money = { refunded_cents: 0, net_cents: 0 };

function moneyOf(events: readonly LedgerEvent[]): Money {
  return events.reduce(
    (sum, { kind, amountCents }) => ({
      refunded_cents: sum.refunded_cents - (kind === "payment" ? 0 : amountCents),
      net_cents: sum.net_cents + amountCents,
    }),
    noMoney,
  );
}

/** The difference from the ledger as a sentence; null if equal. */
function moneyDifference(name: string, kept = noMoney, counted = noMoney): string | null {
  const isSame =
    kept.refunded_cents === counted.refunded_cents && kept.net_cents === counted.net_cents;
  if (isSame) return null;
  return `The kept money of ${name} is ${describeMoney(kept)}, and the ledger gives ${describeMoney(counted)}.`;
}

function describeMoney({ refunded_cents, net_cents }: Money): string {
  return `${amountFromCents(refunded_cents)} USD refunded and ${amountFromCents(net_cents)} USD net`;
}

/** Money by the periods of `money_sums`; "" is all time. */
class MoneyByPeriod {
  readonly #sums = new Map<string, Money>();

  /** Adds the money of an order: all time, and the month and day once it is dated. */
  add(day: string | null, money: Money): void {
    for (const period of day === null ? [""] : ["", day.slice(0, 7), day]) {
      const sum = this.#sums.get(period) ?? noMoney;
      this.#sums.set(period, {
        refunded_cents: sum.refunded_cents + money.refunded_cents,
        net_cents: sum.net_cents + money.net_cents,
      });
    }
  }

  /** Compares `money_sums` with the added money. */
  async check(queries: Queries, note: (difference: string) => void): Promise<void> {
    const rows = await queries.selectFrom("money_sums").selectAll().execute();
    const kept = new Map(rows.map((row) => [row.period, row]));
    for (const period of new Set([...kept.keys(), ...this.#sums.keys()])) {
      const name = period === "" ? "all orders" : `the orders in ${period}`;
      const difference = moneyDifference(name, kept.get(period), this.#sums.get(period));
      if (difference !== null) note(difference);
    }
  }
}

/** Compares `account_money_sums` with the sums of each account's orders. */
export async function checkAccountMoney(
  queries: Queries,
  note: (difference: string) => void,
): Promise<void> {
  const chunks = rowChunks(
    { after: "" },
    (row: { account_id: string }) => row.account_id,
    (after, size) =>
      queries
        .selectFrom("account_sums")
        .leftJoin("account_money_sums as kept", "kept.account_id", "account_sums.account_id")
        .select("account_sums.account_id")
        .select(["kept.refunded_cents", "kept.net_cents"])
        .distinct()
        .where("account_sums.account_id", ">", after)
        .orderBy("account_sums.account_id")
        .limit(size)
        .execute(),
  );
  for await (const accounts of chunks) {
    const ids = accounts.map(({ account_id }) => account_id);
    const counted = await moneyOfAccounts(queries, ids);
    for (const { account_id, refunded_cents, net_cents } of accounts) {
      const kept = { refunded_cents: refunded_cents ?? 0, net_cents: net_cents ?? 0 };
      const difference = moneyDifference(`account ${account_id}`, kept, counted.get(account_id));
      if (difference !== null) note(difference);
    }
  }
}

async function moneyOfAccounts(
  queries: Queries,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Money>> {
  const sum = (column: "refunded_cents" | "net_cents") =>
    queries.fn.sum<number | string>(column).as(column);
  const rows = await queries
    .selectFrom("orders")
    .select(["account_id", sum("refunded_cents"), sum("net_cents")])
    .where("account_id", "in", ids)
    .groupBy("account_id")
    .execute();
  return new Map(
    rows.map((row) => [
      row.account_id,
      { refunded_cents: Number(row.refunded_cents), net_cents: Number(row.net_cents) },
    ]),
  );
}

interface CheckedOrders {
  readonly orders: number;
  readonly salesCents: number;
  /** The expected `order_sums`. */
  readonly cells: Cells;
  /** The expected `money_sums`. */
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

/** Compares each order with its ledger, and order numbers with the counter. */
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
    yield `Order ${number} is kept as ${kept}, and its ledger (${describeEvents(events)}) makes it ${derived}.`;
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

function describeEvents(events: readonly LedgerEvent[]): string {
  if (events.length === 0) return "which is empty";
  return events
    .map(({ kind, amountCents }) => `${kind} ${amountFromCents(amountCents)}`)
    .join(", ");
}

function gap(from: number, to: number): string {
  return from === to ? `There is no order ${from}.` : `There are no orders ${from} to ${to}.`;
}

/** Compares `order_sums` with a recount of all orders. */
export async function checkOrderSums(
  queries: Queries,
  counted: Cells,
  note: (difference: string) => void,
): Promise<void> {
  const rows = await queries.selectFrom("order_sums").selectAll().execute();
  noteDifferences(new Map(rows.map((row) => [cellName(row), row])), counted, note);
}

/** Compares `account_sums` with a recount, in chunks of some hundred accounts. */
export async function checkAccountSums(
  queries: Queries,
  note: (difference: string) => void,
): Promise<void> {
  let last = "";
  for await (const accounts of accountChunks(queries)) {
    const until = accounts.at(-1)?.account_id ?? last;
    const kept = await sumsOfAccounts(queries, last, until);
    noteDifferences(kept, await countAccounts(queries, last, until), note);
    last = until;
  }
  noteDifferences(await sumsOfAccounts(queries, last, null), new Map(), note);
}

function noteDifferences(
  kept: ReadonlyMap<string, Sum>,
  counted: ReadonlyMap<string, Sum>,
  note: (difference: string) => void,
): void {
  for (const name of new Set([...kept.keys(), ...counted.keys()])) {
    const difference = differenceOf(name, kept.get(name), counted.get(name));
    if (difference !== null) note(difference);
  }
}

/** Accounts with orders. */
function accountChunks(queries: Queries) {
  return rowChunks(
    { after: "" },
    (row: { account_id: string }) => row.account_id,
    (after, size) =>
      queries
        .selectFrom("orders")
        .select("account_id")
        .distinct()
        .where("account_id", ">", after)
        .orderBy("account_id")
        .limit(size)
        .execute(),
  );
}

async function sumsOfAccounts(
  queries: Queries,
  after: string,
  until: string | null,
): Promise<ReadonlyMap<string, Sum>> {
  const rows = await queries
    .selectFrom("account_sums")
    .selectAll()
    .where("account_id", ">", after)
    .$if(until !== null, (query) => query.where("account_id", "<=", until as string))
    .execute();
  return new Map(rows.map((row) => [accountCell(row), row]));
}

async function countAccounts(
  queries: Queries,
  after: string,
  until: string,
): Promise<ReadonlyMap<string, Sum>> {
  const rows = await queries
    .selectFrom("orders")
    .select(["account_id", "payment_status"])
    .select((select) => select.fn.countAll<number>().as("orders"))
    .select((select) => select.cast<number>(select.fn.sum("price_cents"), "bigint").as("cents"))
    .where("account_id", ">", after)
    .where("account_id", "<=", until)
    .groupBy(["account_id", "payment_status"])
    .execute();
  return new Map(rows.map((row) => [accountCell(row), row]));
}

function accountCell(row: { account_id: string; payment_status: string }): string {
  return `the ${row.payment_status} orders of account ${row.account_id}`;
}
