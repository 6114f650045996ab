import { outageOf } from "../platform/database/database-faults.ts";
import { AppError, statusOf } from "../platform/errors.ts";
import type { Log } from "../platform/metrics/log.ts";

/**
 * Answers an error with problem details (RFC 9457). Logs an unexpected error; its answer reveals
 * only the request id.
 */
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

const unexpected = new AppError("unavailable", "Something went wrong on our side.");

function refusalOf(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  // The client closed the connection. Not logged, so that aborted requests cannot fill the log.
  if (isBrokenOff(error)) return new AppError("invalid", "The request was incomplete.");
  return outageOf(error);
}

function logError(error: unknown, refusal: AppError | null, log: Log): void {
  if (refusal === null) log.error({ err: error }, "a call failed unexpectedly");
  else if (refusal.code === "unavailable") log.warn({ err: error }, "a call could not be served");
}

function isBrokenOff(error: unknown): boolean {
  return error instanceof Error && error.message === "aborted" && "code" in error;
}
