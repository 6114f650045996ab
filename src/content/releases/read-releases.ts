import type { Selectable } from "kysely";
import type { Database, Queries, Tables } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { canBeId } from "#platform/ids.ts";
import { type Page, pageOf } from "#platform/pages.ts";
import type { Actor } from "#policy/actor.ts";
import { requireRight } from "#policy/rights.ts";
import { loadCssCheck } from "../css/css-check.ts";
import { schemaOf } from "../model/schema-of.ts";
import type { ContentDependencies } from "../records/change-site.server.ts";
import { editedValues, findStored, hasDraft } from "../records/stored-record.server.ts";
import type { SectionKinds } from "../sections/section.ts";
import { type EntryResult, type EntryToDo, nameOf } from "./carry-out.server.ts";
import {
  type ReleaseFault,
  type ReleaseKind,
  type ReleaseState,
  releaseStateOf,
} from "./release.ts";

interface ReadDependencies {
  readonly database: Database;
}

export interface Release {
  readonly id: string;
  readonly name: string;
  readonly state: ReleaseState;
  readonly plannedFor: number;
  readonly wallTime: string;
  readonly timeZone: string;
  /** Email address of the person in whose name the release happens. */
  readonly author: string;
  readonly doneAt: number | null;
  readonly cancelledAt: number | null;
  readonly refusedAt: number | null;
  /** Why the last attempt was refused. */
  readonly faults: readonly ReleaseFault[];
}

export interface ListedRelease extends Release {
  readonly recordCount: number;
}

export interface ReleaseEntry {
  readonly recordId: string;
  readonly block: string;
  readonly kind: ReleaseKind;
  /** Name of the record at present. */
  readonly name: string;
  /** False for a record that was deleted for good or whose block no longer exists. */
  readonly isThere: boolean;
  readonly author: string;
  readonly addedAt: number;
  readonly result: EntryResult | null;
  /** Why the record could not be published as it is now, besides what depends on other records. */
  readonly faults: readonly string[];
  /** What happens when the release is due, where it is not what the entry says. */
  readonly note: string | null;
}

export interface ReleaseWithEntries extends Release {
  readonly entries: readonly ReleaseEntry[];
}

function releaseOf(row: Selectable<Tables["releases"]>): Release {
  return {
    id: row.id,
    name: row.name,
    state: releaseStateOf(row),
    plannedFor: row.planned_for,
    wallTime: row.wall_time,
    timeZone: row.time_zone,
    author: row.author,
    doneAt: row.done_at,
    cancelledAt: row.cancelled_at,
    refusedAt: row.refused_at,
    faults: row.faults === null ? [] : (JSON.parse(row.faults) as ReleaseFault[]),
  };
}

interface ReleaseSearch {
  readonly state: ReleaseState | "";
  /** Planned time; "newest" puts the latest time first. */
  readonly sort: "newest" | "oldest";
  readonly page: number;
  readonly pageSize: number;
}

export async function pageOfReleases(
  { database }: ReadDependencies,
  actor: Actor,
  { state, sort, page, pageSize }: ReleaseSearch,
): Promise<Page<ListedRelease>> {
  requireRight(actor, "edit content");
  const found = inState(database.read, state);
  const { total } = await found
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const direction = sort === "newest" ? "desc" : "asc";
  return pageOf({ page, pageSize, total: Number(total) }, async (offset) => {
    const rows = await found
      .selectAll("releases")
      .select((release) =>
        release
          .selectFrom("release_entries as entry")
          .select(({ fn }) => fn.countAll<number>().as("count"))
          .whereRef("entry.release_id", "=", "releases.id")
          .as("record_count"),
      )
      .orderBy("planned_for", direction)
      .orderBy("id", direction)
      .limit(pageSize)
      .offset(offset)
      .execute();
    return rows.map((row) => ({ ...releaseOf(row), recordCount: Number(row.record_count ?? 0) }));
  });
}

function inState(queries: Queries, state: ReleaseState | "") {
  return queries
    .selectFrom("releases")
    .$if(state === "done", (query) => query.where("done_at", "is not", null))
    .$if(state === "cancelled", (query) =>
      query.where("done_at", "is", null).where("cancelled_at", "is not", null),
    )
    .$if(state === "planned" || state === "refused", (query) =>
      query
        .where("done_at", "is", null)
        .where("cancelled_at", "is", null)
        .where("refused_at", state === "planned" ? "is" : "is not", null),
    );
}

