import type { Context, Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { z } from "zod";
import { AppError } from "../platform/errors.ts";
import { parseJson } from "../platform/texts/parse-json.ts";
import { requirePlainBody, textOf } from "../platform/texts/readable-body.ts";
import { UnreadableInput } from "../platform/texts/validation.ts";
import { type Actor, visitor } from "../policy/actor.ts";
import type { ApiContext } from "./api-app.ts";

/** Who may call; others get 401 without a session and 403 with one. */
export type Audience = "everyone" | "signed in" | "admin";

export interface CallDescription {
  /** Group in the document. */
  readonly tag: string;
  /** Summary, as a sentence without a full stop. */
  readonly summary: string;
  /** Further details. */
  readonly detail?: string;
  readonly who: Audience;
  /** Query parameters, as texts. */
  readonly query?: z.ZodObject;
  readonly headers?: z.ZodObject;
  readonly body?: CallBody;
  readonly answer: CallAnswer;
  /**
   * Further statuses of refusals. Derived ones are left out: 401 and 403 from `who`, 404 from an id
   * in the path, 403 (cross-site) and 413 from a write, 400 and 415 from a body, 400 from a query.
   */
  readonly refusals?: readonly number[];
}

interface CallBody {
  /** Media types; JSON by default. The handler reads a body of another type itself. */
  readonly types?: readonly string[];
  readonly schema: z.ZodType;
  /** An example that the call accepts. */
  readonly example?: unknown;
  /** Whether the body may be omitted. */
  readonly optional?: boolean;
}

interface CallAnswer {
  /** Status; 200 by default. */
  readonly status?: ContentfulStatusCode;
  /** Media type; JSON by default. */
  readonly type?: string;
  /** Schema of the body; without it the answer has no body. */
  readonly schema?: z.ZodType;
}

type ParameterName<Path> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterName<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** A request as a handler gets it, with the parameters of its path by their names. */
type CallRequest<Path extends string> = Readonly<Record<ParameterName<Path>, string>> & {
  readonly context: Context<ApiContext>;
  /** A visitor in calls for everyone, which look up no session. */
  readonly actor: Actor;
  /** The JSON body; undefined when the call describes none. */
  readonly body: unknown;
};

const descriptions = new WeakMap<object, CallDescription>();

/**
 * Adds a call with its description to the API. `run` returns the JSON body of the answer, or a whole
 * Response.
 */
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

/** Description of the call that a handler of a route table serves; undefined for any other. */
export function descriptionOf(handler: object): CallDescription | undefined {
  return descriptions.get(handler);
}

/** Invalid JSON or UTF-8 becomes a value that validation refuses. */
async function jsonBody(context: Context, { types, optional }: CallBody): Promise<unknown> {
  if (types !== undefined) return undefined;
  if (optional && context.req.raw.body === null) return {};
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
