import { data } from "react-router";
import { z } from "zod";
import { refusedForm } from "#app/forms.server.ts";
import { intent } from "#app/intents.server.ts";
import type { ActionResult, Success } from "#app/ui/forms/action-result.ts";
import type { Services } from "#compose.ts";
import { deletePage } from "#content/addresses/delete-page.ts";
import { requireEndOfRedirect } from "#content/addresses/redirect-checks.server.ts";
import { putBackAsOf } from "#content/as-of/put-back.ts";
import { redirects } from "#content/blocks/redirects.ts";
import { type EditableRecord, readForEditing } from "#content/drafts/editable-record.ts";
import { EditConflict, type FieldConflict } from "#content/drafts/merge-edits.server.ts";
import { publishAllDrafts, publishDraft } from "#content/drafts/publish-draft.ts";
import { discardDraft, saveDraft } from "#content/drafts/save-draft.ts";
import { withdrawRecord } from "#content/drafts/withdraw-record.ts";
import {
  type RevisionOfRecord,
  restoreRevision,
  undoChanges,
} from "#content/history/restore-revision.ts";
import { restoreFromTrash } from "#content/history/trash.ts";
import { blockNamed } from "#content/model/blocks.ts";
import type { LostMark } from "#content/records/exclusive-mark.server.ts";
import { duplicateRecord, moveRecord } from "#content/records/move-record.ts";
import { addRecord, deleteRecord } from "#content/records/save-block.ts";
import {
  addToRelease,
  cancelRelease,
  planRelease,
  removeFromRelease,
} from "#content/releases/plan-release.ts";
import type { AppError } from "#platform/errors.ts";
import { minuteOf } from "#platform/time/dates.ts";
import { type Actor, authorOf } from "#policy/actor.ts";

const id = z.string();
const block = z.string();
const revision = z.int();
const moveBack = z.object({
  before: id.nullable(),
  draft: z.boolean(),
  isAtOnce: z.boolean().optional(),
});
/**
 * Id of the record below which this one is put; null for the first level. Without it, the record
 * stays at its place, and a new one comes last.
 */
const parent = id.nullable().optional();
const oneRecord = z.object({ block, id });
const edit = z.object({
  block,
  /** Null to add a record. */
  id: id.nullable(),
  values: z.record(z.string(), z.string()),
  base: revision.nullable(),
  /** Revision whose conflicts the admin has seen and decided; null without a conflict. */
  seen: revision.nullable(),
  parent,
});

const requests = {
  publish: edit.extend({
    /** Ids of other records whose drafts are published with this one, such as the logo's. */
    also: z.array(id).max(20).optional(),
  }),
  draft: edit,
  discard: oneRecord,
  delete: oneRecord.extend({
    /** Where visitors of a page's address go; "" for a page that is gone. Not sent for others. */
    leadsTo: z.string().optional(),
  }),
  duplicate: oneRecord,
  undelete: z.object({ id }),
  move: z.object({
    block,
    id,
    /** Id of the next record in the list after the move; null for the end. */
    before: id.nullable(),
    /** Id of the next record in the list before the move, for "Undo"; null for the end. */
    from: id.nullable(),
  }),
  restore: z.object({ block, id, revision }),
  undo: z.object({
    /** The changes to undo, each named by the revision that the change created. */
    changes: z
      .array(z.object({ id, revision, moveBack: moveBack.optional() }))
      .min(1)
      .max(1000),
    /** A record that was added, which the undo moves to the trash. */
    added: id.optional(),
    /** A record that was moved to the trash, which the undo puts back. */
    removed: id.optional(),
  }),
  withdraw: oneRecord,
  plan: z.object({
    block,
    /** Null to add a record. */
    id: id.nullable(),
    kind: z.enum(["publish", "withdraw"]),
    /** Texts to save as the draft first; null to leave the draft as it is. */
    values: z.record(z.string(), z.string()).nullable(),
    base: revision.nullable(),
    parent,
    /** Null to plan a new release with the name and the time. */
    release: id.nullable(),
    name: z.string(),
    wallTime: z.string(),
    isLater: z.boolean(),
  }),
  "put-back": z.object({
    /** Unix milliseconds of the time whose texts become the drafts. */
    at: z.number(),
    ids: z.array(id).min(1).max(200),
  }),
  unplan: z.object({
    release: id,
    id,
    /** True for a release that was planned for this record alone, and is cancelled with it. */
    isNew: z.boolean(),
  }),
  "publish-all": z.object({
    /** Null for the drafts of all blocks. */
    block: block.nullable(),
    /** The records whose drafts the screen lists; without them, all drafts. */
    ids: z.array(id).max(5000).optional(),
  }),
};

