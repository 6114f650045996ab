import type { Generated, Selectable } from "kysely";

/** The people of the customer's company, or the team. */
export type Side = "customer" | "team";

/**
 * Only the removal of demonstration orders deletes rows. The author can change the text of a
 * message for 15 minutes.
 */
interface OrderMessagesTable {
  id: string;
  order_id: string;
  /** Position in the conversation of the order, from 1 without gaps. */
  number: number;
  side: Side;
  account_id: string;
  /**
   * Email address of the person of the team; "customer" for customers, whose name the order has.
   */
  author: string;
  /** A line break is \n. */
  text: string;
  /** Idempotency key of the form that sent the message. */
  form_key: string;
  created_at: number;
  edited_at: number | null;
}

/**
 * State of the conversation of an order. An order has no row before its first message or its first
 * email about the room.
 */
interface OrderRoomsTable {
  order_id: string;
  last_number: number;
  /** Number of the last message that each side has read. */
  customer_read: Generated<number>;
  team_read: Generated<number>;
  /** Number of the last message that was distributed to the people of each side. */
  customer_emailed: Generated<number>;
  team_emailed: Generated<number>;
  /** Time of the last news to each side, for the pause before the next email. */
  customer_emailed_at: number | null;
  team_emailed_at: number | null;
  /** Time of the first message of the customer that the team has not answered; null without one. */
  waiting_since: number | null;
}

export type OrderMessageRow = Selectable<OrderMessagesTable>;
export type OrderRoomRow = Selectable<OrderRoomsTable>;

declare module "../platform/database/tables.ts" {
  interface Tables {
    order_messages: OrderMessagesTable;
    order_rooms: OrderRoomsTable;
  }
}
