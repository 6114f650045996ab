import type { Configuration } from "../platform/configuration.ts";
import type { Database, Queries, WriteTransaction } from "../platform/database/database.ts";
import type { Log } from "../platform/metrics/log.ts";
import type { LimitedDependencies } from "../platform/rate-limit.ts";
import type { Clock } from "../platform/time/clock.ts";
import type { Worker } from "../platform/worker.ts";
import {
  readMailServer,
  readTimeZone,
  type SettingsSource,
} from "../settings/stored-settings.server.ts";
import { startMailWorker } from "./sending/send-mail.ts";

/** Dependencies of operations that queue emails. */
export interface Post extends LimitedDependencies {
  /** Origin of the site, for links. */
  readonly publicUrl: string;
  /** Recipient of emails about orders and messages, from the environment; see `settings/`. */
  readonly ownerEmail: string | undefined;
  /** IANA time zone of the dates in emails. */
  readonly readTimeZone: (queries: Queries) => Promise<string>;
  /** Whether an account has confirmed an address, so that its owner reads emails to it. */
  readonly isConfirmed: (tx: WriteTransaction, email: string) => Promise<boolean>;
}

/** Dependencies of operations that write and queue emails in one transaction. */
export interface EmailingDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly post: Post;
}

interface OpenOptions extends Pick<Post, "secret" | "clock" | "isConfirmed"> {
  readonly configuration: Configuration;
}

/** The dependencies of operations that queue emails from the owner's templates. */
export function openMail({ configuration, ...options }: OpenOptions): Post {
  const { publicUrl, ownerEmail } = configuration;
  return {
    ...{ ...options, configuration, publicUrl, ownerEmail },
    readTimeZone: (queries) => readTimeZone(configuration, queries),
  };
}

interface SendingOptions extends SettingsSource {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
}

/** Starts to send queued emails; without a mail server they wait in the outbox. */
export function startSendingMail(options: SendingOptions): Worker {
  const { database } = options;
  return startMailWorker({ ...options, readServer: () => readMailServer(options, database.read) });
}