type Requests = typeof requests;

/** A request of the panel, sent as JSON to `/admin/content`. */
export type ContentRequest = {
  readonly [Name in keyof Requests]: { readonly intent: Name } & Readonly<z.input<Requests[Name]>>;
}[keyof Requests];

/** `isOwn`: the same admin saved the other text in another tab or on another device. */
export type ShownConflict = FieldConflict & { readonly isOwn: boolean };

export interface ContentConflict {
  readonly conflicts: readonly ShownConflict[];
  /** Both edits merged. */
  readonly merged: Readonly<Record<string, string>>;
  readonly revision: number;
}

/** `data` is the record; undefined when several records changed or a record was added. */
export type ContentResult = ActionResult<EditableRecord, ContentConflict>;

interface Editor {
  readonly services: Services;
  readonly actor: Actor;
}

type Done = Success<EditableRecord>;

/** Every intent returns the message to show and the request that undoes the change. */
function contentIntent<Schema extends z.ZodObject>(
  schema: Schema,
  run: (editor: Editor, request: z.output<Schema>) => Promise<Done>,
) {
  return intent(schema, run, refuse);
}

export const contentIntents = {
  publish: contentIntent(requests.publish, publish),
  draft: contentIntent(requests.draft, async ({ services, actor }, request) => {
    const { id, values, base, block, parent } = request;
    const input = { values, ...(base === null ? {} : { base }) };
    const record = await saveDraft(services, actor, blockNamed(block), id, input, parent);
    const said = "Draft saved. Visitors do not see it yet.";
    return { said, data: id === null ? undefined : record };
  }),
  "publish-all": contentIntent(
    requests["publish-all"],
    async ({ services, actor }, { block, ids }) => {
      const changes = await publishAllDrafts(
        services,
        actor,
        block === null ? undefined : blockNamed(block),
        ids === undefined ? undefined : new Set(ids),
      );
      const count = changes.filter(({ lostMark }) => lostMark === undefined).length;
      const said = count === 1 ? "1 change is published" : `${count} changes are published`;
      const losers = changes.flatMap(({ lostMark }) => lostMark ?? []);
      return { said: withLosers(said, losers), undo: undoOf(changes) };
    },
  ),
  undelete: contentIntent(requests.undelete, async ({ services, actor }, { id }) => {
    const record = await restoreFromTrash(services, actor, id);
    const said = record.published === null ? "Restored as a draft" : "Restored";
    return { said: isSeen(record) ? `${said}. Visitors see it again.` : said, data: record };
  }),
  delete: contentIntent(
    requests.delete,
    async ({ services, actor }, { block: name, id, leadsTo }) => {
      const block = blockNamed(name);
      const record = await readForEditing(services, actor, block, id);
      let changes: readonly RevisionOfRecord[] = [];
      if (leadsTo === undefined) await deleteRecord(services, actor, block, id);
      else changes = await deletePage(services, actor, block, id, leadsTo);
      const said = `“${record.label}” was moved to the trash`;
      const undo: ContentRequest =
        changes.length === 0
          ? { intent: "undelete", id }
          : { intent: "undo", changes: [...changes], removed: id };
      if (!isSeen(record)) return { said, undo };
      const seen = leadsTo
        ? "Visitors of its address go to the other page."
        : "Visitors no longer see it.";
      return { said: `${said}. ${seen}`, undo };
    },
  ),
  discard: contentIntent(requests.discard, async ({ services, actor }, { block, id }) => {
    const { record, change } = await discardDraft(services, actor, blockNamed(block), id);
    // Discarding the draft of a record that was never published deletes the record.
    if (record.published === null) {
      const undo = { intent: "undelete", id } satisfies ContentRequest;
      return { said: "The draft was moved to the trash", data: record, undo };
    }
    return { said: "Draft discarded", data: record, undo: undoOf(change === null ? [] : [change]) };
  }),
  withdraw: contentIntent(requests.withdraw, async ({ services, actor }, { block, id }) => {
    const { record, change } = await withdrawRecord(services, actor, blockNamed(block), id);
    const said = `“${record.label}” is off the site. Its texts are kept as a draft.`;
    return { said, data: record, undo: undoOf(change === null ? [] : [change]) };
  }),
  plan: contentIntent(requests.plan, plan),
  "put-back": contentIntent(requests["put-back"], async ({ services, actor }, { at, ids }) => {
    const changes = await putBackAsOf(services, actor, at, ids);
    const count = ids.length === 1 ? "It is a draft now" : `${ids.length} items are drafts now`;
    return { said: `${count}. Visitors do not see it yet.`, undo: undoOf(changes) };
  }),
  unplan: contentIntent(requests.unplan, async ({ services, actor }, { release, id, isNew }) => {
    await removeFromRelease(services, actor, release, id);
    if (isNew) await cancelRelease(services, actor, release);
    return { said: "Taken out of the release. The draft is kept." };
  }),
  duplicate: contentIntent(requests.duplicate, async ({ services, actor }, { block, id }) => {
    const { _id } = await duplicateRecord(services, actor, blockNamed(block), id);
    const undo = { intent: "delete", block, id: _id } satisfies ContentRequest;
    return { said: "Copied as a draft", undo };
  }),
  move: contentIntent(requests.move, async ({ services, actor }, request) => {
    const { block, id, before, from } = request;
    await moveRecord(services, actor, blockNamed(block), id, { before, draft: true });
    return {
      said: "Moved. Visitors see the new position after you publish.",
      undo: { intent: "move", block, id, before: from, from: before } satisfies ContentRequest,
      // Several moves in one list follow each other quickly, so they share one toast.
      topic: `move ${block}`,
    };
  }),
  restore: contentIntent(requests.restore, async ({ services, actor }, request) => {
    const { block, id, revision } = request;
    const { record, isDraft, lost } = await restoreRevision(services, actor, id, revision);
    const said = isDraft
      ? "Restored as a draft. Visitors do not see it yet."
      : withLosers(blockNamed(block).messages.updated, lost.map(labelOf));
    const undo = undoOf([{ id, revision: record.revision }, ...lost.map(changeOf)]);
    return { said, data: record, undo };
  }),
  undo: contentIntent(requests.undo, async ({ services, actor }, { changes, added, removed }) => {
    const records = await undoChanges(services, actor, changes, { added, removed });
    return { said: "Undone", data: records.length === 1 ? records[0] : undefined };
  }),
};

