import type { Selectable } from "kysely";
import { z } from "zod";
import {
  engineOf,
  isUniqueViolation,
  type Tables,
  type WriteTransaction,
} from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { canBeId, newId } from "#platform/ids.ts";
import { dueFrom } from "#platform/leases.ts";
import { isPlainText } from "#platform/texts/plain-text.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import { isoTime } from "#platform/time/dates.ts";
import { isWallTime, meantTime } from "#platform/time/wall-time.ts";
import { type Actor, isSignedIn, type SignedInActor } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import { requireRight } from "#policy/rights.ts";
import { isWithdrawable } from "../drafts/withdrawable.ts";
import { changeSite } from "../records/change-site.server.ts";
import { authorship, requireEditing } from "../records/record-writes.server.ts";
import { hasDraft, lockAnyRecord, type StoredRecord } from "../records/stored-record.server.ts";
import {
  carryOut,
  type EntryToDo,
  nameOf,
  type ReleaseDependencies,
  ReleaseRefusal,
} from "./carry-out.server.ts";
import {
  entriesToDo,
  noSuchRelease,
  openReleaseOf,
  type Release,
  readRelease,
} from "./read-releases.ts";
import { type ReleaseFault, releaseStateOf } from "./release.ts";
import { leasedReleases } from "./release-tables.server.ts";
import { runClaimed } from "./run-releases.server.ts";

const nameFault = "Give the release a name of up to 80 characters.";

const releaseName = z
  .string({ error: nameFault })
  .trim()
  .min(1, { error: nameFault })
  .max(80, { error: nameFault })
  .refine(isPlainText, { error: nameFault });

const time = {
  wallTime: z.string("Choose a day and a time.").refine(isWallTime, "Choose a day and a time."),
  /** Second coming of an hour that comes twice. */
  isLater: z.boolean().default(false),
};

const releaseChange = z.strictObject({ name: releaseName.optional(), ...time });
const newRelease = z.strictObject({ name: releaseName, ...time });

const releaseEntry = z.strictObject({
  recordId: z.string("Choose what the release changes."),
  kind: z.enum(["publish", "withdraw"], "Choose whether it is published or taken off the site."),
});

/** Somebody who may publish: a release happens in this person's name. */
function publisher(actor: Actor): SignedInActor {
  requireRight(actor, "publish content");
  if (isSignedIn(actor)) return actor;
  throw new AppError("forbidden", "Only a person can plan a release.");
}

/**
 * Plans a release. `input` is `{ name, wallTime, isLater }`: the time as a clock of the site's time
 * zone shows it. Throws "invalid", also for a time that has passed. With `entry`, puts a record
 * into it like `addToRelease`.
 */
export async function planRelease(
  deps: ReleaseDependencies,
  actor: Actor,
  input: unknown,
  entry?: unknown,
): Promise<Release> {
  const person = publisher(actor);
  const { name, ...chosen } = parseOrThrow(newRelease, input);
  const toAdd = entry === undefined ? undefined : parseOrThrow(releaseEntry, entry);
  if (toAdd !== undefined) await rehearse(deps, person, toAdd, null);
  const id = newId();
  await writing(deps, toAdd?.recordId, async (tx) => {
    const at = deps.clock();
    const when = await timeColumns(tx, deps, chosen, at);
    await tx
      .insertInto("releases")
      .values({
        id,
        name,
        ...when,
        ...dueFrom(when.planned_for),
        account_id: person.accountId,
        author: person.email,
        created_at: at,
        done_at: null,
        cancelled_at: null,
        refused_at: null,
        faults: null,
      })
      .execute();
    await auditRelease(tx, person, "Plan release", { id, name }, null, shown(when), at);
    if (toAdd !== undefined) await insertEntry(tx, { id, name }, toAdd, person, at);
  });
  return readRelease(deps, actor, id);
}

/**
 * Puts a record into a release. `input` is `{ recordId, kind }`: the release publishes the record's
 * draft or takes the record off the site. Throws "not-found", "conflict" for a record that is in
 * another open release, and "invalid" with an issue per field for a draft that could not be
 * published now.
 */
