import { createReadStream, createWriteStream, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Bucket, BucketError, openBucket } from "#files/bucket.ts";
import type { BackupCopies } from "#platform/configuration.ts";
import { StartError } from "#platform/errors.ts";
import { type BucketSettings, bucketSettings } from "#platform/files/bucket-settings.ts";

const prefix = "furrow-backups/";
const ending = ".age";
/** Time limit of a request. Long, because uploading a part takes minutes on a slow connection. */
const requestMs = 5 * 60_000;
const downloadedAtOnce = 8 * 1024 * 1024;

function openBackupBucket(settings: BucketSettings): Bucket {
  return openBucket(settings, requestMs, "BACKUP_URL");
}

/**
 * Encrypts a backup for the owner's key and stores it, then deletes the oldest copies until `keep`
 * are left. A repeated call replaces the copy. Returns the size of the copy in bytes. Throws
 * `BucketError`.
 */
export async function copyToBucket(
  { bucket: settings, recipient }: BackupCopies,
  file: string,
  keep: number,
): Promise<{ readonly bytes: number }> {
  const bucket = openBackupBucket(settings);
  const { Encrypter } = await import("age-encryption");
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  const source = Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>;
  const encrypted = await encrypter.encrypt(source);
  const key = `${prefix}${basename(file)}${ending}`;
  await bucket.putLarge(key, prefix, encrypted);
  const bytes = await bucket.sizeOf(key);
  if (bytes === null) throw new BucketError("The bucket in BACKUP_URL has lost the copy.");
  await pruneCopies(bucket, key, keep);
  return { bytes };
}

const scheduled = /^furrow-backups\/scheduled-[\dTZ-]+\.db\.age$/;

async function scheduledCopies(bucket: Bucket): Promise<readonly string[]> {
  // The names contain the time, so the order of the names is the order of the backups.
  return (await bucket.list(prefix)).filter((key) => scheduled.test(key));
}

/** Never deletes `made`, even after the clock was set back. */
async function pruneCopies(bucket: Bucket, made: string, keep: number): Promise<void> {
  const others = (await scheduledCopies(bucket)).filter((key) => key !== made);
  for (const key of others.slice(0, Math.max(0, others.length - (keep - 1)))) {
    await bucket.remove(key);
  }
}

/** Time limit of the requests that a person waits for. */
const shownMs = 10_000;

/** Names of the encrypted copies, newest first. Throws `BucketError`. */
export async function listCopies(settings: BucketSettings): Promise<readonly string[]> {
  const bucket = openBucket(settings, shownMs, "BACKUP_URL");
  return (await scheduledCopies(bucket)).map((key) => key.slice(prefix.length)).toReversed();
}

/**
 * Opens an encrypted copy, which only the owner's secret key can decrypt. Null when the bucket has
 * no such copy. Throws `BucketError`.
 */
export async function openCopy(settings: BucketSettings, name: string) {
  const bucket = openBackupBucket(settings);
  const key = `${prefix}${name}`;
  const bytes = scheduled.test(key) ? await bucket.sizeOf(key) : null;
  return bytes === null ? null : { bytes, content: download(bucket, key, bytes) };
}

export interface CopyAddress {
  readonly bucket: BucketSettings;
  /** Name of the copy; undefined stands for the newest copy. */
  readonly name: string | undefined;
}

/**
 * Reads the address of a copy or of a bucket. An address without a key, such as `s3://shop-backups`
 * or `s3://shop-backups/scheduled-….db.age`, must name the bucket of BACKUP_URL, whose key and host
 * are then used. Throws a StartError.
 */
export function copyAddress(text: string, configured: BucketSettings | undefined): CopyAddress {
  const [, before = "", name] = /^(.*?)(?:\/(?:furrow-backups\/)?([\w-]+\.db\.age))?$/.exec(
    text.split("?")[0] ?? "",
  ) ?? [text, text];
  if (!before.includes("@")) {
    if (configured !== undefined && before.replace(/\/$/, "") === `s3://${configured.name}`) {
      return { bucket: configured, name };
    }
    throw new StartError(
      `${text} has no key. Set BACKUP_URL to this bucket, or name the copy as s3://KEY:SECRET@s3.example.com/bucket?region=eu-north-1.`,
    );
  }
  const bucket = settingsIn(before, text);
  if (bucket === null) {
    throw new StartError(
      "The address of the copy must be such as s3://KEY:SECRET@s3.example.com/bucket?region=eu-north-1; characters such as / or + in the key or secret are written %2F or %2B.",
    );
  }
  return { bucket, name };
}

function settingsIn(before: string, whole: string): BucketSettings | null {
  const search = whole.includes("?") ? whole.slice(whole.indexOf("?")) : "";
  return bucketSettings(`${before}${search}`);
}

/**
 * Downloads a copy and decrypts it into `directory`. Returns the file and the name of the copy.
 * Throws a StartError or `BucketError`.
 */
export async function fetchCopy(
  { bucket: settings, name }: CopyAddress,
  keyFile: string,
  directory: string,
): Promise<{ readonly file: string; readonly name: string }> {
  const bucket = openBackupBucket(settings);
  const key = name === undefined ? (await scheduledCopies(bucket)).at(-1) : `${prefix}${name}`;
  if (key === undefined) throw new StartError("There is no copy of a backup in this bucket.");
  const size = await bucket.sizeOf(key);
  if (size === null) throw new StartError(`There is no copy ${key} in this bucket.`);
  const decrypter = await decrypterFor(keyFile);
  const shown = key.slice(prefix.length);
  const file = join(directory, shown.slice(0, -ending.length));
  const chunks = Readable.from(download(bucket, key, size), { objectMode: false });
  const source = Readable.toWeb(chunks) as ReadableStream<Uint8Array>;
  try {
    const plain = await decrypter.decrypt(source);
    await pipeline(plain, createWriteStream(file, { flags: "wx", mode: 0o600 }));
  } catch (cause) {
    if (cause instanceof BucketError || isFromSystem(cause)) throw cause;
    throw new StartError(
      `The copy ${shown} cannot be decrypted with the key in ${keyFile}. Take the secret key that belongs to the BACKUP_RECIPIENT of that time; if it is the right one, the copy is damaged, so take an older one.`,
      { cause },
    );
  }
  return { file, name: shown };
}

/** Whether the operating system reported the error, such as a full disk. */
const isFromSystem = (error: unknown) =>
  /^E[A-Z]+$/.test(String((error as { code?: unknown }).code));

async function* download(bucket: Bucket, key: string, size: number) {
  for (let start = 0; start < size; start += downloadedAtOnce) {
    const end = Math.min(size, start + downloadedAtOnce) - 1;
    const bytes = await bucket.get(key, { start, end });
    if (bytes === null) throw new BucketError(`The copy ${key} has since been deleted. Try again.`);
    yield bytes;
  }
}

async function decrypterFor(keyFile: string) {
  const { Decrypter } = await import("age-encryption");
  const decrypter = new Decrypter();
  let keys: readonly string[];
  try {
    keys = readFileSync(keyFile, "utf8").match(/^AGE-SECRET-KEY-[0-9A-Z-]+$/gm) ?? [];
    for (const key of keys) decrypter.addIdentity(key);
  } catch (cause) {
    throw new StartError(
      `The key in ${keyFile} cannot be read. Name the file with the secret key.`,
      {
        cause,
      },
    );
  }
  if (keys.length > 0) return decrypter;
  throw new StartError(
    `There is no secret key in ${keyFile}: a line that begins with AGE-SECRET-KEY-1.`,
  );
}
