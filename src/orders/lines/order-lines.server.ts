import type { Queries, WriteTransaction } from "#platform/database/database.ts";
import { preparedRows } from "#platform/database/prepared-query.ts";
import type { Order } from "../order.ts";
import { centsOf, isPlanAlone, type LineKind, type OrderLine, planLine } from "./order-lines.ts";

/** Append-only. An order that consists of its plan at its price has no rows. */
interface OrderLinesTable {
  order_id: string;
  /** Counts from 1. */
  position: number;
  kind: LineKind;
  label: string;
  quantity: number;
  unit_cents: number;
  /** 1 for a part of later cycles. */
  repeats: number;
  /** The number of first cycles that have the line; null for each cycle, and without later ones. */
  cycles: number | null;
  add_on_id: string | null;
  coupon_id: string | null;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    order_lines: OrderLinesTable;
  }
}

type Lined = Pick<Order, "id" | "packageName" | "priceCents" | "charged">;

/** Stores the lines of an order that was placed in this transaction. */
export async function storeOrderLines(
  tx: WriteTransaction,
  order: Lined,
  lines: readonly OrderLine[],
): Promise<void> {
  const sum = lines.reduce((cents, line) => cents + centsOf(line), 0);
  if (sum !== order.priceCents) {
    throw new Error(`The lines of the order ${order.id} do not add up to its price.`);
  }
  if (isPlanAlone(lines, order)) return;
  await insertLines(
    tx,
    lines.map((line, index) => ({
      ...line,
      orderId: order.id,
      position: index + 1,
      mark: line.repeats ? 1 : 0,
    })),
  );
}

interface StoredLine extends OrderLine {
  readonly orderId: string;
  readonly position: number;
  /** Value of `repeats` in the table. */
  readonly mark: number;
}

const insertLines = preparedRows((queries, rows: readonly StoredLine[]) =>
  queries
    .insertInto("order_lines")
    .values(
      rows.map((row) => ({
        order_id: row.orderId,
        position: row.position,
        kind: row.kind,
        label: row.label,
        quantity: row.quantity,
        unit_cents: row.unitCents,
        repeats: row.mark,
        cycles: row.cycles ?? null,
        add_on_id: row.addOnId,
        coupon_id: row.couponId,
      })),
    )
    .compile(),
);

/** The lines of each order by its id, in one query. Checks no rights. */
export async function linesOf(
  queries: Queries,
  orders: readonly Lined[],
): Promise<ReadonlyMap<string, readonly OrderLine[]>> {
  const stored = await storedLines(
    queries,
    orders.map(({ id }) => id),
  );
  return new Map(orders.map((order) => [order.id, stored.get(order.id) ?? [planLine(order)]]));
}

/** The lines of one order. Checks no rights. */
export async function linesOfOrder(queries: Queries, order: Lined): Promise<readonly OrderLine[]> {
  return (await linesOf(queries, [order])).get(order.id) ?? [];
}

/** The rows alone, for a check of them. */
export async function storedLines(
  queries: Queries,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, readonly OrderLine[]>> {
  if (orderIds.length === 0) return new Map();
  const rows = await queries
    .selectFrom("order_lines")
    .selectAll()
    .where("order_id", "in", orderIds)
    .orderBy("order_id")
    .orderBy("position")
    .execute();
  const lines = new Map<string, OrderLine[]>();
  for (const row of rows) {
    const line = {
      kind: row.kind,
      label: row.label,
      quantity: row.quantity,
      unitCents: row.unit_cents,
      repeats: row.repeats === 1,
      ...(row.cycles !== null && { cycles: row.cycles }),
      addOnId: row.add_on_id,
      couponId: row.coupon_id,
    };
    lines.set(row.order_id, [...(lines.get(row.order_id) ?? []), line]);
  }
  return lines;
}