export async function addToRelease(
  deps: ReleaseDependencies,
  actor: Actor,
  releaseId: string,
  input: unknown,
): Promise<Release> {
  const person = publisher(actor);
  const toAdd = parseOrThrow(releaseEntry, input);
  await rehearse(deps, person, toAdd, releaseId);
  await writing(deps, toAdd.recordId, async (tx) => {
    const release = await lockRelease(tx, releaseId);
    requireOpen(release);
    await insertEntry(tx, release, toAdd, person, deps.clock());
  });
  return readRelease(deps, actor, releaseId);
}

/** Takes a record out of a release; its draft stays. Throws "not-found". */
export async function removeFromRelease(
  deps: ReleaseDependencies,
  actor: Actor,
  releaseId: string,
  recordId: string,
): Promise<Release> {
  const person = publisher(actor);
  await deps.database.write(async (tx) => {
    const release = await lockRelease(tx, releaseId);
    requireOpen(release);
    const removed = await tx
      .deleteFrom("release_entries")
      .where("release_id", "=", releaseId)
      .where("record_id", "=", recordId)
      .returning("kind")
      .executeTakeFirst();
    if (removed === undefined) {
      throw new AppError("not-found", "This item is not in the release any more.");
    }
    const item = await itemIn(tx, recordId, removed.kind);
    await auditRelease(tx, person, "Remove from release", release, item, null, deps.clock());
  });
  return readRelease(deps, actor, releaseId);
}

/**
 * Gives a release another time, also one that was refused or cancelled. `input` is
 * `{ wallTime, isLater }`, with `name` for another name. The release then happens in the name of
 * this person, who approves the drafts as they are now.
 */
export async function changeReleaseTime(
  deps: ReleaseDependencies,
  actor: Actor,
  id: string,
  input: unknown,
): Promise<Release> {
  const person = publisher(actor);
  const { name, ...chosen } = parseOrThrow(releaseChange, input);
  await deps.database.write(async (tx) => {
    const release = await lockRelease(tx, id);
    const state = releaseStateOf(release);
    if (state === "done") throw isDone();
    const at = deps.clock();
    const when = await timeColumns(tx, deps, chosen, at);
    if (state === "cancelled") await openAgain(tx, id);
    await hold(tx, release, person, { ...when, due_at: when.planned_for });
    const [before, after] = [shown(release), shown(when)];
    await auditRelease(tx, person, "Change time of release", release, before, after, at);
    if (name === undefined || name === release.name) return;
    await tx.updateTable("releases").set({ name }).where("id", "=", id).execute();
    const named = { name: release.name };
    await auditRelease(tx, person, "Rename release", release, named, { name }, at);
  });
  return readRelease(deps, actor, id);
}

/** Cancels a release; its drafts stay. Another time opens it again. */
export async function cancelRelease(
  deps: ReleaseDependencies,
  actor: Actor,
  id: string,
): Promise<Release> {
  const person = publisher(actor);
  await deps.database.write(async (tx) => {
    const release = await lockRelease(tx, id);
    requireOpen(release);
    const at = deps.clock();
    await hold(tx, release, person, { cancelled_at: at, due_at: null });
    await tx
      .updateTable("release_entries")
      .set({ open_record: null })
      .where("release_id", "=", id)
      .execute();
    await auditRelease(tx, person, "Cancel release", release, shown(release), null, at);
  });
  return readRelease(deps, actor, id);
}

/**
 * Carries out a release now, in the name of this person, who approves the drafts as they are now.
 * Returns the release, which has the reasons if it could not be published.
 */
export async function releaseNow(
  deps: ReleaseDependencies,
  actor: Actor,
  id: string,
): Promise<Release> {
  const person = publisher(actor);
  const now = deps.clock();
  await deps.database.write(async (tx) => {
    const release = await lockRelease(tx, id);
    requireOpen(release);
    await hold(tx, release, person, { due_at: now });
  });
  const claim = await leasedReleases.claim(deps.database, now, (due) => due.where("id", "=", id));
  // Without a claim, a worker was faster.
  if (claim !== undefined) await runClaimed(deps, claim, { isTold: false });
  return readRelease(deps, actor, id);
}

