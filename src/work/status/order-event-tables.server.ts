import type { Selectable } from "kysely";
import type { OrderStatus } from "#orders/order.ts";

/** Append-only. Holds status changes and notes, which no other table records. */
interface OrderEventsTable {
  id: string;
  order_id: string;
  kind: "status" | "note";
  /** New status; null for a note. */
  order_status: OrderStatus | null;
  /** Null for a status change. A line break in the note is \n. */
  note: string | null;
  author: string;
  at: number;
}

export type OrderEventRow = Selectable<OrderEventsTable>;

declare module "../../platform/database/tables.ts" {
  interface Tables {
    order_events: OrderEventsTable;
  }
}
