import type { Selectable } from "kysely";
import type { Queries, WriteTransaction } from "../platform/database/database.ts";
import {
  type AcceptanceEventKind,
  type AcceptanceState,
  acceptanceStateOf,
} from "./delivery-stage.ts";

/** Append-only. The stage of an order is derived from its events. */
interface OrderAcceptanceEventsTable {
  id: string;
  order_id: string;
  kind: AcceptanceEventKind;
  /** Number of the delivery. */
  number: number;
  /**
   * "delivery" and "answer" exist once for each delivery by a unique constraint; null for other
   * events, which may repeat.
   */
  once: "delivery" | "answer" | null;
  /** How a delivery was accepted; null for other events. */
  way: "by-hand" | "by-time" | null;
  /** The changes that the customer asked for, or what is wrong; null for other events. */
  text: string | null;
  /** JSON list of the positions of the points that the changes concern; null for other events. */
  positions: string | null;
  /** Change of the order status that belongs to the event. */
  order_event_id: string | null;
  author: string;
  /**
   * The customer's person who answered or reopened; null for other events and for events from
   * before this was stored. After a deletion of the account, the id leads to no person.
   */
  account_id: string | null;
  at: number;
}

export type AcceptanceEventRow = Selectable<OrderAcceptanceEventsTable>;

declare module "../platform/database/tables.ts" {
  interface Tables {
    order_review_events: OrderAcceptanceEventsTable;
  }
}

/** Oldest first. */
export async function acceptanceEventsOf(
  queries: Queries,
  orderId: string,
): Promise<readonly AcceptanceEventRow[]> {
  return queries
    .selectFrom("order_review_events")
    .selectAll()
    .where("order_id", "=", orderId)
    .orderBy("id")
    .execute();
}

/** Requires a locked order, so that the state cannot change before the transaction ends. */
export async function acceptanceState(
  tx: WriteTransaction,
  orderId: string,
): Promise<AcceptanceState> {
  return acceptanceStateOf(await acceptanceEventsOf(tx, orderId));
}
