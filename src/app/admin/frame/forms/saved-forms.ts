import { notifications } from "@mantine/notifications";
import { type DataStrategyResult, data, isRouteErrorResponse } from "react-router";
import type { ActionResult } from "#app/ui/forms/action-result.ts";

/** Messages for a failed request, the same on every screen. */
export const signedOut = "You are signed out. Log in again in another tab, then try again here.";

export const rightLost =
  "You can no longer do this, because your role has changed. Nothing you typed is lost.";

const checkFirst =
  "Nothing you typed is lost. Before you try again, open this page in another tab to check whether your change was made.";

export function noConnection(): string {
  return `${navigator.onLine ? "The site did not answer." : "You are offline."} ${checkFirst}`;
}

interface Asked {
  readonly request: Request;
}

type Answers = Record<string, DataStrategyResult>;

const failed = `Something failed. ${checkFirst}`;

/**
 * Client middleware: when a form cannot be processed, the screen stays and a toast gives the
 * reason. Without this middleware, an error page or the login would replace the screen.
 */
export async function keepFailedForms(
  { request }: Asked,
  next: () => Promise<Answers>,
): Promise<Answers> {
  if (request.method === "GET") return next();
  const id = `not done ${new URL(request.url).pathname}`;
  // Hides the old error, which would cover the next toast.
  notifications.hide(id);
  const sent = request.clone();
  const answers = await next();
  const [[routeId, answer] = []] = Object.entries(answers);
  if (routeId === undefined || answer === undefined || request.signal.aborted) return answers;
  const why = reasonNotDone(answer);
  if (why === null) return answers;
  notifications.show({ id, color: "red", message: why, autoClose: 8000 });
  const values = await fieldsOf(sent);
  const result: ActionResult = { values, errors: {}, notice: why, isShownAsToast: true };
  return { [routeId]: { type: "data", result: data(result, { status: 503 }) } };
}

/**
 * Message for a request that failed because of the connection, the session, a lost right or an
 * error of the server. Null for every other response.
 */
function reasonNotDone({ type, result }: DataStrategyResult): string | null {
  if (type !== "error" || result instanceof Response) return null;
  const status = isRouteErrorResponse(result) ? result.status : statusIn(result);
  // Without a status there was no response: the connection failed.
  if (status === undefined) return noConnection();
  if (status === 401) return signedOut;
  if (status === 403) return rightLost;
  return status >= 500 ? failed : null;
}

/**
 * Status of an unexpected error, which the router wraps in the same object as a value from
 * `data()`.
 */
function statusIn(result: unknown): number | undefined {
  return (result as { init?: ResponseInit | null } | null)?.init?.status;
}

/**
 * The fields of a native form; empty for a form that sends JSON, because that form keeps its text.
 */
async function fieldsOf(request: Request): Promise<Record<string, string>> {
  const form = await request.formData().catch(() => new FormData());
  return Object.fromEntries([...form].filter((entry) => typeof entry[1] === "string")) as Record<
    string,
    string
  >;
}
