import { AppError, statusOf } from "../platform/errors.ts";
import type { Log } from "../platform/log.ts";

/** RFC 9457 problem details. An unexpected error is logged, and shown as no more than its id. */
export function errorResponse(error: unknown, requestId: string, log: Log): Response {
  const known = error instanceof AppError ? error : unexpected(error, requestId, log);
  const status = statusOf(known) === 503 && known !== error ? 500 : statusOf(known);
  const body = {
    type: "about:blank",
    title: titles[status] ?? "Error",
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
  return new Response(JSON.stringify(body), { status, headers });
}

const titles: Readonly<Record<number, string>> = {
  400: "Invalid",
  401: "Nobody signed in",
  403: "Not allowed",
  404: "Not found",
  409: "Conflict",
  413: "Too large",
  415: "Wrong type",
  422: "Key reused",
  429: "Slow down",
  500: "Unexpected error",
  503: "Not ready",
};

function unexpected(error: unknown, requestId: string, log: Log): AppError {
  // Nobody reads the answer, and whoever does it a thousand times is not to fill the log.
  if (isBrokenOff(error)) return new AppError("invalid", "The request ended before it was whole.");
  log.error({ err: error, requestId }, "a call failed unexpectedly");
  return new AppError("unavailable", "Something went wrong here, not with what you sent.");
}

/** What Node calls it when a connection ends in the middle of a request. */
function isBrokenOff(error: unknown): boolean {
  return error instanceof Error && error.message === "aborted" && "code" in error;
}
