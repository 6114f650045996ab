import { createHash } from "node:crypto";
import type { Queries, WriteTransaction } from "../platform/database/database.ts";
import { AppError } from "../platform/errors.ts";
import { canBeId, newId } from "../platform/ids.ts";
import { formatBytes } from "../platform/metrics/amounts-in-words.ts";
import { BucketError } from "./bucket.ts";
import { typeOf, unknownType } from "./file-kind.ts";
import { largestFileBytes } from "./file-limits.ts";
import { fileName } from "./file-name.ts";
import { storePart } from "./file-parts.server.ts";
import { partBytes } from "./private-file-tables.server.ts";
import type { FileDependencies, ReceivedFile } from "./private-files.ts";

interface Upload {
  /** The file name as the sender gave it; `fileName` cleans the name. */
  readonly name: string;
  readonly accountId: string;
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Runs in the transaction that inserts the file, so that the caller can enforce limits. */
  readonly beginning: (tx: WriteTransaction) => Promise<void>;
}

/**
 * Stores the bytes of a file part by part, so that memory holds one part at a time. The file stays
 * "unfinished" until `keepFiles`; unfinished files are never shown, and are deleted after half an
 * hour (`delete-removed-files.ts`). Throws "too-large", "invalid" for an empty file, "unavailable"
 * while the bucket fails, the errors of `beginning`, and the errors of `bytes`, such as a closed
 * connection.
 */
export async function receiveFile(
  dependencies: FileDependencies,
  { name: givenName, accountId, bytes, beginning }: Upload,
): Promise<ReceivedFile> {
  const { database, clock, bucket, log } = dependencies;
  const id = newId();
  const place = bucket === undefined ? "database" : "bucket";
  const name = fileName(givenName);
  await database.write(async (tx) => {
    await beginning(tx);
    await tx
      .insertInto("private_files")
      .values({
        id,
        name,
        type: unknownType,
        byte_count: 0,
        content_hash: "",
        state: "unfinished",
        account_id: accountId,
        started_at: clock(),
        place,
      })
      .execute();
  });
  try {
    const hash = createHash("sha256");
    let type = unknownType;
    let byteCount = 0;
    let position = 0;
    for await (const part of inParts(bytes)) {
      byteCount += part.length;
      if (byteCount > largestFileBytes) throw tooLarge(name);
      if (position === 0) type = await typeOf(part);
      hash.update(part);
      await storePart(dependencies, { fileId: id, position, bytes: part, place });
      position += 1;
    }
    if (byteCount === 0) {
      throw new AppError("invalid", `The file “${name}” is empty. Choose another file.`);
    }
    const contentHash = hash.digest("hex");
    const { numUpdatedRows } = await database.write((tx) =>
      tx
        .updateTable("private_files")
        .set({ type, byte_count: byteCount, content_hash: contentHash })
        .where("id", "=", id)
        .where("state", "=", "unfinished")
        .executeTakeFirst(),
    );
    if (numUpdatedRows === 0n) throw tookTooLong();
    return { id, name, type, byteCount, contentHash };
  } catch (error) {
    await discardFiles(database, [id]).catch(() => {});
    if (!(error instanceof BucketError)) throw error;
    log.error({ err: error }, "a file could not be stored in the bucket");
    throw new AppError("unavailable", notStored, { retryAfterSeconds: 60, cause: error });
  }
}

const notStored =
  "Files cannot be stored at the moment. Try again in a few minutes, or send your text without files.";

/** Cuts a stream into parts of `partBytes`; only the last part is shorter. */
async function* inParts(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let part = Buffer.allocUnsafe(partBytes);
  let filled = 0;
  for await (const chunk of bytes) {
    for (let from = 0; from < chunk.length; ) {
      const taken = Math.min(chunk.length - from, partBytes - filled);
      part.set(chunk.subarray(from, from + taken), filled);
      filled += taken;
      from += taken;
      if (filled < partBytes) continue;
      yield part;
      // A new buffer, because the database may still hold the part that was yielded last.
      part = Buffer.allocUnsafe(partBytes);
      filled = 0;
    }
  }
  if (filled > 0) yield part.subarray(0, filled);
}

/**
 * Makes received files visible, in the transaction that records what they belong to. Throws
 * "conflict" for a file that was discarded, is used already, or was received for another account.
 */
export async function keepFiles(
  tx: WriteTransaction,
  ids: readonly string[],
  accountId: string,
): Promise<void> {
  for (const id of ids) {
    const { numUpdatedRows } = await tx
      .updateTable("private_files")
      .set({ state: "stored" })
      .where("id", "=", id)
      .where("state", "=", "unfinished")
      .where("content_hash", "<>", "")
      .where("account_id", "=", accountId)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw tookTooLong();
  }
}

/**
 * Finds files that an earlier request of the same account has received. Throws "conflict" when such
 * a file is gone. `keepFiles` checks that the files are unused.
 */
export async function earlierReceived(
  queries: Queries,
  ids: readonly string[],
  accountId: string,
): Promise<readonly ReceivedFile[]> {
  if (ids.length === 0) return [];
  if (!ids.every(canBeId)) throw tookTooLong();
  const rows = await queries
    .selectFrom("private_files")
    .select(["id", "name", "type", "byte_count", "content_hash"])
    .where("id", "in", ids)
    .where("account_id", "=", accountId)
    .where("state", "<>", "removed")
    .where("content_hash", "<>", "")
    .orderBy("id")
    .execute();
  if (rows.length < ids.length) throw tookTooLong();
  return rows.map(({ id, name, type, byte_count: byteCount, content_hash: contentHash }) => ({
    id,
    name,
    type,
    byteCount,
    contentHash,
  }));
}

/** Hides files at once; a worker deletes their parts later. */
export async function removeFiles(tx: WriteTransaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.updateTable("private_files").set({ state: "removed" }).where("id", "in", ids).execute();
}

/** Removes files that were received but not used, such as the files of a refused form. */
export async function discardFiles(
  database: FileDependencies["database"],
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await database.write((tx) => discardFilesIn(tx, ids));
}

/** Like `discardFiles`, in the caller's transaction. Keeps a file that has been used meanwhile. */
export async function discardFilesIn(tx: WriteTransaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable("private_files")
    .set({ state: "removed" })
    .where("id", "in", ids)
    .where("state", "=", "unfinished")
    .execute();
}

function tooLarge(name: string): AppError {
  const most = formatBytes(largestFileBytes);
  return new AppError(
    "too-large",
    `The file “${name}” is larger than ${most}. Send a smaller one.`,
  );
}

function tookTooLong(): AppError {
  return new AppError("conflict", "The files are no longer here. Choose them again.");
}
