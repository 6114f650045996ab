import type { Context } from "hono";
import { AppError } from "../platform/errors.ts";
import { UnreadableInput } from "../platform/validation.ts";

/** The JSON body of a write; what is no JSON is refused where an operation validates it. */
export async function jsonBody(context: Context): Promise<unknown> {
  const type = context.req.header("content-type")?.split(";")[0]?.trim().toLowerCase();
  const body = await context.req.text();
  if (type !== "application/json") {
    const message = "Send JSON, with the content type application/json.";
    return new UnreadableInput(new AppError("wrong-type", message));
  }
  try {
    return JSON.parse(body);
  } catch {
    return new UnreadableInput(new AppError("invalid", "The body is not valid JSON."));
  }
}

/** The same for a write that may come without a body, which is `{}`. */
export async function optionalJsonBody(context: Context): Promise<unknown> {
  return context.req.raw.body === null ? {} : jsonBody(context);
}
