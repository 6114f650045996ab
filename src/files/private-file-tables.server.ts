import { type Generated, type Kysely, sql } from "kysely";
import { engineOf } from "../platform/database/database.ts";

/** Size in bytes of every part of a file except the last. */
export const partBytes = 1_000_000;

/** Where the bytes of a file are: in `private_file_parts`, or in objects of a bucket. */
export type FilePlace = "database" | "bucket";

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
  place: Generated<FilePlace>;
}

interface PrivateFilePartsTable {
  file_id: string;
  /** Counts from 0. */
  position: number;
  bytes: Uint8Array;
}

/**
 * Objects of the bucket, each with a part of a file. The row is written before the object and
 * deleted after it, so that every object in the bucket has a row.
 */
interface PrivateFileObjectsTable {
  key: string;
  /** Null for an object that waits for its deletion. */
  file_id: string | null;
  position: number;
  /** Time before which the object is not deleted, because its upload may still run. */
  delete_after: number;
}

/**
 * Files that are being moved. Such a file may also have bytes in the place that
 * `private_files.place` does not name; readers ignore those bytes.
 */
interface PrivateFileMovesTable {
  file_id: string;
  /** Identifies the move. `endAbandonedMove` replaces the token, which ends the move. */
  token: string;
  began_at: number;
}

declare module "../platform/database/tables.ts" {
  interface Tables {
    private_files: PrivateFilesTable;
    private_file_parts: PrivateFilePartsTable;
    private_file_objects: PrivateFileObjectsTable;
    private_file_moves: PrivateFileMovesTable;
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
    // The hash is "" until the last byte has arrived, so a stored file is complete.
    .addCheckConstraint(
      "private_files_are_whole",
      sql`state <> 'stored' or (content_hash <> '' and byte_count > 0)`,
    )
    .execute();
  await sql`create index private_files_to_delete on private_files (state, started_at)
        where state <> 'stored'`.execute(db);
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
