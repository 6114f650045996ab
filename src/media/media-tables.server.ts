import { engineOf } from "../platform/database/database.ts";
import type { Migrations } from "../platform/database/migrations.ts";
import { siteVersionTriggers } from "../platform/database/site-version.ts";
import type { PictureFormat, PictureState } from "./picture-file.ts";

interface MediaFilesTable {
  id: string;
  name: string;
  alt: string;
  width: number;
  height: number;
  focal_x: number;
  focal_y: number;
  dominant_colour: string;
  uploaded_bytes: number;
  /** SHA-256 of the uploaded file. */
  content_hash: string;
  version: string;
  state: PictureState;
  /** Number of encoded sizes, which are the first sizes of `variantsOf(width)`. */
  variants_done: number;
  /** Attempts at the next size, including attempts during which the process died. */
  attempts: number;
  /**
   * No process claims the picture before this time: the end of a lease, or of the pause after a
   * failure.
   */
  claimed_until: number;
  uploaded_by: string;
  uploaded_at: number;
  replaced_at: number | null;
  /** Set while the picture is in the trash. */
  deleted_at: number | null;
}

interface MediaVariantsTable {
  picture_id: string;
  version: string;
  width: number;
  /**
   * "source" is the picture from which the sizes are encoded; it is deleted after the last size.
   */
  format: PictureFormat | "source";
  byte_count: number;
  bytes: Uint8Array;
}

/** Files that a newer file has replaced. `media_variants` still holds the sizes of these files. */
interface MediaFormerFilesTable {
  picture_id: string;
  name: string;
  width: number;
  height: number;
  dominant_colour: string;
  /** Nothing reads this column. New rows hold "". `media_files` has the same unused column. */
  impression: string;
  uploaded_bytes: number;
  content_hash: string;
  version: string;
  state: PictureState;
  variants_done: number;
  replaced_at: number;
}

/** Sizes that an unfinished import has received. No other code reads these rows. */
interface MediaStagedTable {
  import_id: string;
  picture_id: string;
  width: number;
  format: MediaVariantsTable["format"];
  bytes: Uint8Array;
  staged_at: number;
}

declare module "../platform/database/tables.ts" {
  interface Tables {
    media_files: MediaFilesTable;
    media_variants: MediaVariantsTable;
    media_staged: MediaStagedTable;
    media_former_files: MediaFormerFilesTable;
  }
}

export const mediaMigrations: Migrations = {
  "0055-media": {
    async up(db) {
      await db.schema
        .createTable("media_files")
        .addColumn("id", "text", (column) => column.primaryKey())
        .addColumn("name", "text", (column) => column.notNull())
        .addColumn("alt", "text", (column) => column.notNull())
        .addColumn("width", "integer", (column) => column.notNull())
        .addColumn("height", "integer", (column) => column.notNull())
        .addColumn("focal_x", "double precision", (column) => column.notNull())
        .addColumn("focal_y", "double precision", (column) => column.notNull())
        .addColumn("dominant_colour", "text", (column) => column.notNull())
        .addColumn("uploaded_bytes", "integer", (column) => column.notNull())
        .addColumn("content_hash", "text", (column) => column.notNull())
        .addColumn("version", "text", (column) => column.notNull())
        .addColumn("state", "text", (column) => column.notNull())
        .addColumn("variants_done", "integer", (column) => column.notNull())
        .addColumn("attempts", "integer", (column) => column.notNull())
        .addColumn("claimed_until", "bigint", (column) => column.notNull())
        .addColumn("uploaded_by", "text", (column) => column.notNull())
        .addColumn("uploaded_at", "bigint", (column) => column.notNull())
        .addColumn("replaced_at", "bigint")
        .addColumn("deleted_at", "bigint")
        .execute();
      await db.schema
        .createIndex("media_files_by_state")
        .on("media_files")
        .columns(["state", "claimed_until"])
        .execute();
      const bytes = engineOf(db) === "postgres" ? "bytea" : "blob";
      await db.schema
        .createTable("media_variants")
        .addColumn("picture_id", "text", (column) =>
          column.notNull().references("media_files.id").onDelete("cascade"),
        )
        .addColumn("version", "text", (column) => column.notNull())
        .addColumn("width", "integer", (column) => column.notNull())
        .addColumn("format", "text", (column) => column.notNull())
        .addColumn("byte_count", "integer", (column) => column.notNull())
        .addColumn("bytes", bytes, (column) => column.notNull())
        .addPrimaryKeyConstraint("media_variants_of_picture", [
          "picture_id",
          "version",
          "width",
          "format",
        ])
        .execute();
    },
  },
  "0057-media-staged": {
    async up(db) {
      await db.schema
        .createTable("media_staged")
        .addColumn("import_id", "text", (column) => column.notNull())
        .addColumn("picture_id", "text", (column) => column.notNull())
        .addColumn("width", "integer", (column) => column.notNull())
        .addColumn("format", "text", (column) => column.notNull())
        .addColumn("bytes", engineOf(db) === "postgres" ? "bytea" : "blob", (column) =>
          column.notNull(),
        )
        .addColumn("staged_at", "bigint", (column) => column.notNull())
        .addPrimaryKeyConstraint("media_staged_of_import", [
          "import_id",
          "picture_id",
          "width",
          "format",
        ])
        .execute();
      await db.schema
        .createIndex("media_staged_by_time")
        .on("media_staged")
        .column("staged_at")
        .execute();
    },
  },
  "0058-pictures-on-site": {
    async up(db) {
      // The columns of `PictureFacts`; other columns, such as the progress of encoding, change no
      // page.
      const shown = ["alt", "width", "height", "focal_x", "focal_y", "version", "state"];
      for (const trigger of siteVersionTriggers(db, "media_files", [...shown, "deleted_at"])) {
        await trigger.execute(db);
      }
    },
  },
  "0145-picture-impressions": {
    async up(db) {
      // The column once stored colours that pages showed while a picture loaded. Nothing reads the
      // column now.
      await db.schema
        .alterTable("media_files")
        .addColumn("impression", "text", (column) => column.notNull().defaultTo(""))
        .execute();
    },
  },
  "0147-former-files": {
    async up(db) {
      await db.schema
        .createTable("media_former_files")
        .addColumn("picture_id", "text", (column) =>
          column.notNull().references("media_files.id").onDelete("cascade"),
        )
        .addColumn("name", "text", (column) => column.notNull())
        .addColumn("width", "integer", (column) => column.notNull())
        .addColumn("height", "integer", (column) => column.notNull())
        .addColumn("dominant_colour", "text", (column) => column.notNull())
        .addColumn("impression", "text", (column) => column.notNull())
        .addColumn("uploaded_bytes", "integer", (column) => column.notNull())
        .addColumn("content_hash", "text", (column) => column.notNull())
        .addColumn("version", "text", (column) => column.notNull())
        .addColumn("state", "text", (column) => column.notNull())
        .addColumn("variants_done", "integer", (column) => column.notNull())
        .addColumn("replaced_at", "bigint", (column) => column.notNull())
        .addPrimaryKeyConstraint("media_former_files_of_picture", ["picture_id", "version"])
        .execute();
    },
  },
};
