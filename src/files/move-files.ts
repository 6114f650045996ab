import { createHash } from "node:crypto";
import type { WriteTransaction } from "../platform/database/database.ts";
import { AppError } from "../platform/errors.ts";
import { newId } from "../platform/ids.ts";
import { MissingBytesError } from "./bucket.ts";
import { deleteSomeRows, readPart, releaseObjects, storePart } from "./file-parts.server.ts";
import { type FilePlace, partBytes } from "./private-file-tables.server.ts";
import type { FileDependencies } from "./private-files.ts";

interface StoredFile {
  readonly id: string;
  readonly name: string;
  readonly byteCount: number;
  readonly contentHash: string;
}

export interface FileMove {
  readonly file: StoredFile;
  /**
   * "other": the file was removed meanwhile, or another move handles the file. "damaged": bytes are
   * missing or differ from the hash, so the file stays where it is.
   */
  readonly outcome: "moved" | "other" | "damaged";
}

/**
 * Moves each visible file to the database or to the bucket, also while the site runs. Readers get
 * the bytes from the former place until the hash of the copied bytes was checked. After an
 * interruption, a repeated call moves the remaining files. A second call ends a move that is still
 * running. Throws `BucketError`.
 */
export async function* moveFiles(
  dependencies: FileDependencies,
  to: FilePlace,
): AsyncGenerator<FileMove> {
  while (await endAbandonedMove(dependencies, dependencies.clock()));
  for (let after = ""; ; ) {
    const row = await dependencies.database.read
      .selectFrom("private_files")
      .select(["id", "name", "byte_count", "content_hash"])
      .where("state", "=", "stored")
      .where("place", "<>", to)
      .where("id", ">", after)
      .orderBy("id")
      .limit(1)
      .executeTakeFirst();
    if (row === undefined) return;
    after = row.id;
    const { id, name, byte_count: byteCount, content_hash: contentHash } = row;
    const file = { id, name, byteCount, contentHash };
    yield { file, outcome: await moveFile(dependencies, file, to) };
  }
}

async function moveFile(
  dependencies: FileDependencies,
  file: StoredFile,
  to: FilePlace,
): Promise<FileMove["outcome"]> {
  const token = newId();
  if (!(await claim(dependencies, file.id, { token, to }))) return "other";
  const hold = (tx: WriteTransaction) => holdMove(tx, file.id, token);
  try {
    const isWhole = await copyFile(dependencies, file, { to, hold });
    if (isWhole) await dependencies.database.write((tx) => changePlace(tx, file.id, { to, hold }));
    await deleteCopy(dependencies, file.id, { from: isWhole ? otherThan(to) : to, hold });
    return isWhole ? "moved" : "damaged";
  } catch (error) {
    if (error instanceof AppError && error.code === "conflict") return "other";
    throw error;
  }
}

const otherThan = (place: FilePlace): FilePlace => (place === "bucket" ? "database" : "bucket");

/**
 * Begins a move. Resolves to false when the file is gone, or when another move handles the file.
 */
function claim(
  { database, clock }: FileDependencies,
  fileId: string,
  { token, to }: { readonly token: string; readonly to: FilePlace },
): Promise<boolean> {
  return database.write(async (tx) => {
    const file = await tx
      .selectFrom("private_files")
      .select("id")
      .where("id", "=", fileId)
      .where("state", "=", "stored")
      .where("place", "<>", to)
      .executeTakeFirst();
    if (file === undefined) return false;
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto("private_file_moves")
      .values({ file_id: fileId, token, began_at: clock() })
      .onConflict((conflict) => conflict.column("file_id").doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  });
}

interface Step {
  readonly hold: (tx: WriteTransaction) => Promise<void>;
}

/** Resolves to true when all bytes have arrived and have the right hash. */
async function copyFile(
  dependencies: FileDependencies,
  file: StoredFile,
  { to, hold }: Step & { readonly to: FilePlace },
): Promise<boolean> {
  const fileId = file.id;
  try {
    for (const { position, range } of partsOf(file)) {
      const asked = { fileId, position, range, place: otherThan(to) };
      const bytes = await readPart(dependencies, asked);
      await storePart(dependencies, { fileId, position, bytes, place: to }, hold);
    }
    const hash = createHash("sha256");
    for (const { position, range } of partsOf(file)) {
      hash.update(await readPart(dependencies, { fileId, position, range, place: to }));
    }
    return hash.digest("hex") === file.contentHash;
  } catch (error) {
    if (error instanceof MissingBytesError) return false;
    throw error;
  }
}

function* partsOf({ byteCount }: StoredFile) {
  for (let position = 0; position * partBytes < byteCount; position++) {
    const length = Math.min(partBytes, byteCount - position * partBytes);
    yield { position, range: { start: 0, end: length - 1 } };
  }
}

async function changePlace(
  tx: WriteTransaction,
  fileId: string,
  { to, hold }: Step & { readonly to: FilePlace },
): Promise<void> {
  await hold(tx);
  const { numUpdatedRows } = await tx
    .updateTable("private_files")
    .set({ place: to })
    .where("id", "=", fileId)
    .where("state", "=", "stored")
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw lost();
}

/**
 * Deletes the bytes in `from`, the place that is no longer used or whose copy failed, and ends the
 * move.
 */
async function deleteCopy(
  { database }: FileDependencies,
  fileId: string,
  { from, hold }: Step & { readonly from: FilePlace },
): Promise<void> {
  const step = async (tx: WriteTransaction) => {
    await hold(tx);
    if (from === "database" && (await deleteSomeRows(tx, fileId))) return true;
    if (from === "bucket") await releaseObjects(tx, fileId, { areUploaded: true });
    await tx.deleteFrom("private_file_moves").where("file_id", "=", fileId).execute();
    return false;
  };
  while (await database.write(step));
}

/** Locks a move for the transaction. Throws "conflict" when it was taken over or ended. */
async function holdMove(tx: WriteTransaction, fileId: string, token: string): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable("private_file_moves")
    .set({ token })
    .where("file_id", "=", fileId)
    .where("token", "=", token)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw lost();
}

const lost = () => new AppError("conflict", "Another move has this file, or it was removed.");

/**
 * Deletes the bytes that an abandoned move left in the place that `private_files.place` does not
 * name. A move that began at `latest` or earlier counts as abandoned. Resolves to false when no
 * abandoned move is left.
 */
export async function endAbandonedMove(
  { database }: FileDependencies,
  latest: number,
): Promise<boolean> {
  const due = await database.read
    .selectFrom("private_file_moves")
    .select("file_id")
    .where("began_at", "<=", latest)
    .limit(1)
    .executeTakeFirst();
  if (due === undefined) return false;
  await database.write(async (tx) => {
    // Replaces the token, so that a process that still runs the move can store nothing more.
    const { numUpdatedRows } = await tx
      .updateTable("private_file_moves")
      .set({ token: newId() })
      .where("file_id", "=", due.file_id)
      .where("began_at", "<=", latest)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    const file = await tx
      .selectFrom("private_files")
      .select("place")
      .where("id", "=", due.file_id)
      .executeTakeFirstOrThrow();
    if (file.place === "bucket" && (await deleteSomeRows(tx, due.file_id))) return;
    if (file.place === "database") await releaseObjects(tx, due.file_id);
    await tx.deleteFrom("private_file_moves").where("file_id", "=", due.file_id).execute();
  });
  return true;
}
