import { notifications } from "@mantine/notifications";
import { type DataStrategyResult, data, isRouteErrorResponse } from "react-router";
import type { FormState } from "../../ui/forms/form-state.ts";
import type { ContentResult } from "../content/content-action.ts";
import type { BulkResult } from "../orders/bulk-action.server.ts";
import { noConnection, signedOut } from "./not-done.ts";

interface Asked {
  readonly request: Request;
}

type Answers = Record<string, DataStrategyResult>;
type Refusal = Extract<ContentResult, { ok: false }>;

const failed = "It could not be done just now. Nothing is lost: try again in a moment.";

/**
 * Middleware of the browser: where nothing came of what a form or a button sent, its screen stays as
 * it is and says why, instead of giving way to the login or to a page about the error.
 */
export async function keepForms(
  { request }: Asked,
  next: () => Promise<Answers>,
): Promise<Answers> {
  if (request.method === "GET") return next();
  const id = `not done ${new URL(request.url).pathname}`;
  // Whoever tries again has read it, and it would lie over what comes of that.
  notifications.hide(id);
  const sent = request.clone();
  const answers = await next();
  const [[routeId, answer] = []] = Object.entries(answers);
  if (routeId === undefined || answer === undefined || request.signal.aborted) return answers;
  const why = whyNotDone(answer);
  if (why === null) return answers;
  notifications.show({ id, color: "red", message: why, autoClose: 8000 });
  const result = data(notDone(why, await fieldsOf(sent)), { status: 503 });
  return { [routeId]: { type: "data", result } };
}

/** Null for what was done, or was refused for a reason of its own. */
function whyNotDone({ type, result }: DataStrategyResult): string | null {
  if (type !== "error" || result instanceof Response) return null;
  const status = isRouteErrorResponse(result) ? result.status : statusIn(result);
  // Only an answer has a status.
  if (status === undefined) return noConnection;
  if (status === 401) return signedOut;
  return status >= 500 ? failed : null;
}

/** The router hands on an unexpected error with the status that it came with, as `data()` does. */
function statusIn(result: unknown): number | undefined {
  return (result as { init?: ResponseInit | null } | null)?.init?.status;
}

/** In the words of each kind of answer that a form or a button of the panel reads. */
function notDone(why: string, values: Readonly<Record<string, string>>) {
  return {
    ...({ values, errors: {}, notice: why } satisfies FormState),
    ...({
      ok: false,
      message: why,
      errors: {},
      conflicts: null,
      merged: null,
      revision: null,
    } satisfies Refusal),
    ...({ changed: 0, unchanged: 0, failed: [], summary: "", error: why } satisfies BulkResult),
    isTold: true,
  };
}

/** Those of a native form; what is sent as JSON stays where it was typed. */
async function fieldsOf(request: Request): Promise<Record<string, string>> {
  const form = await request.formData().catch(() => new FormData());
  return Object.fromEntries([...form].filter((entry) => typeof entry[1] === "string")) as Record<
    string,
    string
  >;
}
