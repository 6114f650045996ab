import { pageError, readForm } from "#app/forms.server.ts";
import type { Services } from "#compose.ts";
import { receiveOrderFile } from "#conversation/files/order-files.ts";
import type { Side } from "#conversation/order-message-tables.server.ts";
import { mostFilesAtOnce } from "#files/file-limits.ts";
import type { ReceivedFile } from "#files/private-files.ts";
import { discardFiles, earlierReceived } from "#files/receive-file.ts";
import { type FormWithFiles, receiveForm } from "#files/receive-form.ts";
import { AppError } from "#platform/errors.ts";
import type { Actor, SignedInActor } from "#policy/actor.ts";

/**
 * Reads a form of an order's page and stores its files as they arrive. The caller uses the files or
 * discards them.
 */
export async function readFormWithFiles(
  services: Services,
  request: Request,
  actor: Actor,
  { orderId, side }: { readonly orderId: string; readonly side: Side },
): Promise<FormWithFiles> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^multipart\/form-data\b/i.test(type)) {
    return { values: await readForm(request), files: [], sentFiles: 0, refusal: null };
  }
  return receiveForm(services, request, (file) =>
    receiveOrderFile(services, actor, orderId, file, side),
  ).catch(pageError);
}

/**
 * Runs `use` with the files of a form. If `use` fails, discards the files. Keeps the files if
 * `isQuestion` says that the error asks the sender a question, because the sender then sends the
 * form again without choosing the files.
 */
export async function usingFiles<Result>(
  { database }: Services,
  files: readonly ReceivedFile[],
  use: () => Promise<Result>,
  isQuestion: (error: unknown) => boolean = () => false,
): Promise<Result> {
  try {
    return await use();
  } catch (error) {
    if (isQuestion(error)) throw error;
    await discardFiles(
      database,
      files.map(({ id }) => id),
    );
    throw error;
  }
}

/**
 * Fields of a form that is shown again with a question. The fields name the received files, which
 * stay stored until the next request, because a browser does not keep chosen files.
 */
export function waitingFiles(files: readonly ReceivedFile[]) {
  return {
    waitingFiles: files.map(({ id }) => id).join(" "),
    waitingNames: files.map(({ name }) => name).join(", "),
  };
}

/** The files that `waitingFiles` named in the form. Throws "conflict" after half an hour. */
export function filesWaiting(
  { database }: Services,
  { accountId }: SignedInActor,
  named: string,
): Promise<readonly ReceivedFile[]> {
  const ids = new Set(named.split(" ").filter((id) => id !== ""));
  return earlierReceived(database.read, [...ids].slice(0, mostFilesAtOnce), accountId);
}

export const lostFiles =
  "Choose the files again: a browser does not keep them when a page is shown again.";

/**
 * Adds a message at the file field if the form had files, because a browser does not keep chosen
 * files.
 */
export function withLostFiles(error: unknown, sentFiles: number): unknown {
  if (!(error instanceof AppError) || sentFiles === 0) return error;
  const { code, message, extra, retryAfterSeconds } = error;
  const issues = [...error.issues, { path: "files", message: lostFiles }];
  return new AppError(code, message, {
    issues,
    extra,
    cause: error,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });
}
