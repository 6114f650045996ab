import type { Bucket } from "../files/bucket.ts";
import type { Business } from "../platform/business.ts";
import type { Configuration } from "../platform/configuration.ts";
import type { Database, Queries, WriteTransaction } from "../platform/database/database.ts";
import { AppError } from "../platform/errors.ts";
import type { Log } from "../platform/metrics/log.ts";
import type { LimitedDependencies } from "../platform/rate-limit.ts";
import type { Clock } from "../platform/time/clock.ts";
import type { Worker } from "../platform/worker.ts";
import type { MissingSecondFactor } from "../policy/actor.ts";
import type { TeamRole } from "../policy/roles.ts";
import { readBusiness } from "../settings/business.server.ts";
import {
  hasMailServer,
  readMailServer,
  readSetting,
  readWorkCalendar,
  type SettingsSource,
} from "../settings/stored-settings.server.ts";
import { startMailWorker } from "./sending/send-mail.ts";
import type { SmtpTimeouts } from "./sending/smtp-session.ts";

/** Dependencies of operations that queue emails. */
export interface Post extends LimitedDependencies {
  readonly publicUrl: string;
  /** OWNER_EMAIL. Takes precedence over the owner's address in the panel. */
  readonly ownerEmail: string | undefined;
  readonly readBusiness: (queries: Queries) => Promise<Business>;
  /** Address to which emails add a token for replies; undefined when Furrow receives no emails. */
  readonly replyAddress: string | undefined;
  /** IANA time zone of the dates in emails. */
  readonly readTimeZone: (queries: Queries) => Promise<string>;
  /** Working days of the business, for dates in emails. */
  readonly readWorkCalendar: (queries: Queries) => ReturnType<typeof readWorkCalendar>;
  /** True when an account has confirmed this address. */
  readonly isConfirmed: (tx: WriteTransaction, email: string) => Promise<boolean>;
  /** Those of the accounts that nobody has a password for. */
  readonly accountsWithoutPassword: (
    queries: Queries,
    accountIds: readonly string[],
  ) => Promise<ReadonlySet<string>>;
  /** Address of the first admin, which stands for the owner's address until one is set. */
  readonly readFirstAdmin: (queries: Queries) => Promise<string | undefined>;
  /** Everybody on the team: confirmed accounts with a role. */
  readonly readTeam: (queries: Queries) => Promise<readonly TeamAddress[]>;
}

export interface TeamAddress {
  readonly accountId: string;
  readonly email: string;
  readonly role: TeamRole;
  /** Present while the person lacks the second factor that the owner requires. */
  readonly missingSecondFactor?: MissingSecondFactor;
}

export interface EmailingDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly post: Post;
}

interface OpenOptions
  extends Pick<
    Post,
    "secret" | "clock" | "isConfirmed" | "accountsWithoutPassword" | "readTeam" | "readFirstAdmin"
  > {
  readonly configuration: Configuration;
}

export function openMail({ configuration, ...options }: OpenOptions): Post {
  const { publicUrl, ownerEmail } = configuration;
  return {
    ...options,
    configuration,
    publicUrl,
    ownerEmail,
    readBusiness: (queries) => readBusiness(configuration, queries),
    replyAddress: configuration.incomingMail?.replyAddress,
    readTimeZone: (queries) => readSetting(configuration, queries, "timeZone"),
    readWorkCalendar: (queries) => readWorkCalendar(configuration, queries),
  };
}

/** The owner's address, or that of the first admin; undefined before the first admin exists. */
export async function ownerAddressOf(
  post: Pick<Post, "ownerEmail" | "readFirstAdmin">,
  queries: Queries,
): Promise<string | undefined> {
  return (await readSetting(post, queries, "ownerAddress")) ?? (await post.readFirstAdmin(queries));
}

/** False while queued emails wait, because no mail server is set. */
export function sendsEmails(
  configuration: Pick<Configuration, "smtpUrl">,
  queries: Queries,
): Promise<boolean> {
  return hasMailServer(configuration, queries);
}

export const sendsNoCodes =
  "This site cannot send emails at the moment, so it cannot send you the code. Nothing was ordered. Please write to us, or try again later.";

/**
 * Throws "conflict" while queued emails wait, because an emailed code would have expired before it
 * is sent.
 */
export async function requireSendingCodes(
  configuration: Pick<Configuration, "smtpUrl">,
  queries: Queries,
): Promise<void> {
  if (!(await sendsEmails(configuration, queries))) throw new AppError("conflict", sendsNoCodes);
}

interface SendingOptions extends SettingsSource {
  readonly configuration: Configuration;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly bucket?: Bucket | undefined;
  readonly timeouts?: SmtpTimeouts;
}

/** Starts the worker that sends queued emails. Without a mail server, emails wait in the outbox. */
export function startSendingMail(options: SendingOptions): Worker {
  const { database, configuration } = options;
  return startMailWorker({
    ...options,
    publicUrl: configuration.publicUrl,
    readServer: () => readMailServer(options, database.read),
  });
}
