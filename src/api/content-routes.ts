import type { Hono } from "hono";
import { blocks } from "../content/blocks.ts";
import type { Block, BlockCalls } from "../content/define.ts";
import { readRecord, readRecords } from "../content/read-block.ts";
import { createRecord, deleteRecord, updateRecord } from "../content/save-block.ts";
import type { ApiContext, ApiDependencies } from "./api-app.ts";
import { listResponse } from "./list-response.ts";
import { jsonBody } from "./request-body.ts";

/** The calls of every block, from its declaration. */
export function contentRoutes(api: Hono<ApiContext>, services: ApiDependencies): void {
  for (const block of Object.values(blocks) as Block[]) {
    for (const calls of block.calls) blockRoutes(api, services, block, calls);
  }
}

function blockRoutes(
  api: Hono<ApiContext>,
  services: ApiDependencies,
  block: Block,
  calls: BlockCalls,
): void {
  for (const path of calls.list) {
    api.get(path, async (c) =>
      listResponse(c, await readRecords(services, await c.var.actor(), block)),
    );
  }
  api.get(`${calls.read}/:id`, async (c) =>
    c.json(await readRecord(services, await c.var.actor(), block, c.req.param("id"))),
  );
  api.post(calls.create, async (c) => {
    const actor = await c.var.actor();
    return c.json(await createRecord(services, actor, block, await jsonBody(c)), 201);
  });
  api.put(`${calls.update}/:id`, async (c) => {
    const actor = await c.var.actor();
    const id = c.req.param("id");
    // The specification's calls have none; with one, nobody's change since that revision is lost.
    const base = c.req.query("base");
    const since = base === undefined ? undefined : Number(base);
    return c.json(await updateRecord(services, actor, block, id, await jsonBody(c), since));
  });
  api.delete(`${calls.read}/:id`, async (c) =>
    c.json(await deleteRecord(services, await c.var.actor(), block, c.req.param("id"))),
  );
}
