import type { Context, Hono } from "hono";
import { z } from "zod";
import { listForEditing, readForEditing } from "../../content/drafts/editable-record.ts";
import { publishAllDrafts, publishDraft } from "../../content/drafts/publish-draft.ts";
import {
  discardDraft,
  draftEdit,
  listDrafts,
  publication,
  revisionChoice,
  saveDraft,
} from "../../content/drafts/save-draft.ts";
import { historyRequest, listHistory } from "../../content/history/history.ts";
import { restoreRevision } from "../../content/history/restore-revision.ts";
import { listTrash, restoreFromTrash } from "../../content/history/trash.ts";
import { blockNamed } from "../../content/model/blocks.ts";
import { destination, duplicateRecord, moveRecord } from "../../content/records/move-record.ts";
import { parseOrThrow } from "../../platform/texts/validation.ts";
import type { ApiContext, ApiDependencies } from "../api-app.ts";
import { describeCall } from "../describe-call.ts";
import { jsonBody, optionalJsonBody } from "../request-body.ts";
import {
  draftExample,
  draftValues,
  editableSchema,
  historySchema,
  trashedSchema,
} from "./content-schemas.ts";

/**
 * Calls on drafts, history, trash and order of all blocks, for admins. `{block}` is the name of a
 * block in the database, such as "pricing-package".
 */
export function contentEditingRoutes(api: Hono<ApiContext>, services: ApiDependencies): void {
  wholeContentRoutes(api, services);
  recordRoutes(api, services);
  changeRoutes(api, services);
}

const common = { tag: "Drafts and history", who: "admin" } as const;
const oneRecord = { schema: editableSchema };
const historyQuery = historyRequest.pick({ limit: true, before: true });

function wholeContentRoutes(api: Hono<ApiContext>, services: ApiDependencies): void {
  api.get(
    "/content/drafts",
    describeCall({
      ...common,
      summary: "All records with drafts",
      answer: { schema: z.array(editableSchema) },
    }),
    async (c) => c.json(await listDrafts(services, await c.var.actor())),
  );
  api.post(
    "/content/publish-all",
    describeCall({
      ...common,
      summary: "Publishes all drafts, or none",
      answer: { schema: z.strictObject({ published: z.array(z.string()) }) },
      refusals: [400, 409],
    }),
    async (c) => {
      const changes = await publishAllDrafts(services, await c.var.actor());
      return c.json({ published: changes.map(({ id }) => id) });
    },
  );
  api.get(
    "/content/history",
    describeCall({
      ...common,
      summary: "History of all content, newest first",
      query: historyQuery.extend(historyRequest.pick({ block: true }).shape),
      answer: { schema: z.array(historySchema) },
    }),
    async (c) => {
      const block = c.req.query("block");
      return c.json(await listHistory(services, await c.var.actor(), { block, ...historyPage(c) }));
    },
  );
  api.get(
    "/content/trash",
    describeCall({
      ...common,
      summary: "The trash, most recently deleted first",
      answer: { schema: z.array(trashedSchema) },
    }),
    async (c) => c.json(await listTrash(services, await c.var.actor())),
  );
  api.post(
    "/content/trash/:id/restore",
    describeCall({
      ...common,
      summary: "Restores a record from the trash",
      answer: oneRecord,
      refusals: [409],
    }),
    async (c) => c.json(await restoreFromTrash(services, await c.var.actor(), c.req.param("id"))),
  );
}