/** True for a published record of a public block, even if the record is in the trash. */
function isSeen({ block, published }: EditableRecord): boolean {
  return published !== null && blockNamed(block).readBy === "everyone";
}

function undoOf(changes: readonly RevisionOfRecord[]): ContentRequest | undefined {
  return changes.length === 0 ? undefined : { intent: "undo", changes: [...changes] };
}

async function publish(
  { services, actor }: Editor,
  request: z.output<Requests["publish"]>,
): Promise<Done> {
  const { id, values, base, seen, parent, also = [] } = request;
  const block = blockNamed(request.block);
  if (block === redirects && values.becameOf !== "Gone") {
    await requireEndOfRedirect(services, values.newAddress ?? "");
  }
  if (id === null) {
    const { record, lost } = await addRecord(services, actor, block, values, parent);
    const { _id } = record;
    const undo: ContentRequest =
      lost.length === 0
        ? { intent: "delete", block: block.name, id: _id }
        : { intent: "undo", changes: lost.map(changeOf), added: _id };
    return { said: withLosers(block.messages.created, lost.map(labelOf)), undo };
  }
  const input = {
    values,
    ...(base === null ? {} : { base }),
    ...(seen === null ? {} : { seen }),
  };
  const published = await publishDraft(services, actor, block, id, input, parent);
  const { record, change, lost } = published;
  const others =
    also.length === 0 ? [] : await publishAllDrafts(services, actor, undefined, new Set(also));
  const said = withLosers(block.messages.updated, lost.map(labelOf));
  const changes = [...(change === null ? [] : [change]), ...lost.map(changeOf), ...others];
  return { said, data: record, undo: undoOf(changes) };
}

