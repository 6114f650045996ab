import type { Context } from "hono";

/**
 * Answers with one record and its length, so that it is not compressed: compressing a short record
 * takes longer than making it and saves nothing.
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