async function lockRelease(
  tx: WriteTransaction,
  id: string,
): Promise<Selectable<Tables["releases"]>> {
  const release = canBeId(id)
    ? await tx
        .selectFrom("releases")
        .selectAll()
        .where("id", "=", id)
        .$if(engineOf(tx) === "postgres", (query) => query.forUpdate())
        .executeTakeFirst()
    : undefined;
  if (release === undefined) throw noSuchRelease();
  return release;
}

function requireOpen(release: Selectable<Tables["releases"]>): void {
  const state = releaseStateOf(release);
  if (state === "done") throw isDone();
  if (state === "cancelled") {
    throw new AppError("conflict", "This release is cancelled. Give it another time first.");
  }
}

function isDone(): AppError {
  return new AppError("conflict", "This release has happened already. Plan another one.");
}

/** Writes to a release and takes it from a worker that has claimed it before. */
async function hold(
  tx: WriteTransaction,
  { id, attempts }: Selectable<Tables["releases"]>,
  person: SignedInActor,
  change: object,
): Promise<void> {
  await tx
    .updateTable("releases")
    .set({
      account_id: person.accountId,
      author: person.email,
      refused_at: null,
      cancelled_at: null,
      faults: null,
      leased_until: 0,
      attempts: attempts + 1,
      ...change,
    })
    .where("id", "=", id)
    .execute();
  for (const { record_id } of await tx
    .selectFrom("release_entries")
    .select("record_id")
    .where("release_id", "=", id)
    // Sorted, so that two transactions lock in the same order and cannot deadlock.
    .orderBy("record_id")
    .execute()) {
    const record = await lockAnyRecord(tx, record_id);
    if (record === undefined) continue;
    await tx
      .updateTable("release_entries")
      .set({ revision: record.revision })
      .where("release_id", "=", id)
      .where("record_id", "=", record_id)
      .execute();
  }
}

/** Takes the records of a cancelled release back; throws "conflict" if another release has one. */
async function openAgain(tx: WriteTransaction, id: string): Promise<void> {
  for (const { recordId } of await entriesToDo(tx, id)) {
    await requireFree(tx, recordId);
    await tx
      .updateTable("release_entries")
      .set({ open_record: recordId })
      .where("release_id", "=", id)
      .where("record_id", "=", recordId)
      .execute();
  }
}

async function timeColumns(
  tx: WriteTransaction,
  { readTimeZone }: ReleaseDependencies,
  { wallTime, isLater }: Omit<z.output<typeof releaseChange>, "name">,
  now: number,
) {
  const timeZone = await readTimeZone(tx);
  const meant = meantTime(wallTime, timeZone);
  const planned_for = isLater && meant.kind === "twice" ? meant.later : meant.at;
  if (planned_for <= now) {
    const message = "This time has passed. Choose a later one, or publish at once.";
    throw new AppError("invalid", message, { issues: [{ path: "wallTime", message }] });
  }
  return { planned_for, wall_time: wallTime, time_zone: timeZone };
}

async function insertEntry(
  tx: WriteTransaction,
  release: { readonly id: string; readonly name: string },
  { recordId, kind }: z.output<typeof releaseEntry>,
  person: SignedInActor,
  at: number,
): Promise<void> {
  const record = await lockAnyRecord(tx, recordId);
  requireEntry(record, kind, person);
  await requireFree(tx, recordId);
  await tx
    .insertInto("release_entries")
    .values({
      release_id: release.id,
      record_id: recordId,
      block: record.block.name,
      kind,
      revision: record.revision,
      author: person.email,
      added_at: at,
      open_record: recordId,
      result: null,
    })
    .execute();
  const item = await itemIn(tx, recordId, kind);
  await auditRelease(tx, person, "Add to release", release, null, item, at);
}