async function plan(
  { services, actor }: Editor,
  {
    block: name,
    id,
    kind,
    values,
    base,
    parent,
    release,
    wallTime,
    ...request
  }: z.output<Requests["plan"]>,
): Promise<Done> {
  const block = blockNamed(name);
  const edit = values && { values, ...(base === null ? {} : { base }) };
  const saved = edit && (await saveDraft(services, actor, block, id, edit, parent));
  const recordId = saved?._id ?? id ?? "";
  const entry = { recordId, kind };
  try {
    const { isLater } = request;
    const planned =
      release === null
        ? await planRelease(services, actor, { name: request.name, wallTime, isLater }, entry)
        : await addToRelease(services, actor, release, entry);
    const record = await readForEditing(services, actor, block, recordId);
    const when = minuteOf(planned.plannedFor, { timeZone: planned.timeZone });
    const deed = kind === "publish" ? "published" : "taken off the site";
    return {
      said: `“${record.label}” will be ${deed} on ${when}`,
      data: id === null ? undefined : record,
      undo: {
        intent: "unplan",
        release: planned.id,
        id: recordId,
        isNew: release === null,
      } satisfies ContentRequest,
    };
  } catch (error) {
    // The form still has the texts of the new record, and sends them again.
    if (id === null) await discardDraft(services, actor, block, recordId);
    throw error;
  }
}

const changeOf = ({ change }: LostMark): RevisionOfRecord => change;
const labelOf = ({ label }: LostMark): string => label;

/** Adds to a message which plans are no longer recommended. */
function withLosers(message: string, labels: readonly string[]): string {
  const names = labels.map((label) => `“${label}”`).join(" and ");
  const verb = labels.length === 1 ? "is" : "are";
  return labels.length === 0 ? message : `${message}. ${names} ${verb} no longer recommended.`;
}

const ownConflict = "You saved a different text in another tab. Choose which one to keep.";

/** The form keeps its text itself, and is told the message above it in every case. */
function refuse(error: AppError, _typed: unknown, { actor }: Editor) {
  const { data: refused, init } = refusedForm(error, {});
  // The server calls the field `values.heading`, and the form calls the field `heading`.
  const messages = Object.entries(refused.errors).map(([path, message]) => [
    path.replace(/^values\./, ""),
    message,
  ]);
  const result: ActionResult<never, ContentConflict> = {
    ...refused,
    errors: Object.fromEntries(messages),
  };
  if (!(error instanceof EditConflict)) return data(result, init ?? {});
  const conflicts = error.details.conflicts.map((conflict) => ({
    ...conflict,
    isOwn: conflict.author === authorOf(actor),
  }));
  const isOwn = conflicts.every((conflict) => conflict.isOwn);
  return data(
    {
      ...result,
      notice: isOwn ? ownConflict : error.message,
      conflict: { ...error.details, conflicts },
    },
    init ?? {},
  );
}
