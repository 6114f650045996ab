import type { WriteTransaction } from "../platform/database/database.ts";
import { AppError } from "../platform/errors.ts";
import { newId } from "../platform/ids.ts";
import {
  type Bucket,
  BucketError,
  type ByteRange,
  bucketRequestMs,
  MissingBytesError,
} from "./bucket.ts";
import type { FilePlace } from "./private-file-tables.server.ts";
import type { FileDependencies } from "./private-files.ts";

/** Ten times the time limit of a request. After this time, no upload of an object can still run. */
const uploadMs = 10 * bucketRequestMs;
/** Small, because other writes wait while a write runs, and a part has up to a megabyte. */
const partsPerWrite = 8;

interface Part {
  readonly fileId: string;
  readonly position: number;
  readonly bytes: Uint8Array;
  readonly place: FilePlace;
}

/**
 * Stores a part of a file. `check` runs in the same transaction. An object of the bucket is
 * recorded before its upload, so that a crash leaves no unrecorded object. Throws the errors of
 * `check`, and `BucketError`.
 */
export async function storePart(
  { database, bucket, clock }: FileDependencies,
  { fileId, position, bytes, place }: Part,
  check: (tx: WriteTransaction) => Promise<void> = async () => {},
): Promise<void> {
  if (place === "database") {
    await database.write(async (tx) => {
      await check(tx);
      const values = { file_id: fileId, position, bytes };
      await tx.insertInto("private_file_parts").values(values).execute();
    });
    return;
  }
  const key = objectKey();
  await database.write(async (tx) => {
    await check(tx);
    const values = { key, file_id: fileId, position, delete_after: clock() + uploadMs };
    await tx.insertInto("private_file_objects").values(values).execute();
  });
  await requireBucket(bucket).put(key, bytes);
}

/** A new key for each upload: an upload of a dead process can never replace later bytes. */
const objectKey = () => `private-files/${newId()}`;

interface AskedPart {
  readonly fileId: string;
  readonly position: number;
  /** Byte positions within the part. The part must contain these bytes. */
  readonly range: ByteRange;
  /** Place of the bytes; by default, the place that `private_files` names. */
  readonly place?: FilePlace;
}

/**
 * Reads bytes of a part. Throws "not-found" when the file was removed, `MissingBytesError` for an
 * object that the bucket does not have, and `BucketError`.
 */
export async function readPart(
  { database, bucket }: Pick<FileDependencies, "database" | "bucket">,
  asked: AskedPart,
): Promise<Uint8Array> {
  const { fileId, position, range } = asked;
  // Tries twice, because the file may be moved after its place was read.
  for (let attempt = 1; ; attempt++) {
    const { place } =
      asked.place === undefined ? await placeOf(database.read, fileId) : { place: asked.place };
    const bytes = await (place === "database" ? readRow : readObject)();
    if (bytes !== null) return bytes;
    if (attempt === 1) continue;
    if (place === "database" && asked.place === undefined) throw removed();
    throw new MissingBytesError(
      "The bucket in FILES_URL does not have all parts of a file. Set FILES_URL to the bucket that has the files of this site, or restore the bucket from a copy.",
    );
  }

  async function readRow(): Promise<Uint8Array | null> {
    const row = await database.read
      .selectFrom("private_file_parts")
      .select("bytes")
      .where("file_id", "=", fileId)
      .where("position", "=", position)
      .executeTakeFirst();
    return row === undefined
      ? null
      : new Uint8Array(row.bytes).subarray(range.start, range.end + 1);
  }

  async function readObject(): Promise<Uint8Array | null> {
    const row = await database.read
      .selectFrom("private_file_objects")
      .select("key")
      .where("file_id", "=", fileId)
      .where("position", "=", position)
      .executeTakeFirst();
    return row === undefined ? null : requireBucket(bucket).get(row.key, range);
  }
}

async function placeOf(
  queries: FileDependencies["database"]["read"],
  fileId: string,
): Promise<{ readonly place: FilePlace }> {
  const row = await queries
    .selectFrom("private_files")
    .select("place")
    .where("id", "=", fileId)
    .where("state", "<>", "removed")
    .executeTakeFirst();
  if (row === undefined) throw removed();
  return row;
}

const removed = () => new AppError("not-found", "This file was removed.");

function requireBucket(bucket: Bucket | undefined): Bucket {
  if (bucket !== undefined) return bucket;
  throw new BucketError(
    "This file is in a bucket, and FILES_URL is not set. Set FILES_URL to that bucket.",
  );
}

/** Deletes some rows with parts of a file. Resolves to false when there were none. */
export async function deleteSomeRows(tx: WriteTransaction, fileId: string): Promise<boolean> {
  const positions = await tx
    .selectFrom("private_file_parts")
    .select("position")
    .where("file_id", "=", fileId)
    .orderBy("position")
    .limit(partsPerWrite)
    .execute();
  if (positions.length === 0) return false;
  await tx
    .deleteFrom("private_file_parts")
    .where("file_id", "=", fileId)
    .where(
      "position",
      "in",
      positions.map(({ position }) => position),
    )
    .execute();
  return true;
}

/**
 * Marks the objects of a file for deletion by `deleteUnusedObjects`. The deletion waits until no
 * upload can still run, unless `areUploaded` is true.
 */
export async function releaseObjects(
  tx: WriteTransaction,
  fileId: string,
  { areUploaded = false } = {},
): Promise<void> {
  await tx
    .updateTable("private_file_objects")
    .set({ file_id: null, ...(areUploaded && { delete_after: 0 }) })
    .where("file_id", "=", fileId)
    .execute();
}

const objectsAtOnce = 20;

/**
 * Deletes some released objects from the bucket, and then their rows; deleting an object again
 * after a crash does no harm. Resolves to true when more may have to be deleted. Throws
 * `BucketError`.
 */
export async function deleteUnusedObjects({
  database,
  bucket,
  clock,
}: FileDependencies): Promise<boolean> {
  if (bucket === undefined) return false;
  const objects = await database.read
    .selectFrom("private_file_objects")
    .select("key")
    .where("file_id", "is", null)
    .where("delete_after", "<=", clock())
    .orderBy("delete_after")
    .limit(objectsAtOnce)
    .execute();
  for (const { key } of objects) {
    await bucket.remove(key);
    await database.write((tx) =>
      tx.deleteFrom("private_file_objects").where("key", "=", key).execute(),
    );
  }
  return objects.length === objectsAtOnce;
}
