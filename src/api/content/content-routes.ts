import type { Hono } from "hono";
import { z } from "zod";
import { blocks } from "../../content/model/blocks.ts";
import type { Block, BlockCalls } from "../../content/model/define.ts";
import { readRecord, readRecords } from "../../content/records/read-block.ts";
import { createRecord, deleteRecord, updateRecord } from "../../content/records/save-block.ts";
import type { ApiContext, ApiDependencies } from "../api-app.ts";
import { type Audience, describeCall } from "../describe-call.ts";
import { listQuery, listResponse } from "../list-response.ts";
import { jsonBody } from "../request-body.ts";
import { blockTagPrefix, changeSchema, recordSchema, valuesSchema } from "./content-schemas.ts";

/** The REST calls of all blocks, from their declarations. */
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
  const { list, read, create, update, remove } = describeBlock(block);
  for (const path of calls.list) {
    api.get(path, list, async (c) =>
      listResponse(c, await readRecords(services, await c.var.actor(), block)),
    );
  }
  api.get(`${calls.read}/:id`, read, async (c) =>
    c.json(await readRecord(services, await c.var.actor(), block, c.req.param("id"))),
  );
  api.post(calls.create, create, async (c) => {
    const actor = await c.var.actor();
    return c.json(await createRecord(services, actor, block, await jsonBody(c)), 201);
  });
  api.put(`${calls.update}/:id`, update, async (c) => {
    const actor = await c.var.actor();
    const id = c.req.param("id");
    // Optional, because the specified calls have no base; with a base, no change since that
    // revision is lost.
    const base = c.req.query("base");
    const since = base === undefined ? undefined : Number(base);
    return c.json(await updateRecord(services, actor, block, id, await jsonBody(c), since));
  });
  api.delete(`${calls.read}/:id`, remove, async (c) =>
    c.json(await deleteRecord(services, await c.var.actor(), block, c.req.param("id"))),
  );
}

function describeBlock(block: Block) {
  const { title, readBy, shape, seed } = block;
  const tag = `${blockTagPrefix}${title}`;
  const readers: Audience = readBy === "everyone" ? "everyone" : "admin";
  const record = recordSchema(block);
  const [example] = seed;
  const answer = { schema: record };
  return {
    list: describeCall({
      tag,
      summary: `All records of ${title}`,
      who: readers,
      query: listQuery,
      answer: { schema: z.array(record) },
      refusals: [404],
    }),
    read: describeCall({ tag, summary: `One record of ${title}`, who: readers, answer }),
    create: describeCall({
      tag,
      summary: `Adds a record to ${title}`,
      who: "admin",
      body: { schema: valuesSchema(block), example },
      answer: { ...answer, status: 201 },
      refusals: shape === "singleton" ? [409] : [],
    }),
    update: describeCall({
      tag,
      summary: `Changes a record of ${title}`,
      detail:
        "An optional field that is left out stays as it is; one that is sent empty is emptied.",
      who: "admin",
      query: baseQuery,
      body: { schema: changeSchema(block), example },
      answer,
      refusals: [409],
    }),
    remove: describeCall({
      tag,
      summary: `Moves a record of ${title} to the trash`,
      who: "admin",
      answer,
    }),
  };
}

const baseQuery = z.object({
  base: z
    .int()
    .min(1)
    .optional()
    .meta({ description: "Revision from which the edit started; changes by others are then kept" }),
});