/** Releases that wait for their time or for a person, next one first. */
export async function listOpenReleases(
  { database }: ReadDependencies,
  actor: Actor,
): Promise<readonly Release[]> {
  requireRight(actor, "edit content");
  const rows = await database.read
    .selectFrom("releases")
    .selectAll()
    .where("done_at", "is", null)
    .where("cancelled_at", "is", null)
    .orderBy("planned_for")
    .orderBy("id")
    .execute();
  return rows.map(releaseOf);
}

/** The open release of a record, with what it does to the record; null without one. */
export async function findReleaseOf(
  { database }: ReadDependencies,
  actor: Actor,
  recordId: string,
): Promise<(Release & { readonly kind: ReleaseKind }) | null> {
  requireRight(actor, "edit content");
  if (!canBeId(recordId)) return null;
  const row = await openReleaseOf(database.read, recordId);
  return row === undefined ? null : { ...releaseOf(row), kind: row.kind };
}

/** Ids of the records that an open release has. */
export async function recordsInOpenReleases(
  { database }: ReadDependencies,
  actor: Actor,
): Promise<ReadonlySet<string>> {
  requireRight(actor, "edit content");
  const rows = await database.read
    .selectFrom("release_entries")
    .select("open_record")
    .where("open_record", "is not", null)
    .$narrowType<{ open_record: string }>()
    .execute();
  return new Set(rows.map(({ open_record }) => open_record));
}

export function openReleaseOf(queries: Queries, recordId: string) {
  return queries
    .selectFrom("releases")
    .innerJoin("release_entries as entry", "entry.release_id", "releases.id")
    .selectAll("releases")
    .select("entry.kind")
    .where("entry.open_record", "=", recordId)
    .executeTakeFirst();
}

/** Throws "not-found". */
export async function readRelease(
  { database, sectionKinds }: ReadDependencies & Pick<ContentDependencies, "sectionKinds">,
  actor: Actor,
  id: string,
): Promise<ReleaseWithEntries> {
  requireRight(actor, "edit content");
  const row = canBeId(id)
    ? await database.read.selectFrom("releases").selectAll().where("id", "=", id).executeTakeFirst()
    : undefined;
  if (row === undefined) throw noSuchRelease();
  const rows = await database.read
    .selectFrom("release_entries")
    .selectAll()
    .where("release_id", "=", id)
    .orderBy("added_at")
    .orderBy("record_id")
    .execute();
  const entries: ReleaseEntry[] = [];
  for (const entry of rows) entries.push(await entryOf(database.read, sectionKinds, entry));
  return { ...releaseOf(row), entries };
}

async function entryOf(
  queries: Queries,
  sectionKinds: SectionKinds,
  row: Selectable<Tables["release_entries"]>,
): Promise<ReleaseEntry> {
  const record = await findStored(queries, row.record_id);
  const base = {
    recordId: row.record_id,
    block: row.block,
    kind: row.kind,
    author: row.author,
    addedAt: row.added_at,
    result: row.result,
  };
  if (record === undefined) {
    return { ...base, name: "An item that is gone", isThere: false, faults: [], note: null };
  }
  const name = nameOf(record);
  const present = { ...base, name, isThere: true, faults: [], note: null };
  if (row.result !== null) return present;
  const isPublication = row.kind === "publish";
  if (record.deletedAt !== null) {
    return isPublication
      ? { ...present, faults: ["It is in the trash. Restore it, or take it out of the release."] }
      : { ...present, note: "It is in the trash already, so nothing will change." };
  }
  if (!isPublication) {
    return record.published === null
      ? { ...present, note: "It is not on the site any more, so nothing will change." }
      : present;
  }
  if (!hasDraft(record)) {
    return { ...present, note: "It was published or discarded already, so nothing will change." };
  }
  await loadCssCheck();
  const { success, error } = schemaOf(record.block, sectionKinds).safeParse(
    editedValues(record.block, record),
  );
  return success ? present : { ...present, faults: error.issues.map(({ message }) => message) };
}

export async function entriesToDo(queries: Queries, releaseId: string): Promise<EntryToDo[]> {
  const rows = await queries
    .selectFrom("release_entries")
    .select(["record_id", "kind", "revision"])
    .where("release_id", "=", releaseId)
    .execute();
  return rows.map((row) => ({
    recordId: row.record_id,
    kind: row.kind,
    revision: row.revision,
  }));
}

export function noSuchRelease(): AppError {
  return new AppError("not-found", "There is no such release.");
}
