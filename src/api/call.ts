import type { Context, Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { z } from "zod";
import { AppError } from "../platform/errors.ts";
import { parseJson } from "../platform/texts/parse-json.ts";
import { requirePlainBody, requireSize, textOf } from "../platform/texts/readable-body.ts";
import { UnreadableInput } from "../platform/texts/validation.ts";
import { type Actor, visitor } from "../policy/actor.ts";
import type { ApiContext } from "./api-app.ts";

/** Who may make a call. Others get 401 without a session and 403 with a session. */
export type Audience = "everyone" | "signed in" | "admin";

export interface CallDescription {
  /** Group in the OpenAPI document. */
  readonly tag: string;
  /** A sentence without a full stop. */
  readonly summary: string;
  readonly detail?: string;
  readonly who: Audience;
  /** True for a call that needs a session and refuses API keys. */
  readonly withoutKeys?: boolean;
  /** Schema of the query parameters as they are in the URL, so every value is text. */
  readonly query?: z.ZodObject;
  readonly headers?: z.ZodObject;
  readonly body?: CallBody;
  readonly answer: CallAnswer;
  /**
   * Error statuses that the OpenAPI document cannot derive. It derives 401 and 403 from `who`, 404
   * from an id in the path, 403 (cross-site) and 413 from a write, 400 and 415 from a body, and 400
   * from a query.
   */
  readonly refusals?: readonly number[];
}

interface CallBody {
  /**
   * Media types of the body; JSON by default. For other types, `run` reads the body from the
   * request.
   */
  readonly types?: readonly string[];
  /** For a body of JSON over the usual limit. */
  readonly mostBytes?: number;
  readonly schema: z.ZodType;
  readonly example?: unknown;
  readonly optional?: boolean;
}

interface CallAnswer {
  readonly status?: ContentfulStatusCode;
  readonly type?: string;
  /** Without a schema the answer has no body. */
  readonly schema?: z.ZodType;
}

type ParameterName<Path> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterName<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

type CallRequest<Path extends string> = Readonly<Record<ParameterName<Path>, string>> & {
  readonly context: Context<ApiContext>;
  /**
   * The session is not looked up in calls for everyone, so the actor of these calls is always a
   * visitor.
   */
  readonly actor: Actor;
  /** The JSON body; undefined if the call has no body or a body of another type. */
  readonly body: unknown;
};

const descriptions = new WeakMap<object, CallDescription>();

/** `run` returns the JSON body of the answer, or a whole Response. */
export function addCall<Path extends string>(
  api: Hono<ApiContext>,
  method: "GET" | "POST" | "PUT" | "DELETE",
  path: Path,
  { run, ...call }: CallDescription & { readonly run: (request: CallRequest<Path>) => unknown },
): void {
  const handler = async (context: Context<ApiContext>) => {
    const actor = call.who === "everyone" ? visitor : await context.var.actor();
    const body = call.body && (await jsonBody(context, call.body));
    const parameters = context.req.param() as Record<ParameterName<Path>, string>;
    const answer = await run({ ...parameters, context, actor, body });
    if (answer instanceof Response) return answer;
    return context.json(answer as object, call.answer.status);
  };
  descriptions.set(handler, call);
  api.on(method, path, handler);
}

/** Undefined for a handler that `addCall` did not add. */
export function descriptionOf(handler: object): CallDescription | undefined {
  return descriptions.get(handler);
}

/**
 * Returns UnreadableInput for a body that is not UTF-8 JSON, so that rights are checked before
 * `parseOrThrow` rejects the body.
 */
async function jsonBody(
  context: Context,
  { types, optional, mostBytes }: CallBody,
): Promise<unknown> {
  if (types !== undefined) return undefined;
  if (optional && context.req.raw.body === null) return {};
  const type = context.req.header("content-type")?.split(";")[0]?.trim().toLowerCase();
  try {
    requireSize(context.req.raw.headers, mostBytes);
    const body = await context.req.arrayBuffer();
    if (type !== "application/json") {
      throw new AppError("wrong-type", "Send JSON, with the content type application/json.");
    }
    requirePlainBody(context.req.raw.headers);
    return parseJson(textOf(body));
  } catch (error) {
    if (error instanceof AppError) return new UnreadableInput(error);
    throw error;
  }
}
