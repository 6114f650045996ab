import type { Context } from "hono";
import { AppError } from "../platform/errors.ts";

/** The JSON body of a write. Throws "wrong-type" and "invalid". */
export async function jsonBody(context: Context): Promise<unknown> {
  const type = context.req.header("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") {
    throw new AppError("wrong-type", "Send JSON, with the content type application/json.");
  }
  const body = await context.req.text();
  try {
    return JSON.parse(body);
  } catch {
    throw new AppError("invalid", "The body is not valid JSON.");
  }
}
