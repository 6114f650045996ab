import type { Queries, WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import type { SignedInActor } from "#policy/actor.ts";
import { may } from "#policy/rights.ts";
import { labelOf } from "../drafts/editable-record.ts";
import { EditConflict } from "../drafts/merge-edits.server.ts";
import { publishTogether } from "../drafts/publish-draft.ts";
import { withdraw } from "../drafts/withdraw-record.ts";
import type { ContentDependencies } from "../records/change-site.server.ts";
import type { Authorship } from "../records/record-writes.server.ts";
import {
  editedValues,
  hasDraft,
  lockAnyRecord,
  type StoredRecord,
} from "../records/stored-record.server.ts";
import type { ReleaseFault, ReleaseKind } from "./release.ts";

export interface RefusedRelease {
  readonly id: string;
  readonly name: string;
  readonly plannedFor: number;
  readonly timeZone: string;
  /** Account of the person in whose name the release was to happen. */
  readonly accountId: string;
  readonly faults: readonly ReleaseFault[];
}

export interface ReleaseDependencies extends ContentDependencies {
  /** Time zone of the site, in which people type the time of a release. */
  readonly readTimeZone: (queries: Queries) => Promise<string>;
  /** The person with the rights that they have now; undefined when they left the team. */
  readonly findTeamMember: (
    queries: Queries,
    person: { readonly accountId: string } | { readonly email: string },
  ) => Promise<SignedInActor | undefined>;
  /** Called in the transaction that stores why a due release did not happen. */
  readonly tellOfRefusedRelease: (tx: WriteTransaction, release: RefusedRelease) => Promise<void>;
}

export interface EntryToDo {
  readonly recordId: string;
  readonly kind: ReleaseKind;
  /** Revision that was approved. */
  readonly revision: number;
}

export type EntryResult = "published" | "withdrawn" | "nothing";

/** A release that cannot happen, with all its reasons. */
export class ReleaseRefusal extends AppError {
  readonly faults: readonly ReleaseFault[];

  constructor(faults: readonly ReleaseFault[]) {
    super("invalid", faults.map(({ message }) => message).join(" "), {
      issues: faults.map(({ recordId, field, message }) => ({
        path: [recordId, field].filter((part) => part !== null).join("/"),
        message,
      })),
    });
    this.faults = faults;
  }
}

/**
 * Publishes and withdraws the records of a release, in a transaction of `changeSite`. A record that
 * was published or withdrawn by hand meanwhile has nothing left to do. Throws ReleaseRefusal; the
 * transaction must then be undone.
 */
export async function carryOut(
  tx: WriteTransaction,
  deps: ReleaseDependencies,
  entries: readonly EntryToDo[],
  by: Authorship,
): Promise<ReadonlyMap<string, EntryResult>> {
  const results = new Map<string, EntryResult>();
  const faults: ReleaseFault[] = [];
  const drafts: StoredRecord[] = [];
  const toWithdraw: StoredRecord[] = [];
  // Sorted, so that two transactions lock in the same order and cannot deadlock.
  for (const entry of entries.toSorted((one, other) => (one.recordId < other.recordId ? -1 : 1))) {
    const { recordId, kind } = entry;
    const record = await lockAnyRecord(tx, recordId);
    results.set(recordId, "nothing");
    if (record === undefined || record.deletedAt !== null) {
      if (kind === "publish") faults.push(inTrash(recordId, record));
    } else if (kind === "withdraw") {
      if (record.published !== null) toWithdraw.push(record);
    } else if (hasDraft(record)) {
      const fault = await faultOfAuthor(tx, deps, record, entry);
      if (fault === null) drafts.push(record);
      else faults.push(fault);
    }
  }
  // First, so that an address that one page leaves is free for another.
  for (const record of toWithdraw) {
    await withdraw(tx, record, by);
    results.set(record.id, "withdrawn");
  }
  await publishTogether(tx, deps, drafts, by).catch((error) => {
    faults.push(...faultsIn(error));
  });
  for (const { id } of drafts) results.set(id, "published");
  if (faults.length > 0) throw new ReleaseRefusal(faults);
  return results;
}

function inTrash(recordId: string, record: StoredRecord | undefined): ReleaseFault {
  const name = record === undefined ? "An item" : nameOf(record);
  const message = `${name} is in the trash. Restore it, or take it out of the release.`;
  return { recordId, field: null, message };
}

/**
 * A release publishes the draft as it is when it is due. Somebody who may not publish must not get a
 * text on the site by changing a draft that another person has approved.
 */
async function faultOfAuthor(
  tx: WriteTransaction,
  { findTeamMember }: ReleaseDependencies,
  record: StoredRecord,
  { revision }: EntryToDo,
): Promise<ReleaseFault | null> {
  const { id } = record;
  // Of all changes since, because the last one may have moved the record alone.
  const changes = await tx
    .selectFrom("content_history")
    .select("author")
    .distinct()
    .where("record_id", "=", id)
    .where("revision", ">", revision)
    .orderBy("author")
    .execute();
  for (const { author: email } of changes) {
    const author = await findTeamMember(tx, { email });
    if (author !== undefined && may(author, "publish content")) continue;
    const message = `${nameOf(record)} was changed by ${email}, who may not publish, after it was put into the release. Look at the draft, then try again.`;
    return { recordId: id, field: null, message };
  }
  return null;
}

function faultsIn(error: unknown): readonly ReleaseFault[] {
  if (!(error instanceof AppError) || error.code === "unavailable") throw error;
  if (error instanceof EditConflict) {
    const { _id: recordId, conflicts } = error.details;
    return [{ recordId, field: conflicts[0]?.path ?? null, message: error.message }];
  }
  const faults = error.issues.map(({ path, message }) => {
    const [, recordId = null, ...field] = path.split("/");
    return { recordId, field: field.join("/") || null, message };
  });
  return faults.length > 0 ? faults : [{ recordId: null, field: null, message: error.message }];
}

/** Name of a record in a sentence: Questions, “How long does it take?”. */
export function nameOf({ block, ...state }: StoredRecord): string {
  const label = labelOf(block, editedValues(block, state));
  return label === block.title ? label : `${block.title}, “${label}”`;
}
