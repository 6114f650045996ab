import type { Database, Queries } from "../platform/database/database.ts";
import type { JsonValue } from "../platform/errors.ts";
import { canBeId } from "../platform/ids.ts";
import { type LongListPage, type LongListRequest, pageOfLongList } from "../platform/pages.ts";
import { isoTime } from "../platform/time/dates.ts";
import type { Actor } from "./actor.ts";
import { type AuditRow, subjectWord, wordsOfSearch } from "./audit.ts";
import { findEntries, type IdRange, termOf } from "./audit-search.ts";
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

interface AuditPage extends LongListPage<LoggedWrite> {
  /** Search terms that were matched as whole words, because they are prefixes of too many words. */
  readonly wholeWords: readonly string[];
}

/** One chunk of a search finds so many entries, however common its words are. */
const mostOnPages = 200;

/**
 * A page of the audit log, newest first. Throws "forbidden".
 */
export async function listAuditEntries(
  { database }: { readonly database: Database },
  actor: Actor,
  { search = "", subject = "", from, until, ...request }: AuditFilter & LongListRequest,
): Promise<AuditPage> {
  requireRight(actor, "read the audit log");
  const { read } = database;
  const typed = wordsOfSearch(search);
  const terms = await Promise.all(typed.map((word) => termOf(read, word)));
  const wholeWords = typed.filter((_word, index) => terms[index]?.isNarrowed);
  if (subject) terms.push({ words: [subjectWord(subject)], isNarrowed: false });
  const range = await idRange(read, { from, until }, request.after);
  const page = await pageOfLongList(
    request,
    async (most) => {
      if (range === null) return [];
      return terms.length === 0
        ? readIds(read, range, most)
        : findEntries(read, terms, range, most);
    },
    (ids) => read.selectFrom("audit_log").selectAll().where("id", "in", ids).execute(),
    mostOnPages,
  );
  return { ...page, items: page.items.map(asLoggedWrite), wholeWords };
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

/**
 * Range of the entry ids in the time interval. Entries are written with ids in the sequence of
 * their times, so a search only has to compare ids. Null if the log ends before the interval or
 * begins after the interval.
 */
async function idRange(
  read: Queries,
  { from, until }: AuditFilter,
  after = "",
): Promise<IdRange | null> {
  const before = after !== "" && canBeId(after) ? after : null;
  const log = read.selectFrom("audit_log").select("id").limit(1);
  if (from === undefined && until === undefined) return { lowest: null, highest: null, before };
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
  return { lowest: first.id, highest: last.id, before };
}

async function readIds(
  read: Queries,
  { lowest, highest, before }: IdRange,
  limit: number,
): Promise<string[]> {
  const rows = await read
    .selectFrom("audit_log")
    .select("id")
    .$if(lowest !== null, (query) => query.where("id", ">=", lowest))
    .$if(highest !== null, (query) => query.where("id", "<=", highest))
    .$if(before !== null, (query) => query.where("id", "<", before))
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
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
