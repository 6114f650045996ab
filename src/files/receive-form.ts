import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { AppError } from "../platform/errors.ts";
import { requirePlainBody } from "../platform/texts/readable-body.ts";
import { mostFilesAtOnce } from "./file-limits.ts";
import type { FileDependencies, ReceivedFile } from "./private-files.ts";
import { discardFiles } from "./receive-file.ts";

interface SentFile {
  /** Name of the form's field. */
  readonly field: string;
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

export interface FormWithFiles {
  /** Text fields, unchanged. */
  readonly values: Readonly<Record<string, string>>;
  readonly files: readonly { readonly field: string; readonly file: ReceivedFile }[];
  /** Number of files that the sender chose. */
  readonly sentFiles: number;
  /**
   * Why files were refused. All files of the form are then discarded. The texts stay, so that the
   * page can show them again.
   */
  readonly refusal: AppError | null;
}

const longestText = 256 * 1024;

/** Even a brief with 40 questions and many ticked choices has fewer fields. */
const mostFields = 1000;

/**
 * Reads a multipart form and passes each chosen file to `receive` while the file arrives. After a
 * refusal, reads the rest of the form and drops it, because a browser shows no answer before it has
 * sent everything. Throws "invalid" for a form that cannot be read or that breaks off, and discards
 * its files.
 */
export async function receiveForm(
  { database }: Pick<FileDependencies, "database">,
  request: Request,
  receive: (file: SentFile) => Promise<ReceivedFile>,
): Promise<FormWithFiles> {
  requirePlainBody(request.headers);
  const values: Record<string, string> = {};
  const files: { field: string; file: ReceivedFile }[] = [];
  const open = new Set<Readable>();
  let sentFiles = 0;
  let refusal: AppError | null = null;
  let fault: unknown = null;
  let receiving: Promise<void> = Promise.resolve();

  async function take(field: string, name: string, stream: Readable): Promise<void> {
    // The rest of a refused file is read and dropped, so its stream must stay open.
    const bytes = stream.iterator({ destroyOnReturn: false });
    try {
      if (refusal === null && fault === null) {
        files.push({ field, file: await receive({ field, name, bytes }) });
      }
    } catch (error) {
      if (error instanceof AppError) refusal ??= error;
      else fault ??= error;
    } finally {
      open.delete(stream);
      stream.resume();
    }
  }

  try {
    const { default: Busboy } = await import("@fastify/busboy");
    const form = new Busboy({
      headers: { "content-type": request.headers.get("content-type") ?? "" },
      limits: { fieldSize: longestText, fields: mostFields, headerPairs: 100 },
    });
    form.on("field", (name, value, _isNameCut, isValueCut) => {
      values[name] = value;
      if (isValueCut) refusal ??= new AppError("too-large", "A text of the form is too long.");
    });
    form.on("fieldsLimit", () => {
      refusal ??= new AppError("too-large", "The form has too many fields.");
    });
    form.on("file", (field, stream, name) => {
      // Without a listener, an error of a stream that nothing reads yet would end the process.
      stream.on("error", () => {});
      // A file field without a chosen file has an empty file name.
      if (!name) return void stream.resume();
      sentFiles += 1;
      if (sentFiles > mostFilesAtOnce) {
        refusal ??= new AppError("invalid", `Send at most ${mostFilesAtOnce} files at once.`);
      }
      open.add(stream);
      receiving = receiving.then(() => take(field, name, stream));
    });
    await pipeline(Readable.fromWeb(request.body as never), form);
    await receiving;
  } catch (cause) {
    for (const stream of open) stream.destroy(new Error("The form broke off."));
    await receiving;
    await discardFiles(database, idsOf(files));
    throw new AppError("invalid", "The form did not arrive completely. Send it again.", { cause });
  }
  if (refusal === null && fault === null) return { values, files, sentFiles, refusal };
  await discardFiles(database, idsOf(files));
  if (fault !== null) throw fault;
  return { values, files: [], sentFiles, refusal };
}

const idsOf = (files: readonly { readonly file: ReceivedFile }[]) =>
  files.map(({ file }) => file.id);
