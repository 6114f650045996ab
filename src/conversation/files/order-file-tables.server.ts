import type { Side } from "../order-message-tables.server.ts";

/** The visible files of orders. */
interface OrderFilesTable {
  file_id: string;
  order_id: string;
  /** The message with which the file was sent; null for other files. */
  message_id: string | null;
  /** The question of the brief that the file answers; null for other files. */
  question_id: string | null;
  side: Side;
  account_id: string;
  /**
   * Email address of the person of the team; "customer" for customers, whose name the order has.
   */
  author: string;
  created_at: number;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    order_files: OrderFilesTable;
  }
}