function requireEntry(
  record: StoredRecord | undefined,
  kind: "publish" | "withdraw",
  person: SignedInActor,
): asserts record is StoredRecord {
  if (record === undefined || record.deletedAt !== null) {
    throw new AppError("not-found", "There is no such item.");
  }
  const { block } = record;
  requireEditing(person, block);
  // Its change needs a confirmation at that moment, when nobody is there to give one.
  if (block.changeRight !== undefined) {
    throw new AppError("conflict", `${block.title} can only be changed at once.`);
  }
  if (kind === "publish" && !hasDraft(record)) {
    throw new AppError(
      "conflict",
      `${nameOf(record)} has no draft. Save the change as a draft first.`,
    );
  }
  if (kind === "withdraw" && !isWithdrawable(block)) {
    throw new AppError("conflict", `${block.title} cannot be taken off the site.`);
  }
  if (kind === "withdraw" && record.published === null) {
    throw new AppError("conflict", `${nameOf(record)} is not on the site.`);
  }
}

async function requireFree(tx: WriteTransaction, recordId: string): Promise<void> {
  const other = await openReleaseOf(tx, recordId);
  if (other === undefined) return;
  const record = await lockAnyRecord(tx, recordId);
  const name = record === undefined ? "This item" : nameOf(record);
  throw new AppError(
    "conflict",
    `${name} is in the release “${other.name}” already. Take it out there first.`,
  );
}

async function itemIn(tx: WriteTransaction, recordId: string, kind: "publish" | "withdraw") {
  const record = await lockAnyRecord(tx, recordId);
  return { item: record === undefined ? recordId : nameOf(record), kind };
}

/** Runs a write that puts a record into a release; another such write can come first. */
async function writing(
  { database }: ReleaseDependencies,
  recordId: string | undefined,
  operation: (tx: WriteTransaction) => Promise<void>,
): Promise<void> {
  await database.write(operation).catch(async (error) => {
    if (!isUniqueViolation(error) || recordId === undefined) throw error;
    const other = await openReleaseOf(database.read, recordId);
    const name = other === undefined ? "another release" : `the release “${other.name}”`;
    throw new AppError("conflict", `This item is in ${name} already. Take it out there first.`);
  });
}

class Rehearsed extends Error {}

/**
 * Throws "invalid" with an issue per field when a record could not be published or withdrawn now
 * together with the others of its release. Carries the release out and undoes the transaction.
 */
async function rehearse(
  deps: ReleaseDependencies,
  person: SignedInActor,
  { recordId, kind }: z.output<typeof releaseEntry>,
  releaseId: string | null,
): Promise<void> {
  const by = authorship(person, deps.clock);
  const write: ReleaseDependencies["database"]["write"] = (operation, options) =>
    deps.database.write(async (tx) => {
      await operation(tx);
      throw new Rehearsed();
    }, options);
  const rehearsal = changeSite(
    { ...deps, database: { ...deps.database, write } },
    by,
    async (tx) => {
      const record = await lockAnyRecord(tx, recordId);
      requireEntry(record, kind, person);
      const others = releaseId === null ? [] : await entriesToDo(tx, releaseId);
      const own: EntryToDo = { recordId, kind, revision: record.revision };
      await carryOut(tx, deps, [...others.filter((one) => one.recordId !== recordId), own], by);
    },
  );
  await rehearsal.catch((error) => {
    if (error instanceof Rehearsed) return;
    if (!(error instanceof ReleaseRefusal)) throw error;
    // A fault of another record of the release is shown on its page.
    const faults = error.faults.filter((fault) => fault.recordId === recordId);
    if (faults.length > 0) throw refusalOf(faults);
  });
}

function refusalOf(faults: readonly ReleaseFault[]): AppError {
  const issues = faults.flatMap(({ field, message }) =>
    field === null ? [] : [{ path: field, message }],
  );
  return new AppError("invalid", faults.map(({ message }) => message).join(" "), { issues });
}

async function auditRelease(
  tx: WriteTransaction,
  actor: SignedInActor,
  action: string,
  { id, name }: { readonly id: string; readonly name: string },
  before: Readonly<Record<string, string>> | null,
  after: Readonly<Record<string, string>> | null,
  at: number,
): Promise<void> {
  const entry = { subject: "release", subjectId: id, label: name, at };
  await audit(tx, actor, { ...entry, action, before, after });
}

function shown({ planned_for }: { readonly planned_for: number }) {
  return { time: isoTime(planned_for) };
}
