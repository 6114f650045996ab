import type { Services } from "../../../compose.ts";
import type { Order } from "../../../orders/order.ts";
import { type PaymentMark, paymentMarks } from "../../../orders/paying/payment-progress.ts";
import type { DateReader } from "../../../platform/time/dates.ts";
import type { Actor } from "../../../policy/actor.ts";
import { type OrderRow, orderRow } from "./order-row.server.ts";

/** An order in a list. */
export interface MarkedOrderRow extends OrderRow {
  readonly paymentMark: PaymentMark | null;
}

export async function markedRows(
  services: Services,
  actor: Actor,
  orders: readonly Order[],
  whose: "own" | "every",
  reader: DateReader,
): Promise<MarkedOrderRow[]> {
  const marks = await paymentMarks(services, actor, orders, whose);
  return orders.map((order) => ({
    ...orderRow(order, reader),
    paymentMark: marks.get(order.id) ?? null,
  }));
}
