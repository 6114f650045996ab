import { createHash } from "node:crypto";
import { AppError } from "../platform/errors.ts";
import { readPart } from "./file-parts.server.ts";
import { partBytes } from "./private-file-tables.server.ts";
import type { FileDependencies, ReceivedFile } from "./private-files.ts";

/**
 * A stored file with all its bytes, for files that are known to be small. Throws "not-found" for a
 * file that was removed, an error for bytes that are not those that were stored, and the errors of
 * `readPart`.
 */
export async function readWholeFile(
  dependencies: Pick<FileDependencies, "database" | "bucket">,
  id: string,
): Promise<ReceivedFile & { readonly bytes: Buffer }> {
  const file = await dependencies.database.read
    .selectFrom("private_files")
    .select(["id", "name", "type", "byte_count as byteCount", "content_hash as contentHash"])
    .where("id", "=", id)
    .where("state", "=", "stored")
    .executeTakeFirst();
  if (file === undefined) throw new AppError("not-found", "This file was removed.");
  const parts: Uint8Array[] = [];
  for (let position = 0; position * partBytes < file.byteCount; position++) {
    const end = Math.min(partBytes, file.byteCount - position * partBytes) - 1;
    parts.push(await readPart(dependencies, { fileId: id, position, range: { start: 0, end } }));
  }
  const bytes = Buffer.concat(parts);
  if (createHash("sha256").update(bytes).digest("hex") !== file.contentHash) {
    throw new Error(`The bytes of the file ${file.name} (${id}) are not those that were stored.`);
  }
  return { ...file, bytes };
}
