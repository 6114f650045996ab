import type { Selectable } from "kysely";
import { appendOnlyTriggers } from "./append-only.ts";
import type { WriteTransaction } from "./database.ts";
import type { JsonValue } from "./errors.ts";
import { newId } from "./ids.ts";
import type { Migrations } from "./migrations.ts";

/** What an admin did: to what, and what it said before and afterwards. */
export interface AuditEntry {
  /** A verb and its object in words, such as "Update order status". */
  readonly action: string;
  /** The kind of thing that was written, such as "order" or "message". */
  readonly subject: string;
  readonly subjectId: string;
  /** What people call it, such as "Order 1042". */
  readonly label: string;
  /** Null for what was not there before. */
  readonly before: JsonValue;
  /** Null for what is gone afterwards. */
  readonly after: JsonValue;
  readonly at: number;
}

interface AuditLogTable {
  id: string;
  account_id: string;
  author: string;
  action: string;
  subject: string;
  subject_id: string;
  label: string;
  before_json: string;
  after_json: string;
  at: number;
}

export type AuditRow = Selectable<AuditLogTable>;

declare module "./tables.ts" {
  interface Tables {
    audit_log: AuditLogTable;
  }
}

export const auditMigrations: Migrations = {
  "0005-audit-log": {
    async up(db) {
      await db.schema
        .createTable("audit_log")
        .addColumn("id", "text", (column) => column.primaryKey().notNull())
        .addColumn("account_id", "text", (column) => column.notNull())
        .addColumn("author", "text", (column) => column.notNull())
        .addColumn("action", "text", (column) => column.notNull())
        .addColumn("subject", "text", (column) => column.notNull())
        .addColumn("subject_id", "text", (column) => column.notNull())
        .addColumn("label", "text", (column) => column.notNull())
        .addColumn("before_json", "text", (column) => column.notNull())
        .addColumn("after_json", "text", (column) => column.notNull())
        .addColumn("at", "bigint", (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex("audit_log_of_subject")
        .on("audit_log")
        .columns(["subject", "subject_id", "id"])
        .execute();
      for (const trigger of appendOnlyTriggers(db, "audit_log")) await trigger.execute(db);
    },
  },
};

export async function addAuditEntry(
  tx: WriteTransaction,
  author: { readonly accountId: string; readonly email: string },
  { before, after, subjectId, ...entry }: AuditEntry,
): Promise<void> {
  await tx
    .insertInto("audit_log")
    .values({
      ...entry,
      id: newId(),
      account_id: author.accountId,
      author: author.email,
      subject_id: subjectId,
      before_json: JSON.stringify(before),
      after_json: JSON.stringify(after),
    })
    .execute();
}
