import { AppError } from "../platform/errors.ts";
import { requirePlainBody } from "../platform/texts/readable-body.ts";
import { parseForm } from "./parse-form.ts";

interface FileInMemory {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface FormInMemory {
  /** Texts of each field, in the order of the form. */
  readonly texts: ReadonlyMap<string, readonly string[]>;
  /** The last file of each field. */
  readonly files: ReadonlyMap<string, FileInMemory>;
}

/**
 * Reads a multipart form with a small file into memory, while the form arrives. `formData` of a
 * request would read the whole form at once, which blocks other requests while a form with very many
 * parts is read. Throws "wrong-type", "invalid" for a form that cannot be read, and "too-large".
 */
export async function formInMemory(request: Request): Promise<FormInMemory> {
  requirePlainBody(request.headers);
  const texts = new Map<string, string[]>();
  const files = new Map<string, FileInMemory>();
  try {
    await parseForm(request, {
      takeText: (name, value) => texts.set(name, [...(texts.get(name) ?? []), value]),
      takeFile: (field, file, name) => {
        const parts: Uint8Array[] = [];
        file.on("data", (part) => parts.push(part));
        file.on("end", () => files.set(field, { name, bytes: joined(parts) }));
        // Without a listener, an error of a file that breaks off would end the process.
        file.on("error", () => {});
      },
    });
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError("invalid", "The form could not be read.", { cause });
  }
  return { texts, files };
}

/** The parts in memory of their own, which can be moved to a thread. */
function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
