import type { Context } from "hono";
import { stream } from "hono/streaming";
import { z } from "zod";
import { parseOrThrow } from "../platform/validation.ts";

/**
 * Answers a list as an array, oldest first: all of it, or with `limit` and `after` (an `_id`) the
 * part behind that record.
 */
export function listResponse(context: Context, records: readonly { readonly _id: string }[]) {
  const { limit, after } = listRange(context);
  const start = after === undefined ? 0 : records.findIndex(({ _id }) => _id === after) + 1;
  return context.json(
    limit === undefined ? records.slice(start) : records.slice(start, start + limit),
  );
}

/**
 * The same for a list of any length, which comes in chunks and is sent on as they come. What the
 * first step throws is answered as any refusal.
 */
export async function streamedList<Item>(
  context: Context,
  chunks: AsyncGenerator<readonly Item[]>,
  shown: (item: Item) => unknown,
): Promise<Response> {
  // The first chunk comes before the answer begins, so that a refusal still has its status.
  const first = await chunks.next();
  context.header("Content-Type", "application/json");
  return stream(context, async (out) => {
    let separator = "[";
    for (let chunk = first; !chunk.done; chunk = await chunks.next()) {
      await out.write(separator + chunk.value.map((item) => JSON.stringify(shown(item))).join(","));
      separator = ",";
    }
    await out.write(separator === "[" ? "[]" : "]");
  });
}

/** The part of a list that an address asks for. */
export const listQuery = z.object({
  limit: z
    .string()
    .regex(/^([1-9]\d{0,2}|1000)$/, "The limit must be a whole number from 1 to 1000.")
    .transform(Number)
    .optional(),
  after: z.string().optional().meta({ description: "An `_id`: only what comes behind it" }),
});

/** Throws "invalid" for a limit that is no whole number from 1 to 1000. */
export function listRange(context: Context): {
  limit?: number | undefined;
  after?: string | undefined;
} {
  return parseOrThrow<z.infer<typeof listQuery>>(listQuery, context.req.query());
}