function recordRoutes(api: Hono<ApiContext>, services: ApiDependencies): void {
  api.get(
    "/content/:block",
    describeCall({
      ...common,
      summary: "A block's records with their drafts",
      answer: { schema: z.array(editableSchema) },
    }),
    async (c) => {
      const actor = await c.var.actor();
      return c.json(await listForEditing(services, actor, blockNamed(c.req.param("block"))));
    },
  );
  api.get(
    "/content/:block/:id",
    describeCall({ ...common, summary: "One record with its draft", answer: oneRecord }),
    async (c) => {
      const { block, id } = c.req.param();
      return c.json(await readForEditing(services, await c.var.actor(), blockNamed(block), id));
    },
  );
  api.get(
    "/content/:block/:id/history",
    describeCall({
      ...common,
      summary: "History of a record, newest first",
      query: historyQuery,
      answer: { schema: z.array(historySchema) },
    }),
    async (c) => {
      const { block, id: recordId } = c.req.param();
      const request = { block, recordId, ...historyPage(c) };
      return c.json(await listHistory(services, await c.var.actor(), request));
    },
  );
  api.post(
    "/content/:block/draft",
    describeCall({
      ...common,
      summary: "Adds an unpublished record",
      body: draftBody,
      answer: { ...oneRecord, status: 201 },
      refusals: [409],
    }),
    async (c) => {
      const [actor, block] = [await c.var.actor(), blockNamed(c.req.param("block"))];
      return c.json(await saveDraft(services, actor, block, null, await jsonBody(c)), 201);
    },
  );
  api.put(
    "/content/:block/:id/draft",
    describeCall({
      ...common,
      summary: "Saves a draft",
      body: draftBody,
      answer: oneRecord,
      refusals: [409],
    }),
    async (c) => {
      const { block, id } = c.req.param();
      const actor = await c.var.actor();
      return c.json(await saveDraft(services, actor, blockNamed(block), id, await jsonBody(c)));
    },
  );
  api.delete(
    "/content/:block/:id/draft",
    describeCall({ ...common, summary: "Discards a record's draft", answer: oneRecord }),
    async (c) => {
      const { block, id } = c.req.param();
      const { record } = await discardDraft(services, await c.var.actor(), blockNamed(block), id);
      return c.json(record);
    },
  );
}

const draftBody = { schema: draftEdit.extend({ values: draftValues }), example: draftExample };

function changeRoutes(api: Hono<ApiContext>, services: ApiDependencies): void {
  api.post(
    "/content/:block/:id/publish",
    describeCall({
      ...common,
      summary: "Publishes a record's draft",
      body: {
        schema: publication.extend({ values: draftValues.optional() }),
        example: {},
        optional: true,
      },
      answer: oneRecord,
      refusals: [409],
    }),
    async (c) => {
      const { block, id } = c.req.param();
      const [actor, body] = [await c.var.actor(), await optionalJsonBody(c)];
      const { record } = await publishDraft(services, actor, blockNamed(block), id, body);
      return c.json(record);
    },
  );
  api.post(
    "/content/:block/:id/restore",
    describeCall({
      ...common,
      summary: "Restores a revision of a record",
      body: { schema: revisionChoice, example: { revision: 1 } },
      answer: oneRecord,
      refusals: [409],
    }),
    async (c) => {
      const { block, id } = c.req.param();
      const [actor, body] = [await c.var.actor(), await jsonBody(c)];
      await readForEditing(services, actor, blockNamed(block), id);
      const { revision } = parseOrThrow(revisionChoice, body);
      return c.json(await restoreRevision(services, actor, id, revision));
    },
  );
  api.post(
    "/content/:block/:id/move",
    describeCall({
      ...common,
      summary: "Moves a record before another of its list, or to the end; at once, or in the draft",
      body: { schema: destination, example: { before: null } },
      answer: oneRecord,
    }),
    async (c) => {
      const { block, id } = c.req.param();
      const [actor, body] = [await c.var.actor(), await jsonBody(c)];
      return c.json(await moveRecord(services, actor, blockNamed(block), id, body));
    },
  );
  api.post(
    "/content/:block/:id/duplicate",
    describeCall({
      ...common,
      summary: "Adds a copy of a record as a draft",
      answer: { ...oneRecord, status: 201 },
      refusals: [409],
    }),
    async (c) => {
      const { block, id } = c.req.param();
      const actor = await c.var.actor();
      return c.json(await duplicateRecord(services, actor, blockNamed(block), id), 201);
    },
  );
}

/** Page of a history: `limit`, and `before` with the `_id` of the last known entry. */
function historyPage(context: Context): { limit?: number; before?: string } {
  const { limit, before } = context.req.query();
  return {
    ...(limit === undefined ? {} : { limit: Number(limit) }),
    ...(before === undefined ? {} : { before }),
  };
}
