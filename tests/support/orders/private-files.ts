import { openBucket } from "#files/bucket.ts";
import { deleteRemovedFiles } from "#files/delete-removed-files.ts";
import { fileResponse } from "#files/file-response.ts";
import type { ReceivedFile } from "#files/private-files.ts";
import { keepFiles, receiveFile } from "#files/receive-file.ts";
import type { Database } from "#platform/database/database.ts";
import { bucketSettings } from "#platform/files/bucket-settings.ts";
import { capturedLog } from "../captured-log.ts";

/** Bytes that repeat only after a long while, so that a wrong range is noticed. */
export function patternBytes(length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let index = 0; index < length; index++) bytes[index] = (index * 31 + (index >> 8)) % 251;
  return bytes;
}

/** The bytes in pieces, as a connection delivers them. */
export async function* inPieces(bytes: Uint8Array, size = 65_536): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

/**
 * Bytes of a response. Does not call `bytes()`, because the server's library replaces Node's class
 * `Response` with a class that lacks this method.
 */
export async function bytesOf(response: Response): Promise<Uint8Array> {
  return new Uint8Array(await response.arrayBuffer());
}

export async function multipart(
  entries: readonly (readonly [field: string, value: string | File])[],
): Promise<{ readonly bytes: Uint8Array; readonly type: string }> {
  const form = new FormData();
  for (const [field, value] of entries) {
    if (typeof value === "string") form.append(field, value);
    else form.append(field, value, value.name);
  }
  const response = new Response(form);
  const type = response.headers.get("content-type") ?? "";
  return { bytes: await bytesOf(response), type };
}

export function received(
  dependencies: Parameters<typeof receiveFile>[0] & { readonly database: Database },
  bytes: Uint8Array,
  { name = "report.bin", accountId = "account-ada" } = {},
): Promise<ReceivedFile> {
  return receiveFile(dependencies, {
    name,
    accountId,
    bytes: inPieces(bytes),
    beginning: async () => {},
  });
}

/**
 * Dependencies of private files, with an adjustable clock, and with a bucket when `filesUrl` is
 * given.
 */
export function openFileStore(database: Database, filesUrl?: string, requestMs = 2000) {
  const time = { now: Date.UTC(2026, 10, 20, 12) };
  const settings = filesUrl === undefined ? null : bucketSettings(filesUrl);
  const bucket = settings === null ? undefined : openBucket(settings, requestMs);
  const logged = capturedLog();
  const store = { database, clock: () => time.now, log: logged.log, bucket };
  const keysOf = async () => {
    const rows = await database.read.selectFrom("private_file_objects").select("key").execute();
    return rows.map(({ key }) => key).sort();
  };
  return {
    ...store,
    time,
    logged,
    counts: async () => {
      const files = await database.read.selectFrom("private_files").select("id").execute();
      const parts = await database.read
        .selectFrom("private_file_parts")
        .select("file_id")
        .execute();
      return { files: files.length, parts: parts.length, objects: (await keysOf()).length };
    },
    /** Keys of all objects that the database knows. */
    keysOf,
    placeOf: async (id: string) => {
      const row = await database.read
        .selectFrom("private_files")
        .select("place")
        .where("id", "=", id)
        .executeTakeFirst();
      return row?.place;
    },
    cleanUp: async () => {
      while (await deleteRemovedFiles(store));
    },
    /** Receives a file and makes it visible. */
    keep: async (bytes: Uint8Array, name = "report.bin") => {
      const file = await received(store, bytes, { name });
      await database.write((tx) => keepFiles(tx, [file.id], "account-ada"));
      return file;
    },
    download: async (file: ReceivedFile, headers: Record<string, string> = {}) =>
      fileResponse(store, file, new Request("http://localhost/file", { headers })),
  };
}
