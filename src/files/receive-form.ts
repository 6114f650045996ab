import type { Readable } from "node:stream";
import { AppError } from "../platform/errors.ts";
import { requirePlainBody } from "../platform/texts/readable-body.ts";
import { mostFilesAtOnce } from "./file-limits.ts";
import { parseForm } from "./parse-form.ts";
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
    await parseForm(request, {
      takeText: (name, value) => {
        values[name] = value;
      },
      takeFile: (field, stream, name) => {
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
      },
    });
    await receiving;
  } catch (cause) {
    for (const stream of open) stream.destroy(new Error("The form broke off."));
    await receiving;
    await discardFiles(database, idsOf(files));
    if (cause instanceof AppError) return { values, files: [], sentFiles, refusal: cause };
    throw new AppError("invalid", "The form did not arrive completely. Send it again.", { cause });
  }
  if (refusal === null && fault === null) return { values, files, sentFiles, refusal };
  await discardFiles(database, idsOf(files));
  if (fault !== null) throw fault;
  return { values, files: [], sentFiles, refusal };
}

const idsOf = (files: readonly { readonly file: ReceivedFile }[]) =>
  files.map(({ file }) => file.id);
