import type { Selectable } from "kysely";
import type { WriteTransaction } from "../platform/database/database.ts";
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
