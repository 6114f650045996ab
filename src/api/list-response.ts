import type { Context } from "hono";
import { z } from "zod";
import { streamedBody } from "../http/streamed-body.ts";
import { AppError } from "../platform/errors.ts";
import type { Log } from "../platform/metrics/log.ts";
import { parseOrThrow } from "../platform/texts/validation.ts";

/**
 * Answers with the whole list or, with `limit` and `after` (an `_id`), with a page of it. Throws
 * "not-found" for an unknown `after`: a page from the beginning would send a client that reads page
 * after page into an endless loop.
 */
export function listResponse(context: Context, records: readonly { readonly _id: string }[]) {
  const { limit, after } = listRange(context);
  const last = after === undefined ? -1 : records.findIndex(({ _id }) => _id === after);
  if (after !== undefined && last === -1) {
    throw new AppError("not-found", "There is no such record to start after.");
  }
  const start = last + 1;
  return context.json(
    limit === undefined ? records.slice(start) : records.slice(start, start + limit),
  );
}

/**
 * Streams a list of any length in chunks. Waits for the first chunk: if reading the chunk fails,
 * the function throws, and the client gets the status of the error.
 */
export async function streamedList<Item>(
  context: Context,
  log: Log,
  chunks: AsyncGenerator<readonly Item[]>,
  shown: (item: Item) => unknown,
): Promise<Response> {
  const body = await streamedBody(arrayText(chunks, shown), log);
  return context.body(body, 200, { "Content-Type": "application/json" });
}

async function* arrayText<Item>(
  chunks: AsyncGenerator<readonly Item[]>,
  shown: (item: Item) => unknown,
): AsyncGenerator<string> {
  let separator = "[";
  for await (const chunk of chunks) {
    yield separator + chunk.map((item) => JSON.stringify(shown(item))).join(",");
    separator = ",";
  }
  yield separator === "[" ? "[]" : "]";
}

export const listQuery = z.object({
  limit: z
    .string()
    .regex(/^([1-9]\d{0,2}|1000)$/, "The limit must be a whole number from 1 to 1000.")
    .transform(Number)
    .optional(),
  after: z.string().optional().meta({
    description: "An `_id`; only later records are listed. An unknown `_id` returns 404",
  }),
});

/** Throws "invalid" for a limit outside 1 to 1000. */
export function listRange(context: Context): {
  limit?: number | undefined;
  after?: string | undefined;
} {
  return parseOrThrow<z.infer<typeof listQuery>>(listQuery, context.req.query());
}
