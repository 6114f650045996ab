import type { Selectable } from "kysely";
import type { Side } from "../order-message-tables.server.ts";

interface OrderPasswordsTable {
  id: string;
  order_id: string;
  label: string;
  user_name: string;
  address: string;
  /** Encrypted for this order and this row. */
  password: string;
  /**
   * Id of the key that encrypted the password. Another SECRET, as after a restore, is another key.
   */
  key_id: string;
  added_by: Side;
  account_id: string;
  /** Idempotency key of the form that added the password. */
  form_key: string;
  /**
   * The question of the brief that the password answers; null for other passwords. A question has
   * at most one password.
   */
  question_id: string | null;
  /** Raised with each replacement, for the optimistic lock. */
  version: number;
  added_at: number;
  changed_at: number;
}

/** Each time that a member of the team has seen a password. */
interface OrderPasswordShowingsTable {
  id: string;
  password_id: string;
  account_id: string;
  /** Email address of the person who saw the password. */
  author: string;
  at: number;
}

export type OrderPasswordRow = Selectable<OrderPasswordsTable>;

declare module "../../platform/database/tables.ts" {
  interface Tables {
    order_passwords: OrderPasswordsTable;
    order_password_showings: OrderPasswordShowingsTable;
  }
}
