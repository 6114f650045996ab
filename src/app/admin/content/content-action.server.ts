import { z } from "zod";
import type { Services } from "#compose.ts";
import { type EditableRecord, readForEditing } from "#content/drafts/editable-record.ts";
import { EditConflict } from "#content/drafts/merge-edits.server.ts";
import { publishAllDrafts, publishDraft } from "#content/drafts/publish-draft.ts";
import { discardDraft, saveDraft } from "#content/drafts/save-draft.ts";
import {
  type RevisionOfRecord,
  restoreRevision,
  undoChanges,
} from "#content/history/restore-revision.ts";
import { restoreFromTrash } from "#content/history/trash.ts";
import { blockNamed } from "#content/model/blocks.ts";
import type { Block } from "#content/model/define.ts";
import type { LostMark } from "#content/records/exclusive-mark.server.ts";
import { duplicateRecord, moveRecord } from "#content/records/move-record.ts";
import { addRecord, deleteRecord } from "#content/records/save-block.ts";
import { AppError } from "#platform/errors.ts";
import { type Actor, authorOf } from "#policy/actor.ts";
import type { ContentRequest, ContentResult } from "./content-action.ts";

const id = z.string();
const block = z.string();
const revision = z.int();
const moveBack = z.object({ before: id.nullable(), draft: z.boolean() });

const contentRequest = z.discriminatedUnion("intent", [
  z.object({
    intent: z.enum(["publish", "draft"]),
    block,
    id: id.nullable(),
    values: z.record(z.string(), z.string()),
    base: revision.nullable(),
    seen: revision.nullable(),
  }),
  z.object({ intent: z.enum(["discard", "delete", "duplicate"]), block, id }),
  z.object({ intent: z.literal("undelete"), id }),
  z.object({
    intent: z.literal("move"),
    block,
    id,
    before: id.nullable(),
    from: id.nullable(),
  }),
  z.object({ intent: z.literal("restore"), block, id, revision }),
  z.object({
    intent: z.literal("undo"),
    changes: z
      .array(z.object({ id, revision, moveBack: moveBack.optional() }))
      .min(1)
      .max(1000),
    added: id.optional(),
  }),
  z.object({ intent: z.literal("publish-all"), block: block.nullable() }),
]) satisfies z.ZodType<ContentRequest>;

/** Throws "invalid" for a request that the panel cannot have sent. */
export async function readContentRequest(request: Request): Promise<ContentRequest> {
  const parsed = contentRequest.safeParse(await request.json().catch(() => null));
  if (parsed.success) return parsed.data;
  throw new AppError(
    "invalid",
    "Nothing was changed, because this page is out of date. Reload it and try again.",
  );
}

type Success = Extract<ContentResult, { ok: true }>;
type Edit = Extract<ContentRequest, { values: unknown }>;

/** Returns the message to show and the request that undoes the change. */
export async function carryOut(
  services: Services,
  actor: Actor,
  request: ContentRequest,
): Promise<Success> {
  switch (request.intent) {
    case "publish":
    case "draft":
      return saveEdit(services, actor, blockNamed(request.block), request);
    case "publish-all": {
      const { block } = request;
      const changes = await publishAllDrafts(
        services,
        actor,
        block === null ? undefined : blockNamed(block),
      );
      const count = changes.filter(({ lostMark }) => lostMark === undefined).length;
      const message = count === 1 ? "1 change is published" : `${count} changes are published`;
      const losers = changes.flatMap(({ lostMark }) => lostMark ?? []);
      return { ...done(withLosers(message, losers)), undo: undoOf(changes) };
    }
    case "undelete": {
      const record = await restoreFromTrash(services, actor, request.id);
      const message = record.published === null ? "Restored as a draft" : "Restored";
      return done(isSeen(record) ? `${message}. Visitors see it again.` : message, record);
    }
    case "delete": {
      const block = blockNamed(request.block);
      const record = await readForEditing(services, actor, block, request.id);
      await deleteRecord(services, actor, block, request.id);
      const message = `“${record.label}” was moved to the trash`;
      const undo = { intent: "undelete", id: request.id } as const;
      return { ...done(isSeen(record) ? `${message}. Visitors no longer see it.` : message), undo };
    }
    case "discard": {
      const { block, id } = request;
      const { record, change } = await discardDraft(services, actor, blockNamed(block), id);
      // Discarding the draft of a record that was never published deletes the record.
      if (record.published === null) {
        return {
          ...done("The draft was moved to the trash", record),
          undo: { intent: "undelete", id },
        };
      }
      return { ...done("Draft discarded", record), undo: change && undoOf([change]) };
    }
    case "duplicate": {
      const { block } = request;
      const { _id } = await duplicateRecord(services, actor, blockNamed(block), request.id);
      return { ...done("Copied as a draft"), undo: { intent: "delete", block, id: _id } };
    }
    case "move": {
      const { block, id, before, from } = request;
      await moveRecord(services, actor, blockNamed(block), id, { before, draft: true });
      const message = "Moved. Visitors see the new position after you publish.";
      return { ...done(message), undo: { ...request, before: from, from: before } };
    }
    case "restore": {
      const { block, id } = request;
      const { record, isDraft, lost } = await restoreRevision(
        services,
        actor,
        id,
        request.revision,
      );
      const undo = undoOf([{ id, revision: record.revision }, ...lost.map(changeOf)]);
      const message = isDraft
        ? "Restored as a draft. Visitors do not see it yet."
        : withLosers(blockNamed(block).messages.updated, lost.map(labelOf));
      return { ...done(message, record), undo };
    }
    case "undo": {
      const records = await undoChanges(services, actor, request.changes, request.added);
      return done("Undone", records.length === 1 ? (records[0] ?? null) : null);
    }
  }
}

