import type { Selectable } from "kysely";

interface CustomerNotesTable {
  id: string;
  account_id: string;
  /** Line ends are "\n". */
  note: string;
  author: string;
  created_at: number;
  changed_by: string | null;
  changed_at: number | null;
  /**
   * Time when the note went to the trash, from which it can be restored for 30 days; null
   * otherwise.
   */
  removed_at: number | null;
}

export type CustomerNoteRow = Selectable<CustomerNotesTable>;

declare module "../../../platform/database/tables.ts" {
  interface Tables {
    customer_notes: CustomerNotesTable;
  }
}
