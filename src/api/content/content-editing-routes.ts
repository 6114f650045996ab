import type { Context, Hono } from "hono";
import { z } from "zod";
import { archiveType } from "#content/archive/content-archive.ts";
import { exportContent } from "#content/archive/export-content.ts";
import { importContent } from "#content/archive/import-content.ts";
import { listForEditing, readForEditing } from "#content/drafts/editable-record.ts";
import { publishAllDrafts, publishDraft } from "#content/drafts/publish-draft.ts";
import {
  discardDraft,
  draftEdit,
  listDrafts,
  publication,
  revisionChoice,
  saveDraft,
} from "#content/drafts/save-draft.ts";
import { historyRequest, listHistory } from "#content/history/history.ts";
import { restoreRevision } from "#content/history/restore-revision.ts";
import { listTrash, restoreFromTrash } from "#content/history/trash.ts";
import { blockNamed } from "#content/model/blocks.ts";
import { destination, duplicateRecord, moveRecord } from "#content/records/move-record.ts";
import { streamedFile } from "#http/streamed-body.ts";
import { AppError } from "#platform/errors.ts";
import { requirePlainBody } from "#platform/texts/readable-body.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import { requireRight } from "#policy/rights.ts";
import type { ApiContext, ApiDependencies } from "../api-app.ts";
import { addCall } from "../call.ts";
import {
  draftExample,
  draftValues,
  editableSchema,
  historySchema,
  importReportSchema,
  trashedSchema,
} from "./content-schemas.ts";

const common = { tag: "Drafts and history", who: "admin" } as const;
const oneRecord = { schema: editableSchema };
const newRecord = { schema: editableSchema, status: 201 } as const;
const records = { schema: z.array(editableSchema) };
const historyQuery = historyRequest.pick({ limit: true, before: true });
const draftBody = { schema: draftEdit.extend({ values: draftValues }), example: draftExample };

/** `:block` is the `name` of a block, such as "pricing-package". */
export function contentEditingRoutes(api: Hono<ApiContext>, services: ApiDependencies): void {
  wholeContentRoutes(api, services);
  recordRoutes(api, services);
  changeRoutes(api, services);
}

function wholeContentRoutes(api: Hono<ApiContext>, services: ApiDependencies): void {
  addCall(api, "GET", "/content/drafts", {
    ...common,
    summary: "All records with drafts",
    answer: records,
    run: ({ actor }) => listDrafts(services, actor),
  });
  addCall(api, "POST", "/content/publish-all", {
    ...common,
    summary: "Publishes all drafts, or none",
    answer: { schema: z.strictObject({ published: z.array(z.string()) }) },
    refusals: [400, 409],
    run: async ({ actor }) => {
      const changes = await publishAllDrafts(services, actor);
      const published = changes.filter(({ lostMark }) => lostMark === undefined);
      return { published: published.map(({ id }) => id) };
    },
  });
  addCall(api, "GET", "/content/history", {
    ...common,
    summary: "History of all content, newest first",
    query: historyQuery.extend(historyRequest.pick({ block: true }).shape),
    answer: { schema: z.array(historySchema) },
    run: ({ context, actor }) => {
      const block = context.req.query("block");
      return listHistory(services, actor, { block, ...historyPage(context) });
    },
  });
  addCall(api, "GET", "/content/trash", {
    ...common,
    summary: "The trash, most recently deleted first",
    answer: { schema: z.array(trashedSchema) },
    run: ({ actor }) => listTrash(services, actor),
  });
  addCall(api, "POST", "/content/trash/:id/restore", {
    ...common,
    summary: "Restores a record from the trash",
    answer: oneRecord,
    refusals: [409],
    run: ({ actor, id }) => restoreFromTrash(services, actor, id),
  });
}

function recordRoutes(api: Hono<ApiContext>, services: ApiDependencies): void {
  addCall(api, "GET", "/content/:block", {
    ...common,
    summary: "A block's records with their drafts",
    answer: records,
    run: ({ actor, block }) => listForEditing(services, actor, blockNamed(block)),
  });
  addCall(api, "GET", "/content/:block/:id", {
    ...common,
    summary: "One record with its draft",
    answer: oneRecord,
    run: ({ actor, block, id }) => readForEditing(services, actor, blockNamed(block), id),
  });
  addCall(api, "GET", "/content/:block/:id/history", {
    ...common,
    summary: "History of a record, newest first",
    query: historyQuery,
    answer: { schema: z.array(historySchema) },
    run: ({ context, actor, block, id: recordId }) =>
      listHistory(services, actor, { block, recordId, ...historyPage(context) }),
  });
  addCall(api, "POST", "/content/:block/draft", {
    ...common,
    summary: "Adds an unpublished record",
    body: draftBody,
    answer: newRecord,
    refusals: [409],
    run: ({ actor, block, body }) => saveDraft(services, actor, blockNamed(block), null, body),
  });
  addCall(api, "PUT", "/content/:block/:id/draft", {
    ...common,
    summary: "Saves a draft",
    body: draftBody,
    answer: oneRecord,
    refusals: [409],
    run: ({ actor, block, id, body }) => saveDraft(services, actor, blockNamed(block), id, body),
  });
  addCall(api, "DELETE", "/content/:block/:id/draft", {
    ...common,
    summary: "Discards a record's draft",
    answer: oneRecord,
    run: async ({ actor, block, id }) =>
      (await discardDraft(services, actor, blockNamed(block), id)).record,
  });
}

