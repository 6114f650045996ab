import { type Selectable, sql } from "kysely";
import { appendOnlyTriggers, replacementTriggers } from "../platform/database/append-only.ts";
import { engineOf, type WriteTransaction } from "../platform/database/database.ts";
import type { Migrations } from "../platform/database/migrations.ts";
import { rowChunks, rowId } from "../platform/database/row-chunks.ts";
import type { JsonValue } from "../platform/errors.ts";
import { newId } from "../platform/ids.ts";
import { betweenWords, foldedText } from "../platform/texts/folded-text.ts";
import { type Actor, isOnTeam } from "./actor.ts";

const maximumWordLength = 80;
/** A word with marks around it. */
const longestPart = 500;

/** Search word of a subject. The "=" keeps subjects apart from words that people type. */
export const subjectWord = (subject: string) => `=${subject}`;

function wordsOfEntry(
  { action, label, subject }: Pick<AuditEntry, "action" | "label" | "subject">,
  author: string,
): readonly string[] {
  return [...new Set([subjectWord(subject), ...wordsIn(`${action} ${label} ${author}`)])];
}

/**
 * Splits a search into words. An email address stays one word, so that a search for the address
 * finds only this person.
 */
export function wordsOfSearch(text: string): readonly string[] {
  return [...new Set(parts(text).flatMap((part) => (part.includes("@") ? [part] : pieces(part))))];
}

/** Splits a text into words; an email address counts as a whole and as its pieces. */
function wordsIn(text: string): readonly string[] {
  return parts(text).flatMap((part) =>
    part.includes("@") ? [part, ...pieces(part)] : pieces(part),
  );
}

function parts(text: string): readonly string[] {
  return foldedText(text)
    .split(/\s+/)
    .map((part) =>
      // Cut first, because looking for the end of a long part takes the square of its length.
      part
        .slice(0, longestPart)
        .replace(/^[^\p{L}\p{M}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu, "")
        .slice(0, maximumWordLength),
    )
    .filter((part) => part !== "");
}

function pieces(part: string): readonly string[] {
  return part.split(betweenWords).filter((piece) => piece !== "");
}

interface AuditEntry {
  /** Such as "Update order status". */
  readonly action: string;
  /** Such as "order" or "message". */
  readonly subject: string;
  readonly subjectId: string;
  /** Such as "Order 1042". */
  readonly label: string;
  /** Null when the action created the subject. */
  readonly before: JsonValue;
  /** Null when the action deleted the subject. */
  readonly after: JsonValue;
  readonly at: number;
}

interface AuditLogTable {
  id: string;
  account_id: string;
  author: string;
  /** Name of the API key of a request; "" for a session. */
  key_name: string;
  action: string;
  subject: string;
  subject_id: string;
  label: string;
  before_json: string;
  after_json: string;
  at: number;
}

/** Search index of the audit log: one row for each word of an entry. */
interface AuditWordsTable {
  word: string;
  entry_id: string;
}

export type AuditRow = Selectable<AuditLogTable>;

declare module "../platform/database/tables.ts" {
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
      // Words with a common prefix are adjacent only in byte order, which prefix searches need.
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

export const auditKeyMigrations: Migrations = {
  "0219-keys-in-audit-log": {
    async up(db) {
      await db.schema
        .alterTable("audit_log")
        .addColumn("key_name", "text", (column) => column.notNull().defaultTo(""))
        .execute();
    },
  },
  "0283-folded-words-of-audit-log": {
    /** Adds the folded words. The earlier words stay, because the table is append-only. */
    async up(db) {
      const chunks = rowChunks({ after: "" }, rowId, (last, size) =>
        db
          .selectFrom("audit_log")
          .select(["id", "action", "subject", "label", "author", "key_name"])
          .where("id", ">", last)
          .orderBy("id")
          .limit(size)
          .execute(),
      );
      for await (const rows of chunks) {
        for (const { id, author, key_name, ...entry } of rows) {
          // Folding changes no word of ASCII characters.
          if (!/[^ -~]/.test(`${entry.action} ${entry.label} ${author} ${key_name}`)) continue;
          const words = wordsOfEntry(entry, `${author} ${key_name}`);
          const stored = await db
            .selectFrom("audit_words")
            .select("word")
            .where("entry_id", "=", id)
            .where("word", "in", words)
            .execute();
          const missing = words.filter((word) => stored.every((row) => row.word !== word));
          if (missing.length === 0) continue;
          await db
            .insertInto("audit_words")
            .values(missing.map((word) => ({ word, entry_id: id })))
            .execute();
        }
      }
    },
  },
};

/**
 * Writes an action of the team to the audit log, in the transaction of the action. Does nothing for
 * customers and for the program itself.
 */
export async function audit(
  tx: WriteTransaction,
  actor: Actor,
  { before, after, subjectId, ...entry }: AuditEntry,
): Promise<void> {
  if (!isOnTeam(actor)) return;
  const id = newId();
  await tx
    .insertInto("audit_log")
    .values({
      ...entry,
      id,
      account_id: actor.accountId,
      author: actor.email,
      key_name: actor.key?.name ?? "",
      subject_id: subjectId,
      before_json: JSON.stringify(before),
      after_json: JSON.stringify(after),
    })
    .execute();
  const words = wordsOfEntry(entry, `${actor.email} ${actor.key?.name ?? ""}`).map((word) => ({
    word,
    entry_id: id,
  }));
  await tx.insertInto("audit_words").values(words).execute();
}
