/**
 * Changes of the order status that were undone before the customer was told. Only the rows that
 * such a change added can be deleted from the append-only tables of orders; the audit log keeps the
 * change and its undo.
 */
interface UndoneOrderChangesTable {
  /** Id of the deleted order event. */
  order_event_id: string;
  order_id: string;
  /** Number of the undone delivery; null for the undo of a change to Pending. */
  delivery_number: number | null;
  at: number;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    undone_order_changes: UndoneOrderChangesTable;
  }
}
