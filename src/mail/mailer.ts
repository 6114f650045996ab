import type { Configuration } from "../platform/configuration.ts";
import type { Database, WriteTransaction } from "../platform/database/database.ts";
import type { Log } from "../platform/metrics/log.ts";
import type { LimitedDependencies } from "../platform/rate-limit.ts";
import type { Clock } from "../platform/time/clock.ts";
import type { Worker } from "../platform/worker.ts";
import { startMailWorker } from "./sending/send-mail.ts";

/** Dependencies of operations that queue emails. */
export interface Post extends LimitedDependencies {
  /** Origin of the site, for links. */
  readonly publicUrl: string;
  /** Recipient of emails about orders and messages; undefined if nobody is to get them. */
  readonly ownerEmail: string | undefined;
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

/** What operations need in order to queue emails in the owner's words. */
export function openMail({ configuration, ...options }: OpenOptions): Post {
  const { publicUrl, ownerEmail } = configuration;
  return { ...options, configuration, publicUrl, ownerEmail };
}

interface SendingOptions {
  readonly configuration: Configuration;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
}

/** Starts to send queued emails; without SMTP settings they wait in the outbox. */
export function startSendingMail({ configuration, ...options }: SendingOptions): readonly Worker[] {
  const { smtpUrl, mailFrom } = configuration;
  if (smtpUrl === undefined || mailFrom === undefined) return [];
  return [startMailWorker({ ...options, smtpUrl, from: mailFrom })];
}
