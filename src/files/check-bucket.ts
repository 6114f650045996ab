import { StartError } from "../platform/errors.ts";
import { newId } from "../platform/ids.ts";
import { type Bucket, BucketError, bucketRequestMs } from "./bucket.ts";
import { partBytes } from "./private-file-tables.server.ts";
import type { FileDependencies } from "./private-files.ts";

/**
 * Writes, reads and deletes a small object, so that the start fails when the bucket cannot be used.
 * Otherwise nobody would notice before a customer sends a file. Throws a StartError that says what
 * to do.
 */
export async function checkBucket({
  database,
  bucket,
  clock,
}: Pick<FileDependencies, "database" | "clock"> & { readonly bucket: Bucket }): Promise<void> {
  const key = `check/${newId()}`;
  const text = Buffer.from(key);
  // Recorded like an object of a removed file, so that a later cleanup deletes the object if this
  // process dies.
  const values = { key, file_id: null, position: 0, delete_after: clock() + 10 * bucketRequestMs };
  await database.write((tx) => tx.insertInto("private_file_objects").values(values).execute());
  try {
    await bucket.put(key, text);
    const read = await bucket.get(key, { start: 0, end: text.length - 1 });
    if (read === null || !text.equals(read)) {
      throw new BucketError("The bucket in FILES_URL does not return what was written to it.");
    }
    await bucket.remove(key);
  } catch (cause) {
    if (!(cause instanceof BucketError)) throw cause;
    throw new StartError(cause.message, { cause });
  }
  await database.write((tx) =>
    tx.deleteFrom("private_file_objects").where("key", "=", key).execute(),
  );
}

export interface FoundFiles {
  /** Files whose bytes are in the bucket. */
  readonly files: number;
  /** Files with an object that is missing in the bucket or has the wrong size. */
  readonly missing: number;
}

const chunk = 200;
const requestsAtOnce = 8;

/** Looks in the bucket for every object of the visible files. Throws `BucketError`. */
export async function findObjects({
  database,
  bucket,
}: Pick<FileDependencies, "database"> & { readonly bucket: Bucket }): Promise<FoundFiles> {
  let files = 0;
  let missing = 0;
  for (let after = ""; ; ) {
    const rows = await database.read
      .selectFrom("private_files")
      .select(["id", "byte_count"])
      .where("state", "=", "stored")
      .where("place", "=", "bucket")
      .where("id", ">", after)
      .orderBy("id")
      .limit(chunk)
      .execute();
    for (const { id, byte_count } of rows) {
      files += 1;
      if (!(await hasObjects(id, byte_count))) missing += 1;
    }
    const last = rows.at(-1);
    if (last === undefined) return { files, missing };
    after = last.id;
  }

  async function hasObjects(fileId: string, byteCount: number): Promise<boolean> {
    const objects = await database.read
      .selectFrom("private_file_objects")
      .select(["key", "position"])
      .where("file_id", "=", fileId)
      .execute();
    if (objects.length !== Math.ceil(byteCount / partBytes)) return false;
    for (let from = 0; from < objects.length; from += requestsAtOnce) {
      const sizes = objects.slice(from, from + requestsAtOnce).map(async ({ key, position }) => {
        const expected = Math.min(partBytes, byteCount - position * partBytes);
        return (await bucket.sizeOf(key)) === expected;
      });
      if ((await Promise.all(sizes)).includes(false)) return false;
    }
    return true;
  }
}
