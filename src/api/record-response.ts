import type { Context } from "hono";

/**
 * Answers one record. It says its length, so that a short one, which is what records are, is sent as it
 * is: to compress it takes longer than to make it, and saves nobody anything.
 */
export function recordResponse(
  context: Context,
  record: object,
  status: 200 | 201 = 200,
): Response {
  const body = JSON.stringify(record);
  return context.body(body, status, {
    "Content-Type": "application/json",
    "Content-Length": String(Buffer.byteLength(body)),
  });
}
