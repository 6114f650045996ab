import type { MiddlewareHandler } from "hono";
import type { z } from "zod";

/** Whom a call answers; everybody else gets 401 without a session, and 403 with one. */
export type Audience = "everyone" | "signed in" | "admin";

export interface CallDescription {
  /** The group under which the call is listed. */
  readonly tag: string;
  /** What it does, as a sentence without its full stop. */
  readonly summary: string;
  /** What one has to know beside that. */
  readonly detail?: string;
  readonly who: Audience;
  /** What may stand in the address behind the question mark; each as text. */
  readonly query?: z.ZodObject;
  readonly headers?: z.ZodObject;
  readonly body?: CallBody;
  readonly answer: CallAnswer;
  /**
   * Statuses of refusals beside those that follow from the rest: 401 and 403 from `who`, 404 from
   * an id in the path, 403 (sent from another site) and 413 from writing, 400 and 415 from a body,
   * 400 from a query.
   */
  readonly refusals?: readonly number[];
}

export interface CallBody {
  /** Media types; JSON if none are given. */
  readonly types?: readonly string[];
  readonly schema: z.ZodType;
  /** A body that is accepted. */
  readonly example?: unknown;
  /** It may be left out. */
  readonly optional?: boolean;
}

export interface CallAnswer {
  /** 200 if it is not given. */
  readonly status?: number;
  /** JSON if it is not given. */
  readonly type?: string;
  /** Without one the answer has no body. */
  readonly schema?: z.ZodType;
}

const descriptions = new WeakMap<object, CallDescription>();

/** Stands between a route's path and its handler, and says there what the call is. */
export function describeCall(description: CallDescription): MiddlewareHandler {
  const passOn: MiddlewareHandler = (_context, next) => next();
  descriptions.set(passOn, description);
  return passOn;
}

/** What a handler of a route table says about its call; undefined for one that says nothing. */
export function descriptionOf(handler: object): CallDescription | undefined {
  return descriptions.get(handler);
}
