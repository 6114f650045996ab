import type { Hono } from "hono";
import { z } from "zod";
import { blocks } from "#content/model/blocks.ts";
import type { AnyRecord, Block, BlockCalls } from "#content/model/define.ts";
import { hasLongFields, largestRecordBytes } from "#content/model/record-size.ts";
import { publicRecord } from "#content/records/content-store.server.ts";
import { readRecord, readRecords, readRecordsInChunks } from "#content/records/read-block.ts";
import { createRecord, deleteRecord, updateRecord } from "#content/records/save-block.ts";
import type { ApiContext, ApiDependencies } from "../api-app.ts";
import { type Audience, addCall } from "../call.ts";
import { listQuery, listRange, listResponse, streamedList } from "../list-response.ts";
import { blockTagPrefix, changeSchema, recordSchema, valuesSchema } from "./content-schemas.ts";

const longRecordCalls = (Object.values(blocks) as Block[])
  .filter(hasLongFields)
  .flatMap(({ calls }) => calls.flatMap(({ create, update }) => [create, update]));

/** The limit for a record with long texts, by the path of its call; undefined for other paths. */
export function recordBodyLimit(path: string): number | undefined {
  const isLong = longRecordCalls.some(
    (call) => path === `/api${call}` || path.startsWith(`/api${call}/`),
  );
  return isLong ? largestRecordBytes : undefined;
}

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
  const { title, readBy, shape, seed } = block;
  const tag = `${blockTagPrefix}${title}`;
  const readers: Audience = readBy === "everyone" ? "everyone" : "admin";
  const schema = recordSchema(block);
  const example = block.example ?? seed[0];
  const size = hasLongFields(block) ? { mostBytes: largestRecordBytes } : {};
  const shown = (record: AnyRecord) => publicRecord(block, record);
  const one = `${calls.read}/:id` as "/:id";
  for (const path of calls.list) {
    addCall(api, "GET", path, {
      tag,
      who: readers,
      summary: `All records of ${title}`,
      query: listQuery,
      answer: { schema: z.array(schema) },
      refusals: [404],
      run: async ({ context, actor }) => {
        if (block.isRead !== "alone") {
          return listResponse(context, await readRecords(services, actor, block));
        }
        const chunks = readRecordsInChunks(services, actor, block, listRange(context));
        return streamedList(context, services.log, chunks, shown);
      },
    });
  }
  addCall(api, "GET", one, {
    tag,
    who: readers,
    summary: `One record of ${title}`,
    answer: { schema },
    run: ({ actor, id }) => readRecord(services, actor, block, id),
  });
  addCall(api, "POST", calls.create, {
    tag,
    who: "admin",
    summary: `Adds a record to ${title}`,
    body: { schema: valuesSchema(block), example, ...size },
    answer: { schema, status: 201 },
    refusals: shape === "singleton" ? [409] : [],
    run: async ({ actor, body }) => shown(await createRecord(services, actor, block, body)),
  });
  addCall(api, "PUT", `${calls.update}/:id` as "/:id", {
    tag,
    who: "admin",
    summary: `Changes a record of ${title}`,
    detail: "An optional field that is left out stays as it is; one that is sent empty is emptied.",
    query: baseQuery,
    body: { schema: changeSchema(block), example, ...size },
    answer: { schema },
    refusals: [409],
    run: async ({ context, actor, id, body }) => {
      // The specification's calls have no base, so `base` is optional.
      const base = context.req.query("base");
      const since = base === undefined ? undefined : Number(base);
      return shown(await updateRecord(services, actor, block, id, body, since));
    },
  });
  addCall(api, "DELETE", one, {
    tag,
    who: "admin",
    summary: `Moves a record of ${title} to the trash`,
    answer: { schema },
    run: async ({ actor, id }) => shown(await deleteRecord(services, actor, block, id)),
  });
}

const baseQuery = z.object({
  base: z
    .int()
    .min(1)
    .optional()
    .meta({ description: "Revision from which the edit started; changes by others are then kept" }),
});
