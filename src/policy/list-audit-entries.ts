import type { Database, Queries } from "../platform/database/database.ts";
import type { JsonValue } from "../platform/errors.ts";
import { canBeId } from "../platform/ids.ts";
import { isoTime } from "../platform/time/dates.ts";
import type { Actor } from "./actor.ts";
import { type AuditRow, subjectWord, wordsOfSearch } from "./audit.ts";
import { type Direction, findEntries, type IdRange, termOf } from "./audit-search.ts";
import { requireRight } from "./rights.ts";

export interface LoggedWrite {
  readonly _id: string;
  readonly author: string;
  /** Name of the API key that was used; "" for a session. */
  readonly keyName: string;
  readonly action: string;
  readonly subject: string;
  readonly subjectId: string;
  readonly label: string;
  readonly before: JsonValue;
  readonly after: JsonValue;
  /** ISO 8601. */
  readonly at: string;
}

export interface AuditFilter {
  /** Prefixes of words of author, action or label, all of which must match. */
  readonly search?: string | undefined;
  readonly subject?: string | undefined;
  /** Half-open time interval in Unix milliseconds. */
  readonly from?: number | undefined;
  readonly until?: number | undefined;
}

interface AuditPageRequest extends AuditFilter {
  /** Id of an entry: the page has only entries that are older, or newer, than this entry. */
  readonly olderThan?: string | undefined;
  readonly newerThan?: string | undefined;
  readonly pageSize: number;
}

interface AuditPage {
  /** Newest first. */
  readonly entries: readonly LoggedWrite[];
  /** Cursors of the pages with older and with newer entries; null at an end of the log. */
  readonly olderThan: string | null;
  readonly newerThan: string | null;
  /** Search terms that were matched as whole words, because they are prefixes of too many words. */
  readonly wholeWords: readonly string[];
}

/**
 * A page of the audit log. Reads only the shown entries, however long the log is. Throws
 * "forbidden".
 */
export async function listAuditEntries(
  { database }: { readonly database: Database },
  actor: Actor,
  request: AuditPageRequest,
): Promise<AuditPage> {
  requireRight(actor, "read the audit log");
  const { read } = database;
  const { search = "", subject, pageSize } = request;
  const direction = directionOf(request);
  const typed = wordsOfSearch(search);
  const terms = await Promise.all(typed.map((word) => termOf(read, word)));
  const wholeWords = typed.filter((_word, index) => terms[index]?.isNarrowed);
  if (subject) terms.push({ words: [subjectWord(subject)], isNarrowed: false });
  const range = await idRange(read, request);
  if (range === null) return { entries: [], olderThan: null, newerThan: null, wholeWords };
  // One more row than fits shows whether there is a next page.
  const rows =
    terms.length === 0
      ? await readRange(read, range, direction, pageSize + 1)
      : await readEntries(read, await findEntries(read, terms, range, direction, pageSize + 1));
  return { ...pageIn(rows, direction, pageSize), wholeWords };
}

/** Throws "forbidden". */
export async function listAuditSubjects(
  { database }: { readonly database: Database },
  actor: Actor,
): Promise<readonly string[]> {
  requireRight(actor, "read the audit log");
  const mark = subjectWord("");
  const { words } = await termOf(database.read, mark);
  return words.map((word) => word.slice(mark.length)).filter((subject) => subject !== "");
}

function directionOf({ olderThan, newerThan }: AuditPageRequest): Direction {
  const towards = newerThan === undefined || olderThan !== undefined ? "older" : "newer";
  const cursor = (towards === "older" ? olderThan : newerThan) ?? null;
  // An invalid id leads to the newest entries.
  if (cursor === null || !canBeId(cursor)) return { cursor: null, towards: "older" };
  return { cursor, towards };
}

/**
 * Range of the entry ids in the time interval. Entries are written with ids in the sequence of
 * their times, so a search only has to compare ids. Null if the log ends before the interval or
 * begins after the interval.
 */
async function idRange(read: Queries, { from, until }: AuditFilter): Promise<IdRange | null> {
  const log = read.selectFrom("audit_log").select("id").limit(1);
  if (from === undefined && until === undefined) return { lowest: null, highest: null };
  const [first, last] = await Promise.all([
    log
      .where("at", ">=", from ?? 0)
      .orderBy("at")
      .orderBy("id")
      .executeTakeFirst(),
    log
      .where("at", "<", until ?? Number.MAX_SAFE_INTEGER)
      .orderBy("at", "desc")
      .orderBy("id", "desc")
      .executeTakeFirst(),
  ]);
  if (first === undefined || last === undefined) return null;
  return { lowest: first.id, highest: last.id };
}

async function readRange(
  read: Queries,
  { lowest, highest }: IdRange,
  { cursor, towards }: Direction,
  limit: number,
): Promise<AuditRow[]> {
  return read
    .selectFrom("audit_log")
    .selectAll()
    .$if(lowest !== null, (query) => query.where("id", ">=", lowest))
    .$if(highest !== null, (query) => query.where("id", "<=", highest))
    .$if(cursor !== null, (query) => query.where("id", towards === "older" ? "<" : ">", cursor))
    .orderBy("id", towards === "older" ? "desc" : "asc")
    .limit(limit)
    .execute();
}

async function readEntries(read: Queries, ids: readonly string[]): Promise<AuditRow[]> {
  if (ids.length === 0) return [];
  const rows = await read.selectFrom("audit_log").selectAll().where("id", "in", ids).execute();
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => rowOf.get(id) ?? []);
}

function pageIn(
  rows: readonly AuditRow[],
  { cursor, towards }: Direction,
  pageSize: number,
): Omit<AuditPage, "wholeWords"> {
  const goesOn = rows.length > pageSize;
  const shown = rows.slice(0, pageSize);
  if (towards === "newer") shown.reverse();
  const [hasNewer, hasOlder] = towards === "older" ? [cursor !== null, goesOn] : [goesOn, true];
  return {
    entries: shown.map(asLoggedWrite),
    newerThan: hasNewer ? (shown[0]?.id ?? null) : null,
    olderThan: hasOlder ? (shown.at(-1)?.id ?? null) : null,
  };
}

function asLoggedWrite(row: AuditRow): LoggedWrite {
  const { author, action, subject, label } = row;
  return {
    _id: row.id,
    author,
    keyName: row.key_name,
    action,
    subject,
    subjectId: row.subject_id,
    label,
    before: JSON.parse(row.before_json) as JsonValue,
    after: JSON.parse(row.after_json) as JsonValue,
    at: isoTime(row.at),
  };
}
