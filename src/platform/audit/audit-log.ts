import { type Selectable, sql } from "kysely";
import { appendOnlyTriggers, replacementTriggers } from "../database/append-only.ts";
import { engineOf, type WriteTransaction } from "../database/database.ts";
import type { Migrations } from "../database/migrations.ts";
import type { JsonValue } from "../errors.ts";
import { newId } from "../ids.ts";

const longestWord = 80;

/** Stands in front of a subject, so that no text that people type can mean one. */
export const subjectWord = (subject: string) => `=${subject}`;

/** What an entry is found by: each word of its action, label and author once, and its subject. */
function wordsOfEntry(
  { action, label, subject }: Pick<AuditEntry, "action" | "label" | "subject">,
  author: string,
): readonly string[] {
  return [...new Set([subjectWord(subject), ...wordsIn(`${action} ${label} ${author}`)])];
}

/** What was typed into the search; an address is one word, so that it means this person. */
export function wordsOfSearch(text: string): readonly string[] {
  return [...new Set(parts(text).flatMap((part) => (part.includes("@") ? [part] : pieces(part))))];
}

/** Whole parts too, such as addresses, beside what they are made of. */
function wordsIn(text: string): readonly string[] {
  return parts(text).flatMap((part) =>
    part.includes("@") ? [part, ...pieces(part)] : pieces(part),
  );
}

function parts(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/\s+/)
    .map((part) => part.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "").slice(0, longestWord))
    .filter((part) => part !== "");
}

function pieces(part: string): readonly string[] {
  return part.split(/[^\p{L}\p{N}]+/u).filter((piece) => piece !== "");
}

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

/** What entries are found by; see `audit-log.ts`. */
interface AuditWordsTable {
  word: string;
  entry_id: string;
}

export type AuditRow = Selectable<AuditLogTable>;

declare module "../database/tables.ts" {
  interface Tables {
    audit_log: AuditLogTable;
    audit_words: AuditWordsTable;
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
  "0006-audit-search": {
    async up(db) {
      await db.schema
        .createIndex("audit_log_by_time")
        .on("audit_log")
        .columns(["at", "id"])
        .execute();
      // Words that begin alike stand side by side only when they are compared byte by byte.
      const word = engineOf(db) === "postgres" ? sql`text collate "C"` : sql`text`;
      await db.schema
        .createTable("audit_words")
        .addColumn("word", word, (column) => column.notNull())
        .addColumn("entry_id", "text", (column) => column.notNull().references("audit_log.id"))
        .addPrimaryKeyConstraint("audit_words_of_entry", ["word", "entry_id"])
        .execute();
      const triggers = [
        ...appendOnlyTriggers(db, "audit_words"),
        ...replacementTriggers(db, "audit_log", ["id"]),
        ...replacementTriggers(db, "audit_words", ["word", "entry_id"]),
      ];
      for (const trigger of triggers) await trigger.execute(db);
    },
  },
};

export async function addAuditEntry(
  tx: WriteTransaction,
  author: { readonly accountId: string; readonly email: string },
  { before, after, subjectId, ...entry }: AuditEntry,
): Promise<void> {
  const id = newId();
  await tx
    .insertInto("audit_log")
    .values({
      ...entry,
      id,
      account_id: author.accountId,
      author: author.email,
      subject_id: subjectId,
      before_json: JSON.stringify(before),
      after_json: JSON.stringify(after),
    })
    .execute();
  const words = wordsOfEntry(entry, author.email).map((word) => ({ word, entry_id: id }));
  await tx.insertInto("audit_words").values(words).execute();
}
