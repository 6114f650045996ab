import { data } from "react-router";
import { AppError, type JsonValue, statusOf } from "../platform/errors.ts";
import { fieldsOf, requirePlainBody, requireSize } from "../platform/texts/readable-body.ts";
import type { ActionResult, Success } from "./ui/forms/action-result.ts";

type Fields = Readonly<Record<string, string>>;

/** Error message for a request that no form of the page sends. */
export const unknownForm =
  "The page could not process this request. Reload the page and send the form again.";

/**
 * Returns the text fields of a native form, unchanged. Throws status 415 for a body that is not a
 * form, and 400 for a form that cannot be read.
 */
export async function readForm(request: Request): Promise<Record<string, string>> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)) {
    throw data(unknownForm, { status: 415 });
  }
  const form = await formOf(request, type);
  return Object.fromEntries([...form].filter((entry) => typeof entry[1] === "string")) as Record<
    string,
    string
  >;
}

/** Members of a JSON object that a script of the panel sends; none for any other body. */
export async function readJson(request: Request): Promise<Readonly<Record<string, JsonValue>>> {
  const body: unknown = await request.json().catch(() => null);
  return typeof body === "object" && body !== null ? { ...body } : {};
}

async function formOf(request: Request, type: string): Promise<FormData | URLSearchParams> {
  try {
    requirePlainBody(request.headers);
    requireSize(request.headers);
    // `request.formData()` silently replaces invalid UTF-8; `fieldsOf` throws.
    if (/urlencoded/i.test(type)) return fieldsOf(await request.arrayBuffer());
    return await request.formData();
  } catch (error) {
    if (error instanceof AppError) throw data(error.message, { status: statusOf(error) });
    throw data("The form could not be read.", { status: 400 });
  }
}

/** The answer to a form whose operation has succeeded. */
export function savedForm<Data>(success: Success<Data> = {}): ActionResult<Data> {
  return { values: {}, errors: {}, savedAt: Date.now(), ...success };
}

/**
 * The answer to a rejected form, with the typed values except passwords, and a message at each
 * invalid field. Throws the error again if it is not an `AppError`.
 */
export function refusedForm(error: unknown, typed: Fields, headers = new Headers()) {
  if (!(error instanceof AppError)) throw error;
  const values = withoutPasswords(typed);
  const errors = Object.fromEntries(error.issues.map(({ path, message }) => [path, message]));
  // The message appears above the form when no issue belongs to a field of the form.
  const isAtField = error.issues.some(({ path }) => path in values);
  const result: ActionResult<never, never> = {
    values,
    errors,
    ...(!isAtField && { notice: error.message }),
    ...(error.extra.confirmationRequired && { needsConfirmation: true }),
  };
  return data(result, refusalInit(error, headers));
}

/** The answer to a form whose sender is not signed in, with the typed values except passwords. */
export function unprocessedForm(typed: Fields, errors: ActionResult["errors"] = {}) {
  const result: ActionResult<never, never> = { values: withoutPasswords(typed), errors };
  return data(result, { status: 401 });
}

/** Empties passwords, keys and the proof of a confirmation, which are never sent back. */
export function withoutPasswords(values: Fields): Fields {
  const shown = Object.entries(values).map(([name, value]) =>
    /(password|secret|secretKey)$|^proof$/i.test(name) ? [name, ""] : [name, value],
  );
  return Object.fromEntries(shown);
}

/** Throws an AppError as an error page with its HTTP status, and any other error unchanged. */
export function pageError(error: unknown): never {
  if (!(error instanceof AppError)) throw error;
  throw data(error.message, refusalInit(error));
}

/** `passOnWait` in `entry.server.tsx` copies `Retry-After` to the response. */
export function refusalInit(error: AppError, headers = new Headers()): ResponseInit {
  const { retryAfterSeconds } = error;
  if (retryAfterSeconds !== undefined) headers.set("Retry-After", String(retryAfterSeconds));
  return { status: statusOf(error), headers };
}
