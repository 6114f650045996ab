import { type ConcurrencyLimit, createConcurrencyLimit } from "../platform/concurrency-limit.ts";
import type { Database, Queries } from "../platform/database/database.ts";
import { AppError } from "../platform/errors.ts";
import type { Log } from "../platform/metrics/log.ts";
import type { Parse } from "../platform/parsing/parser.ts";
import type { Clock } from "../platform/time/clock.ts";
import type { Worker } from "../platform/worker.ts";
import type { PictureUse } from "./picture-file.ts";
import { startEncoding } from "./uploads/encode-variants.ts";

interface MediaOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly parse: Parse;
  /** Uses of pictures in content, by picture id; ids without a use may be missing. */
  readonly usesOf: (
    queries: Queries,
    ids: readonly string[],
  ) => Promise<ReadonlyMap<string, readonly PictureUse[]>>;
}

export interface Media extends MediaOptions {
  /** Decodes one picture at a time, because decoding needs a lot of memory. */
  readonly decodingLimit: ConcurrencyLimit;
  /** Wakes the encoding worker, if it was started. */
  encodeSoon(): void;
  startEncoding(): Worker;
}

const waitingUploads = 20;

function tooManyUploads(): AppError {
  return new AppError("too-many", "Too many pictures are being processed. Try again in a moment.", {
    retryAfterSeconds: 5,
  });
}

export function createMedia(options: MediaOptions): Media {
  let worker: Worker | undefined;
  return {
    ...options,
    decodingLimit: createConcurrencyLimit({
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
