import type { Database, WriteTransaction } from "#platform/database/database.ts";
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

const intervalMs = 5000;
const claimMs = 120_000;
const maxAttempts = 5;

export function startEncoding(deps: EncodingDependencies): Worker {
  const stopping = new AbortController();
  const worker = startWorker({
    name: "encode-variants",
    intervalMs,
    workOnce: () => encodeNextVariant(deps, stopping.signal),
    log: deps.log,
  });
  return {
    wake: () => worker.wake(),
    async stop() {
      stopping.abort();
      await worker.stop();
    },
  };
}

interface Job {
  readonly id: string;
  readonly version: string;
  readonly width: number;
  /** Index of the next size in `variantsOf(width)`. */
  readonly position: number;
  /** Attempts at this size, including the present one. */
  readonly attempts: number;
}

/**
 * Encodes one size of one picture. Returns false when no size is missing. Small steps keep writes
 * short, show progress, and lose little when a process ends.
 */
export async function encodeNextVariant(
  deps: EncodingDependencies,
  stopping: AbortSignal = new AbortController().signal,
): Promise<boolean> {
  const job = await claimJob(deps);
  if (job === undefined) return false;
  const variant = variantsOf(job.width)[job.position];
  if (variant === undefined) throw new Error(`Picture ${job.id} has no size ${job.position}.`);
  try {
    const bytes = await Promise.race([encode(deps.database, job, variant), whenAborted(stopping)]);
    // `bytes` is undefined when the process stops. The job is then released without waiting for the
    // encoder, which cannot be interrupted.
    await deps.database.write((tx) => (bytes ? keep(tx, job, variant, bytes) : release(tx, job)));
  } catch (error) {
    deps.log.warn({ picture: job.id, err: error }, "a size of a picture could not be encoded");
    await deps.database.write((tx) => noteFailure(tx, job, deps.clock()));
  }
  return true;
}

async function claimJob(deps: EncodingDependencies): Promise<Job | undefined> {
  const { database, clock } = deps;
  const now = clock();
  const due = await database.read
    .selectFrom("media_files")
    .select(["id", "version", "width", "variants_done as position", "attempts"])
    .where("state", "=", "encoding")
    .where("claimed_until", "<=", now)
    .orderBy("claimed_until")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  if (due === undefined) return undefined;
  if (due.attempts >= maxAttempts) {
    await giveUp(deps, due, now);
    return claimJob(deps);
  }
  // Counts the attempt before it starts, because a picture that kills the process prevents counting
  // afterwards.
  const attempts = due.attempts + 1;
  const taken = await database.write((tx) =>
    stillTheSame(tx, due)
      .set({ attempts, claimed_until: now + claimMs })
      .where("claimed_until", "<=", now)
      .executeTakeFirst(),
  );
  // If another process was faster and claimed this picture, tries the next picture.
  return taken.numUpdatedRows === 1n ? { ...due, attempts } : claimJob(deps);
}

/** Marks a picture as failed when the process died during the last allowed attempt. */
async function giveUp(
  { database, log }: EncodingDependencies,
  due: Job,
  now: number,
): Promise<void> {
  log.warn({ picture: due.id }, "a size of a picture killed every process that encoded it");
  await database.write((tx) =>
    stillTheSame(tx, due).set({ state: "failed" }).where("claimed_until", "<=", now).execute(),
  );
}

async function encode(database: Database, job: Job, { width, format }: Variant): Promise<Buffer> {
  const { bytes } = await database.read
    .selectFrom("media_variants")
    .select("bytes")
    .where("picture_id", "=", job.id)
    .where("version", "=", job.version)
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
  job: Job,
  variant: Variant,
  bytes: Uint8Array,
): Promise<void> {
  const isLast = job.position + 1 === variantsOf(job.width).length;
  const { numUpdatedRows } = await stillTheSame(tx, job)
    .set({
      variants_done: job.position + 1,
      state: isLast ? "ready" : "encoding",
      attempts: 0,
      claimed_until: 0,
    })
    .executeTakeFirst();
  // The picture was replaced meanwhile, or another process encoded the size.
  if (numUpdatedRows === 0n) return;
  await insertVariant(tx, job, variant, bytes);
  if (!isLast) return;
  await tx
    .deleteFrom("media_variants")
    .where("picture_id", "=", job.id)
    // Keeps the sources of replaced files, because an admin can restore a replaced file.
    .where("version", "=", job.version)
    .where("format", "=", "source")
    .execute();
}

async function noteFailure(tx: WriteTransaction, job: Job, now: number): Promise<void> {
  await stillTheSame(tx, job)
    .set({
      claimed_until: now + job.attempts * 10_000,
      state: job.attempts < maxAttempts ? "encoding" : "failed",
    })
    .execute();
}

/** Releases a job. The interrupted attempt does not count. */
async function release(tx: WriteTransaction, job: Job): Promise<void> {
  await stillTheSame(tx, job)
    .set((set) => ({ attempts: set("attempts", "-", 1), claimed_until: 0 }))
    .execute();
}

/**
 * An update that matches no row if the picture was replaced or another process encoded the size.
 */
function stillTheSame(tx: WriteTransaction, job: Pick<Job, "id" | "version" | "position">) {
  return tx
    .updateTable("media_files")
    .where("id", "=", job.id)
    .where("version", "=", job.version)
    .where("variants_done", "=", job.position)
    .where("state", "=", "encoding");
}

function whenAborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener("abort", () => resolve(undefined), { once: true });
  });
}
