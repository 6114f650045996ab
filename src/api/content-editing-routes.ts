import type { Context, Hono } from "hono";
import { blockNamed } from "../content/block-named.ts";
import { discardDraft } from "../content/discard-draft.ts";
import { revisionChoice } from "../content/draft-input.ts";
import { duplicateRecord } from "../content/duplicate-record.ts";
import { listDrafts } from "../content/list-drafts.ts";
import { listHistory } from "../content/list-history.ts";
import { listTrash } from "../content/list-trash.ts";
import { moveRecord } from "../content/move-record.ts";
import { publishAllDrafts } from "../content/publish-all-drafts.ts";
import { publishDraft } from "../content/publish-draft.ts";
import { listForEditing, readForEditing } from "../content/read-for-editing.ts";
import { restoreFromTrash } from "../content/restore-from-trash.ts";
import { restoreRevision } from "../content/restore-revision.ts";
import { saveDraft } from "../content/save-draft.ts";
import { parseOrThrow } from "../platform/validation.ts";
import type { ApiContext, ApiDependencies } from "./api-app.ts";
import { jsonBody, optionalJsonBody } from "./request-body.ts";

/**
 * Drafts, history, trash and order of all blocks, for admins. `{block}` is a block's name in the
 * database, such as "pricing-package".
 */
export function contentEditingRoutes(api: Hono<ApiContext>, services: ApiDependencies): void {
  wholeContentRoutes(api, services);
  recordRoutes(api, services);
  changeRoutes(api, services);
}

function wholeContentRoutes(api: Hono<ApiContext>, services: ApiDependencies): void {
  api.get("/content/drafts", async (c) => c.json(await listDrafts(services, await c.var.actor())));
  api.post("/content/publish-all", async (c) =>
    c.json(await publishAllDrafts(services, await c.var.actor())),
  );
  api.get("/content/history", async (c) => {
    const block = c.req.query("block");
    return c.json(await listHistory(services, await c.var.actor(), { block, ...historyPage(c) }));
  });
  api.get("/content/trash", async (c) => c.json(await listTrash(services, await c.var.actor())));
  api.post("/content/trash/:id/restore", async (c) =>
    c.json(await restoreFromTrash(services, await c.var.actor(), c.req.param("id"))),
  );
}

function recordRoutes(api: Hono<ApiContext>, services: ApiDependencies): void {
  api.get("/content/:block", async (c) => {
    const actor = await c.var.actor();
    return c.json(await listForEditing(services, actor, blockNamed(c.req.param("block"))));
  });
  api.get("/content/:block/:id", async (c) => {
    const { block, id } = c.req.param();
    return c.json(await readForEditing(services, await c.var.actor(), blockNamed(block), id));
  });
  api.get("/content/:block/:id/history", async (c) => {
    const { block, id: recordId } = c.req.param();
    const request = { block, recordId, ...historyPage(c) };
    return c.json(await listHistory(services, await c.var.actor(), request));
  });
  api.post("/content/:block/draft", async (c) => {
    const [actor, block] = [await c.var.actor(), blockNamed(c.req.param("block"))];
    return c.json(await saveDraft(services, actor, block, null, await jsonBody(c)), 201);
  });
  api.put("/content/:block/:id/draft", async (c) => {
    const { block, id } = c.req.param();
    const actor = await c.var.actor();
    return c.json(await saveDraft(services, actor, blockNamed(block), id, await jsonBody(c)));
  });
  api.delete("/content/:block/:id/draft", async (c) => {
    const { block, id } = c.req.param();
    return c.json(await discardDraft(services, await c.var.actor(), blockNamed(block), id));
  });
}

function changeRoutes(api: Hono<ApiContext>, services: ApiDependencies): void {
  api.post("/content/:block/:id/publish", async (c) => {
    const { block, id } = c.req.param();
    const [actor, body] = [await c.var.actor(), await optionalJsonBody(c)];
    return c.json(await publishDraft(services, actor, blockNamed(block), id, body));
  });
  api.post("/content/:block/:id/restore", async (c) => {
    const { block, id } = c.req.param();
    const [actor, body] = [await c.var.actor(), await jsonBody(c)];
    await readForEditing(services, actor, blockNamed(block), id);
    const { revision } = parseOrThrow(revisionChoice, body);
    return c.json(await restoreRevision(services, actor, id, revision));
  });
  api.post("/content/:block/:id/move", async (c) => {
    const { block, id } = c.req.param();
    const [actor, body] = [await c.var.actor(), await jsonBody(c)];
    return c.json(await moveRecord(services, actor, blockNamed(block), id, body));
  });
  api.post("/content/:block/:id/duplicate", async (c) => {
    const { block, id } = c.req.param();
    const actor = await c.var.actor();
    return c.json(await duplicateRecord(services, actor, blockNamed(block), id), 201);
  });
}

/** Pages of a history: `limit`, and `before` with the `_id` of the last entry that is known. */
function historyPage(context: Context): { limit?: number; before?: string } {
  const { limit, before } = context.req.query();
  return {
    ...(limit === undefined ? {} : { limit: Number(limit) }),
    ...(before === undefined ? {} : { before }),
  };
}
