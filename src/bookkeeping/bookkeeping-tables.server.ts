import type { Generated } from "kysely";
import type { ExplanationKind } from "./statements/explanation.ts";
import type { RowState } from "./statements/row-state.ts";
import type { RowKind, StatementFormat } from "./statements/statement-row.ts";

/** The table has one row, which every change of the books locks. */
interface BooksTable {
  id: number;
  /** JSON of `Accounts`; null before somebody saved them. */
  accounts: string | null;
}

/** Closed months. At most one closing of a month is not reopened. */
interface MonthClosingsTable {
  id: string;
  /** Such as "2026-11". */
  month: string;
  /** First instant of the month, and of the month after it, in the time zone of the closing. */
  from_at: number;
  until_at: number;
  /** Entries with lower ids cannot have come after the closing. */
  late_after: string;
  closed_at: number;
  closed_by: string;
  /** JSON of a `MonthSnapshot`. */
  snapshot: string;
  /** SHA-256 of `snapshot`. */
  hash: string;
  reopened_at: number | null;
  reopened_by: string | null;
  reopening_reason: string | null;
}

/** Ledger entries that count in a closed month. */
interface MonthEntriesTable {
  closing_id: string;
  entry_id: string;
}

interface StatementFilesTable {
  id: string;
  /** Name of a provider, which stands for all providers of its family. */
  family: string;
  format: StatementFormat;
  name: string;
  content_hash: string;
  /** Email address of the account; "" where the file does not name it. */
  account: string;
  row_count: number;
  /** Rows that an earlier file had already. */
  known_count: number;
  /** "reading" until all rows are stored; the same file then continues. */
  state: "reading" | "read";
  /** Times of the first and of the last row. */
  from_at: number;
  until_at: number;
  uploaded_at: number;
  author: string;
}

interface StatementRowsTable {
  id: string;
  file_id: string;
  family: string;
  /** Identifies the row among all files of the family. */
  row_key: string;
  line: number;
  kind: RowKind;
  state: RowState;
  at: number;
  type: string;
  gross_cents: number;
  fee_cents: number;
  net_cents: number;
  currency: string;
  transaction_id: string;
  parent_id: string;
  order_reference: string;
  /** Name or description; "" for a row that the ledger knows. */
  about: string;
  fault: string;
  /** 1 for a row that somebody still has to explain. */
  is_open: number;
  entry_id: string | null;
  /** Closed month in which the row counts; null while it counts in an open month. */
  closing_id: Generated<string | null>;
}

/** Why a row or a ledger entry without a row is in order. */
interface BookExplanationsTable {
  id: string;
  row_id: string | null;
  entry_id: string | null;
  kind: ExplanationKind;
  reason: string;
  author: string;
  at: number;
}

declare module "../platform/database/tables.ts" {
  interface Tables {
    books: BooksTable;
    month_closings: MonthClosingsTable;
    month_entries: MonthEntriesTable;
    statement_files: StatementFilesTable;
    statement_rows: StatementRowsTable;
    book_explanations: BookExplanationsTable;
  }
}
