import type { Configuration } from "../platform/configuration.ts";
import type { Database } from "../platform/database/database.ts";
import type { Log } from "../platform/metrics/log.ts";
import type { Clock } from "../platform/time/clock.ts";
import type { Worker } from "../platform/worker.ts";
import { readMailServer, type SettingsSource } from "../settings/stored-settings.server.ts";
import type { Post } from "./mailer.ts";
import { startMailWorker } from "./sending/send-mail.ts";

interface OpenOptions extends Pick<Post, "secret" | "clock" | "isConfirmed"> {
  readonly configuration: Configuration;
}

/** What operations need in order to queue emails in the owner's words. */
export function openMail({ configuration, ...options }: OpenOptions): Post {
  const { publicUrl, ownerEmail } = configuration;
  return { ...options, configuration, publicUrl, ownerEmail };
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
