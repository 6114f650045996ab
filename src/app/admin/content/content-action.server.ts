import { z } from "zod";
import type { Services } from "../../../compose.ts";
import { type EditableRecord, labelOf } from "../../../content/drafts/editable-record.ts";
import { EditConflict } from "../../../content/drafts/merge-edits.ts";
import { publishAllDrafts, publishDraft } from "../../../content/drafts/publish-draft.ts";
import { discardDraft, saveDraft } from "../../../content/drafts/save-draft.ts";
import { restoreRevision, takeBackRevision } from "../../../content/history/restore-revision.ts";
import { restoreFromTrash } from "../../../content/history/trash.ts";
import { blockNamed } from "../../../content/model/blocks.ts";
import type { Block } from "../../../content/model/define.ts";
import { duplicateRecord, moveRecord } from "../../../content/records/move-record.ts";
import { createRecord, deleteRecord } from "../../../content/records/save-block.ts";
import { AppError } from "../../../platform/errors.ts";
import { type Actor, authorOf } from "../../../policy/actor.ts";
import type { ContentRequest, ContentResult } from "./content-action.ts";

const id = z.string();
const block = z.string();
const revision = z.int();

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
  z.object({ intent: z.literal("move"), block, id, before: id.nullable() }),
  z.object({ intent: z.enum(["restore", "take-back"]), block, id, revision }),
  z.object({ intent: z.literal("publish-all") }),
]) satisfies z.ZodType<ContentRequest>;

/** Reads a request of the panel. Throws "invalid" for anything that the panel cannot have sent. */
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

/** Executes a request of the panel and returns the specified message. */
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
      const { published } = await publishAllDrafts(services, actor);
      const count = published.length;
      return done(count === 1 ? "1 draft is published" : `${count} drafts are published`);
    }
    case "undelete":
      return done("Restored", await restoreFromTrash(services, actor, request.id));
    case "delete": {
      const block = blockNamed(request.block);
      const label = labelOf(block, await deleteRecord(services, actor, block, request.id));
      const undo = { intent: "undelete", id: request.id } as const;
      return { ...done(`“${label}” was moved to the trash`), undo };
    }
    case "discard": {
      const { block, id } = request;
      const record = await discardDraft(services, actor, blockNamed(block), id);
      // An unpublished record is in the trash now.
      if (record.published === null) {
        return {
          ...done("The draft was moved to the trash", record),
          undo: { intent: "undelete", id },
        };
      }
      const undo = { intent: "take-back", block, id, revision: record.revision } as const;
      return { ...done("Draft discarded", record), undo };
    }
    case "duplicate":
      await duplicateRecord(services, actor, blockNamed(request.block), request.id);
      return done("Copied as a draft");
    case "move":
      await moveRecord(services, actor, blockNamed(request.block), request.id, {
        before: request.before,
      });
      return done(`${blockNamed(request.block).title}: visitors see the new order`);
    case "restore": {
      const { block, id } = request;
      const record = await restoreRevision(services, actor, id, request.revision);
      const undo = { intent: "take-back", block, id, revision: record.revision } as const;
      return { ...done(blockNamed(block).messages.updated, record), undo };
    }
    case "take-back":
      return done(
        blockNamed(request.block).messages.updated,
        await takeBackRevision(services, actor, request.id, request.revision),
      );
  }
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
    return done("The draft is saved; visitors do not see it", id === null ? null : record);
  }
  if (id === null) {
    await createRecord(services, actor, block, values);
    return done(block.messages.created);
  }
  const known = seen === null ? {} : { seen };
  const record = await publishDraft(services, actor, block, id, { values, ...from, ...known });
  return done(block.messages.updated, record);
}

function done(message: string, record: EditableRecord | null = null): Success {
  return { ok: true, message, record, undo: null };
}

const ownConflict = "You saved a different text in another tab. Choose which one to keep.";

/** Converts a rejection for the form. Other errors are thrown again. */
export function refusal(error: unknown, actor: Actor): Extract<ContentResult, { ok: false }> {
  if (!(error instanceof AppError)) throw error;
  const errors = Object.fromEntries(
    // Issues of one record are named by field; of several records, by record and field.
    error.issues.map(({ path, message }) => [path.replace(/^values\./, ""), message]),
  );
  const details = error instanceof EditConflict ? error.details : null;
  const conflicts = details?.conflicts.map((conflict) => ({
    ...conflict,
    isOwn: conflict.author === authorOf(actor),
  }));
  return {
    ok: false,
    message: conflicts?.every(({ isOwn }) => isOwn) ? ownConflict : error.message,
    errors,
    conflicts: conflicts ?? null,
    merged: details?.merged ?? null,
    revision: details?.revision ?? null,
  };
}
