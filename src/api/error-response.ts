import { outageOf } from "../platform/database/database-faults.ts";
import { AppError, statusOf } from "../platform/errors.ts";
import type { Log } from "../platform/metrics/log.ts";

/** RFC 9457 problem details. An unexpected error is logged, and shown as no more than its id. */
export function errorResponse(error: unknown, requestId: string, log: Log): Response {
  const refusal = refusalOf(error);
  logError(error, refusal, log);
  const known = refusal ?? unexpected;
  const status = refusal === null ? 500 : statusOf(known);
  const body = {
    type: "about:blank",
    title: problemTitles[status] ?? "Error",
    status,
    detail: known.message,
    requestId,
    ...(known.issues.length > 0 ? { errors: known.issues } : {}),
    ...known.extra,
  };
  const headers = new Headers({ "content-type": "application/problem+json" });
  if (known.retryAfterSeconds !== undefined) {
    headers.set("retry-after", String(known.retryAfterSeconds));
  }
  if (known.allow !== undefined) headers.set("allow", known.allow.join(", "));
  return new Response(JSON.stringify(body), { status, headers });
}

/** What each status of a refusal means, in a word or two. */
export const problemTitles: Readonly<Record<number, string>> = {
  400: "Invalid",
  401: "Nobody signed in",
  403: "Not allowed",
  404: "Not found",
  405: "Wrong method",
  409: "Conflict",
  413: "Too large",
  415: "Wrong type",
  422: "Key reused",
  429: "Slow down",
  500: "Unexpected error",
  503: "Not ready",
};

const unexpected = new AppError(
  "unavailable",
  "Something went wrong here, not with what you sent.",
);

/** What is wrong when it is not ours; null for what nobody expected. */
function refusalOf(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  // Nobody reads the answer, and whoever does it a thousand times is not to fill the log.
  if (isBrokenOff(error)) return new AppError("invalid", "The request ended before it was whole.");
  return outageOf(error);
}

/** A refusal is an answer like any other, unless the database was the reason. */
function logError(error: unknown, refusal: AppError | null, log: Log): void {
  if (refusal === null) log.error({ err: error }, "a call failed unexpectedly");
  else if (refusal.code === "unavailable") log.warn({ err: error }, "a call could not be served");
}

/** What Node calls it when a connection ends in the middle of a request. */
function isBrokenOff(error: unknown): boolean {
  return error instanceof Error && error.message === "aborted" && "code" in error;
}
