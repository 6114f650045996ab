import { type Kysely, type Selectable, sql } from "kysely";
import { engineOf } from "../platform/database/database.ts";

/** Bytes of every part of a file but the last. */
export const partBytes = 1_000_000;

interface PrivateFilesTable {
  id: string;
  name: string;
  /** Media type by content, such as "application/pdf". */
  type: string;
  byte_count: number;
  /** SHA-256 of the bytes; "" until the last byte has arrived. */
  content_hash: string;
  /**
   * "unfinished": being uploaded, or not used by anything yet. "stored": visible. "removed": waits
   * for the deletion of its parts.
   */
  state: "unfinished" | "stored" | "removed";
  /** Account of the person who uploads. */
  account_id: string;
  started_at: number;
}

interface PrivateFilePartsTable {
  file_id: string;
  /** Counts from 0. */
  position: number;
  bytes: Uint8Array;
}

export type PrivateFileRow = Selectable<PrivateFilesTable>;

declare module "../platform/database/tables.ts" {
  interface Tables {
    private_files: PrivateFilesTable;
    private_file_parts: PrivateFilePartsTable;
  }
}

/** Part of the migration that also creates the tables of the orders' files. */
export async function createPrivateFileTables<Schema>(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .createTable("private_files")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("type", "text", (column) => column.notNull())
    .addColumn("byte_count", "bigint", (column) => column.notNull())
    .addColumn("content_hash", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) =>
      column.notNull().check(sql`state in ('unfinished', 'stored', 'removed')`),
    )
    .addColumn("account_id", "text", (column) => column.notNull())
    .addColumn("started_at", "bigint", (column) => column.notNull())
    // A file without its last byte has no hash.
    .addCheckConstraint(
      "private_files_are_whole",
      sql`state <> 'stored' or (content_hash <> '' and byte_count > 0)`,
    )
    .execute();
  await sql`create index private_files_to_delete on private_files (state, started_at)
        where state <> 'stored'`.execute(db);
  // The Status screen sums the sizes from this index alone.
  await db.schema
    .createIndex("private_files_by_size")
    .on("private_files")
    .column("byte_count")
    .execute();
  await db.schema
    .createTable("private_file_parts")
    .addColumn("file_id", "text", (column) => column.notNull().references("private_files.id"))
    .addColumn("position", "bigint", (column) => column.notNull())
    .addColumn("bytes", engineOf(db) === "postgres" ? "bytea" : "blob", (column) =>
      column.notNull(),
    )
    .addPrimaryKeyConstraint("private_file_parts_of_file", ["file_id", "position"])
    .addCheckConstraint(
      "private_file_parts_are_small",
      sql`length(bytes) between 1 and ${sql.lit(partBytes)}`,
    )
    .execute();
}
