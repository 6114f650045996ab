import type { MiddlewareHandler } from "hono";
import type { z } from "zod";

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

export interface CallBody {
  /** Media types; JSON by default. */
  readonly types?: readonly string[];
  readonly schema: z.ZodType;
  /** An example that the call accepts. */
  readonly example?: unknown;
  /** Whether the body may be omitted. */
  readonly optional?: boolean;
}

export interface CallAnswer {
  /** Status; 200 by default. */
  readonly status?: number;
  /** Media type; JSON by default. */
  readonly type?: string;
  /** Schema of the body; without it the answer has no body. */
  readonly schema?: z.ZodType;
}

const descriptions = new WeakMap<object, CallDescription>();

/** Middleware that documents a route, between its path and its handler. */
export function describeCall(description: CallDescription): MiddlewareHandler {
  const passOn: MiddlewareHandler = (_context, next) => next();
  descriptions.set(passOn, description);
  return passOn;
}

/** What a handler of a route table says about its call; undefined for one that says nothing. */
export function descriptionOf(handler: object): CallDescription | undefined {
  return descriptions.get(handler);
}
