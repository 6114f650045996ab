import { type ConcurrencyLimit, createConcurrencyLimit } from "../platform/concurrency-limit.ts";
import type { Database, Queries } from "../platform/database/database.ts";
import { AppError } from "../platform/errors.ts";
import type { Log } from "../platform/metrics/log.ts";
import type { Clock } from "../platform/time/clock.ts";
import type { Worker } from "../platform/worker.ts";
import type { PictureUse } from "./picture-file.ts";
import { startEncoding } from "./uploads/encode-variants.ts";

interface MediaOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** Where content uses pictures, by their ids. Those that nobody uses may be left out. */
  readonly usesOf: (
    queries: Queries,
    ids: readonly string[],
  ) => Promise<ReadonlyMap<string, readonly PictureUse[]>>;
}

/** Uploaded pictures: what their operations work with. */
export interface Media extends MediaOptions {
  /** Reading a picture needs a lot of memory for a moment: one is read at a time. */
  readonly takeTurn: ConcurrencyLimit;
  /** Makes the sizes of a new picture soon, where `startEncoding` was called. */
  encodeSoon(): void;
  /** Starts making sizes in the background, beside requests. */
  startEncoding(): Worker;
}

const waitingUploads = 20;

function tooManyUploads(): AppError {
  return new AppError("too-many", "Many pictures are being read just now. Try again shortly.", {
    retryAfterSeconds: 5,
  });
}

export function createMedia(options: MediaOptions): Media {
  let worker: Worker | undefined;
  return {
    ...options,
    takeTurn: createConcurrencyLimit({
      atOnce: 1,
      waiting: waitingUploads,
      refusal: tooManyUploads,
    }),
    encodeSoon: () => worker?.wake(),
    startEncoding() {
      worker = startEncoding(options);
      return worker;
    },
  };
}
