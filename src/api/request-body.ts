import type { Context } from "hono";
import { AppError } from "../platform/errors.ts";
import { parseJson } from "../platform/texts/parse-json.ts";
import { requirePlainBody, textOf } from "../platform/texts/readable-body.ts";
import { UnreadableInput } from "../platform/texts/validation.ts";

/** The JSON body of a write; invalid JSON or UTF-8 becomes a value that validation refuses. */
export async function jsonBody(context: Context): Promise<unknown> {
  const type = context.req.header("content-type")?.split(";")[0]?.trim().toLowerCase();
  const body = await context.req.arrayBuffer();
  if (type !== "application/json") {
    const message = "Send JSON, with the content type application/json.";
    return new UnreadableInput(new AppError("wrong-type", message));
  }
  try {
    requirePlainBody(context.req.raw.headers);
    return parseJson(textOf(body));
  } catch (error) {
    if (error instanceof AppError) return new UnreadableInput(error);
    throw error;
  }
}

/** The JSON body of a write; `{}` without a body. */
export async function optionalJsonBody(context: Context): Promise<unknown> {
  return context.req.raw.body === null ? {} : jsonBody(context);
}