function changeRoutes(api: Hono<ApiContext>, services: ApiDependencies): void {
  addCall(api, "POST", "/content/:block/:id/publish", {
    ...common,
    summary: "Publishes a record's draft",
    body: {
      schema: publication.extend({ values: draftValues.optional() }),
      example: {},
      optional: true,
    },
    answer: oneRecord,
    refusals: [409],
    run: async ({ actor, block, id, body }) =>
      (await publishDraft(services, actor, blockNamed(block), id, body)).record,
  });
  addCall(api, "POST", "/content/:block/:id/restore", {
    ...common,
    summary: "Restores a revision of a record",
    body: { schema: revisionChoice, example: { revision: 1 } },
    answer: oneRecord,
    refusals: [409],
    run: async ({ actor, block, id, body }) => {
      await readForEditing(services, actor, blockNamed(block), id);
      const { revision } = parseOrThrow(revisionChoice, body);
      return (await restoreRevision(services, actor, id, revision)).record;
    },
  });
  addCall(api, "POST", "/content/:block/:id/move", {
    ...common,
    summary: "Moves a record before another of its list, or to the end; at once, or in the draft",
    body: { schema: destination, example: { before: null } },
    answer: oneRecord,
    run: ({ actor, block, id, body }) => moveRecord(services, actor, blockNamed(block), id, body),
  });
  addCall(api, "POST", "/content/:block/:id/duplicate", {
    ...common,
    summary: "Adds a copy of a record as a draft",
    answer: newRecord,
    refusals: [409],
    run: ({ actor, block, id }) => duplicateRecord(services, actor, blockNamed(block), id),
  });
}

/**
 * Reads the query of a page of the history; `before` is the `_id` of the last entry of the previous
 * page.
 */
function historyPage(context: Context): { limit?: number; before?: string } {
  const { limit, before } = context.req.query();
  return {
    ...(limit === undefined ? {} : { limit: Number(limit) }),
    ...(before === undefined ? {} : { before }),
  };
}

/**
 * Enough for several hundred pictures. An import streams the body, so an import needs less memory
 * than this limit.
 */
const maxArchiveBytes = 1024 * 1024 * 1024;

/** Maximum body size in bytes for a path that takes an archive; undefined for other paths. */
export function archiveBodyLimit(path: string): number | undefined {
  return path === "/api/content/import" ? maxArchiveBytes : undefined;
}

export function contentArchiveRoutes(api: Hono<ApiContext>, services: ApiDependencies): void {
  addCall(api, "GET", "/content/export", {
    ...common,
    summary: "Exports all content as one file, one JSON object per line",
    answer: { type: archiveType, schema: z.string() },
    run: ({ actor }) => {
      const parts = exportContent(services, actor);
      return streamedFile({ name: "furrow-content.jsonl", type: archiveType, parts }, services.log);
    },
  });
  addCall(api, "POST", "/content/import", {
    ...common,
    summary: "Replaces the content with an exported file",
    detail: "Content that is not in the file goes to the trash.",
    query: z.object({
      "dry-run": z.string().optional().meta({ description: "When given, only returns a report" }),
    }),
    body: { types: [archiveType], schema: z.string() },
    answer: { schema: importReportSchema },
    refusals: [409],
    run: ({ context: { req }, actor }) => {
      requireRight(actor, "import content");
      if (req.header("content-type")?.split(";")[0]?.trim().toLowerCase() !== archiveType) {
        const message = `Send an exported file with the content type ${archiveType}.`;
        throw new AppError("wrong-type", message);
      }
      requirePlainBody(req.raw.headers);
      const file = (req.raw.body ?? new Blob([]).stream()) as AsyncIterable<Uint8Array>;
      // Any value makes a dry run, so that a typing error such as `?dry-run=ture` imports nothing.
      return importContent(services, actor, file, { dryRun: req.query("dry-run") !== undefined });
    },
  });
}
