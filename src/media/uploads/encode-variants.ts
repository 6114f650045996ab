import type { Database, WriteTransaction } from "#platform/database/database.ts";
import {
  doubling,
  type LeasedRow,
  LeasedTable,
  nextAttemptAt,
  type RetryPolicy,
} from "#platform/leases.ts";
import { loadSharp } from "#platform/load-sharp.ts";
import type { Log } from "#platform/metrics/log.ts";
import type { Clock } from "#platform/time/clock.ts";
import { startWorker, type Worker } from "#platform/worker.ts";
import { insertVariant } from "../media-store.server.ts";
import { type Variant, variantsOf } from "../picture-file.ts";

interface EncodingDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * One attempt encodes one size of one picture, so a claim is about a version of the picture and its
 * next size: a replaced picture, or a size that another process has encoded, ends the claim.
 */
const pictures = new LeasedTable("media_files", {
  key: ["id", "version", "variants_done"],
  leaseMs: 120_000,
  order: (due) => due.orderBy("due_at").orderBy("id"),
});
const retries: RetryPolicy = { pausesMs: doubling(10_000, 40_000), mostAttempts: 5 };

export function startEncoding(deps: EncodingDependencies): Worker {
  return startWorker({
    name: "encode-variants",
    intervalMs: 5000,
    workOnce: (stopping) => encodeNextVariant(deps, stopping),
    log: deps.log,
  });
}

type Picture = LeasedRow<"media_files">;

/**
 * Encodes one size of one picture. Returns false when no size is missing. Small steps keep writes
 * short, show progress, and lose little when a process ends.
 */
export async function encodeNextVariant(
  { database, clock, log }: EncodingDependencies,
  stopping: AbortSignal = new AbortController().signal,
): Promise<boolean> {
  const picture = await pictures.claim(database, clock());
  if (picture === undefined) return false;
  const { id, attempts, uploaded_at: since } = picture;
  if (attempts > (retries.mostAttempts ?? 0)) {
    log.warn({ picture: id }, "a size of a picture killed every process that encoded it");
    await database.write((tx) => pictures.settle(tx, picture, failed));
    return true;
  }
  const variant = variantsOf(picture.width)[picture.variants_done];
  if (variant === undefined) throw new Error(`Picture ${id} has no size ${picture.variants_done}.`);
  try {
    const bytes = await Promise.race([encode(database, picture, variant), whenAborted(stopping)]);
    // `bytes` is undefined when the process stops. The picture is then released without waiting for
    // the encoder, which cannot be interrupted. The interrupted attempt does not count.
    await database.write(async (tx) => {
      if (bytes) await keep(tx, picture, variant, bytes);
      else await pictures.settle(tx, picture, { attempts: attempts - 1 });
    });
  } catch (error) {
    log.warn({ picture: id, err: error }, "a size of a picture could not be encoded");
    const due_at = nextAttemptAt(retries, { attempts, since, now: clock() });
    await database.write((tx) =>
      pictures.settle(tx, picture, due_at === null ? failed : { due_at }),
    );
  }
  return true;
}

const failed = { state: "failed", due_at: null } as const;

async function encode(
  database: Database,
  picture: Picture,
  { width, format }: Variant,
): Promise<Buffer> {
  const { bytes } = await database.read
    .selectFrom("media_variants")
    .select("bytes")
    .where("picture_id", "=", picture.id)
    .where("version", "=", picture.version)
    .where("format", "=", "source")
    .executeTakeFirstOrThrow();
  return encodeVariant(bytes, { width, format });
}

export async function encodeVariant(
  source: Uint8Array,
  { width, format }: Variant,
): Promise<Buffer> {
  const sharp = await loadSharp();
  const sized = sharp(source).resize({ width, withoutEnlargement: true });
  return format === "webp"
    ? sized.webp({ quality: 80 }).toBuffer()
    : // Effort 4 takes four times as long and makes the file 3 % smaller.
      sized.avif({ quality: 55, effort: 3, chromaSubsampling: "4:2:0" }).toBuffer();
}

async function keep(
  tx: WriteTransaction,
  picture: Picture,
  variant: Variant,
  bytes: Uint8Array,
): Promise<void> {
  const done = picture.variants_done + 1;
  const isLast = done === variantsOf(picture.width).length;
  const encoded = { variants_done: done, attempts: 0 };
  const ready = { state: "ready", due_at: null } as const;
  const isKept = await pictures.settle(tx, picture, { ...encoded, ...(isLast && ready) });
  // The picture was replaced meanwhile, or another process encoded the size.
  if (!isKept) return;
  await insertVariant(tx, picture, variant, bytes);
  if (!isLast) return;
  await tx
    .deleteFrom("media_variants")
    .where("picture_id", "=", picture.id)
    // Keeps the sources of replaced files, because an admin can restore a replaced file.
    .where("version", "=", picture.version)
    .where("format", "=", "source")
    .execute();
}

function whenAborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener("abort", () => resolve(undefined), { once: true });
  });
}
