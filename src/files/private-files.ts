import type { Database } from "../platform/database/database.ts";
import type { Log } from "../platform/metrics/log.ts";
import type { Clock } from "../platform/time/clock.ts";
import type { Bucket } from "./bucket.ts";

export interface FileDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** Bucket for new files; undefined when they are stored in the database. */
  readonly bucket: Bucket | undefined;
}

/** A file whose bytes have arrived, and which nothing uses yet. */
export interface ReceivedFile {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly byteCount: number;
  readonly contentHash: string;
}