/** True for a published record of a public block, even if the record is in the trash. */
function isSeen({ block, published }: EditableRecord): boolean {
  return published !== null && blockNamed(block).readBy === "everyone";
}

function undoOf(changes: readonly RevisionOfRecord[]): ContentRequest | null {
  return changes.length === 0 ? null : { intent: "undo", changes };
}

async function saveEdit(
  services: Services,
  actor: Actor,
  block: Block,
  { intent, id, values, base, seen }: Edit,
): Promise<Success> {
  const from = base === null ? {} : { base };
  if (intent === "draft") {
    const record = await saveDraft(services, actor, block, id, { values, ...from });
    return done("Draft saved. Visitors do not see it yet.", id === null ? null : record);
  }
  if (id === null) {
    const { record, lost } = await addRecord(services, actor, block, values);
    const { _id } = record;
    const undo: ContentRequest =
      lost.length === 0
        ? { intent: "delete", block: block.name, id: _id }
        : { intent: "undo", changes: lost.map(changeOf), added: _id };
    return { ...done(withLosers(block.messages.created, lost.map(labelOf))), undo };
  }
  const known = seen === null ? {} : { seen };
  const input = { values, ...from, ...known };
  const { record, change, lost } = await publishDraft(services, actor, block, id, input);
  const message = withLosers(block.messages.updated, lost.map(labelOf));
  return { ...done(message, record), undo: change && undoOf([change, ...lost.map(changeOf)]) };
}

const changeOf = ({ change }: LostMark): RevisionOfRecord => change;
const labelOf = ({ label }: LostMark): string => label;

/** Adds to a message which plans are no longer recommended. */
function withLosers(message: string, labels: readonly string[]): string {
  const names = labels.map((label) => `“${label}”`).join(" and ");
  const verb = labels.length === 1 ? "is" : "are";
  return labels.length === 0 ? message : `${message}. ${names} ${verb} no longer recommended.`;
}

function done(message: string, record: EditableRecord | null = null): Success {
  return { ok: true, message, record, undo: null };
}

const ownConflict = "You saved a different text in another tab. Choose which one to keep.";

/** Converts an AppError for the form, and throws every other error again. */
export function refusal(error: unknown, actor: Actor): Extract<ContentResult, { ok: false }> {
  if (!(error instanceof AppError)) throw error;
  const errors = Object.fromEntries(
    // The server calls the field `values.heading`, and the form calls the field `heading`.
    error.issues.map(({ path, message }) => [path.replace(/^values\./, ""), message]),
  );
  const details = error instanceof EditConflict ? error.details : null;
  const conflicts = details?.conflicts.map((conflict) => ({
    ...conflict,
    isOwn: conflict.author === authorOf(actor),
  }));
  return {
    ok: false,
    ...(error.extra.confirmationRequired && { needsConfirmation: true }),
    message: conflicts?.every(({ isOwn }) => isOwn) ? ownConflict : error.message,
    errors,
    conflicts: conflicts ?? null,
    merged: details?.merged ?? null,
    revision: details?.revision ?? null,
  };
}
