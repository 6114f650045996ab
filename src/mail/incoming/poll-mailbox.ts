import type { FetchMessageObject, ImapFlow } from "imapflow";
import type { Database, Queries } from "#platform/database/database.ts";
import { doubling, pauseMs, type RetryPolicy } from "#platform/leases.ts";
import type { Log } from "#platform/metrics/log.ts";
import { startWorker, type Worker } from "#platform/worker.ts";
import {
  largestMailBytes,
  parsedMail,
  type ReceiveDependencies,
  receiveMail,
  storeMail,
} from "./receive-mail.ts";

export interface PollDependencies extends ReceiveDependencies {
  readonly log: Log;
  readonly imapUrl: string;
}

const intervalMs = 30_000;
const retries: RetryPolicy = { pausesMs: doubling(intervalMs, 10 * 60_000) };
const emailsPerConnection = 50;
const answerMs = 60_000;

/** Reads the unread emails of a mailbox twice a minute. No other program may read the mailbox. */
export function startPollingMailbox(dependencies: PollDependencies): Worker {
  const mailbox = new Mailbox(dependencies);
  const worker = startWorker({
    name: "poll-mailbox",
    intervalMs,
    log: dependencies.log,
    workOnce: () => mailbox.workOnce(),
  });
  return {
    wake: worker.wake,
    stop: async () => {
      mailbox.close();
      await worker.stop();
    },
  };
}

export class Mailbox {
  readonly #dependencies: PollDependencies;
  #client: ImapFlow | null = null;
  #isClosed = false;
  #pausedUntil = 0;
  #failures = 0;
  /**
   * Unread emails that could not be stored. They are read after all others, so that they do not keep
   * newer emails waiting.
   */
  #failedUids: ReadonlySet<number> = new Set();

  constructor(dependencies: PollDependencies) {
    this.#dependencies = dependencies;
  }

  /** Resolves to true when more emails wait. Waits longer after each failure of the server. */
  async workOnce(): Promise<boolean> {
    const { database, clock, log, imapUrl } = this.#dependencies;
    if (this.#isClosed || clock() < this.#pausedUntil) return false;
    try {
      const isMore = await this.#readUnread();
      this.#failures = 0;
      await noteMailbox(database, clock(), null);
      return isMore;
    } catch (error) {
      if (this.#isClosed) return false;
      const reason = describeImapFailure(error, imapUrl);
      log.warn({ reason }, "the mailbox could not be read");
      this.#failures += 1;
      this.#pausedUntil = clock() + pauseMs(retries, this.#failures);
      await noteMailbox(database, clock(), reason);
      return false;
    } finally {
      this.#client?.close();
      this.#client = null;
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#client?.close();
  }

  async #readUnread(): Promise<boolean> {
    const client = await openClient(this.#dependencies.imapUrl);
    this.#client = client;
    await client.connect();
    await client.mailboxOpen("INBOX");
    const unread = (await client.search({ seen: false }, { uid: true })) || [];
    const failed = new Set(unread.filter((uid) => this.#failedUids.has(uid)));
    const queue = [...unread.filter((uid) => !failed.has(uid)), ...failed];
    this.#failedUids = failed;
    let done = 0;
    for (const uid of queue.slice(0, emailsPerConnection)) {
      if (this.#isClosed) return false;
      if (await this.#handle(client, uid)) done += 1;
      else failed.add(uid);
    }
    await client.logout();
    // Emails that could not be stored wait for the next round, so that repeated attempts do not
    // fill the log.
    return done > 0 && unread.length > emailsPerConnection;
  }

  /**
   * Stores an email, then marks it as read. If a process dies between these two steps, the email
   * stays unread; the next process finds the email stored, and only marks the email.
   */
  async #handle(client: ImapFlow, uid: number): Promise<boolean> {
    const { log } = this.#dependencies;
    const about = await client.fetchOne(String(uid), { size: true }, { uid: true });
    // Another process or the owner has deleted the email meanwhile.
    if (about === false) return false;
    const isTooLarge = (about.size ?? 0) > largestMailBytes;
    // The headers of a large email say for which order it is.
    const wanted = isTooLarge ? { headers: true } : { source: true };
    const mail = await client.fetchOne(String(uid), wanted, { uid: true });
    if (mail === false) return false;
    try {
      await this.#receive(mail);
    } catch (err) {
      log.error({ err, uid }, "an incoming email could not be stored and will be read again");
      return false;
    }
    await client.messageFlagsAdd(String(uid), ["\\Seen"], { uid: true });
    return true;
  }

  async #receive({ source, headers }: FetchMessageObject): Promise<void> {
    if (source !== undefined) {
      await receiveMail(this.#dependencies, source);
      return;
    }
    const mail = await parsedMail(this.#dependencies.parse, headers ?? new Uint8Array());
    await storeMail(this.#dependencies, { ...mail, reason: "too-large" });
  }
}

async function openClient(imapUrl: string): Promise<ImapFlow> {
  // Loaded on demand, because most processes read no mailbox.
  const { ImapFlow } = await import("imapflow");
  const { protocol, hostname, port, username, password } = new URL(imapUrl);
  const secure = protocol === "imaps:";
  const client = new ImapFlow({
    host: hostname.replace(/^\[(.*)\]$/, "$1"),
    port: port === "" ? (secure ? 993 : 143) : Number(port),
    secure,
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: answerMs,
    greetingTimeout: answerMs,
    socketTimeout: answerMs,
  });
  // The running command fails with the same error; without a listener the process would end.
  client.on("error", () => {});
  return client;
}

interface ImapError {
  readonly code?: string;
  readonly authenticationFailed?: boolean;
  readonly responseText?: string;
}

/** Tells the owner why the mailbox cannot be read, without the password. */
function describeImapFailure(error: unknown, imapUrl: string): string {
  const { code = "", authenticationFailed, responseText } = (error ?? {}) as ImapError;
  const { hostname, password } = new URL(imapUrl);
  const words = responseText ?? (error instanceof Error ? error.message : String(error));
  const secrets = [password, decodeURIComponent(password)].filter((secret) => secret !== "");
  const said = secrets.reduce((text, secret) => text.replaceAll(secret, "…"), words || code);
  if (authenticationFailed) {
    return `${hostname} rejected the user name or the password of IMAP_URL: ${said}`;
  }
  return `${hostname} could not be read: ${said}`;
}

/** Records at most this often that the mailbox can be read, because each record is a write. */
const noteEveryMs = 10 * 60_000;

async function noteMailbox(database: Database, at: number, failure: string | null): Promise<void> {
  const known = await readMailbox(database.read);
  const isCurrent =
    failure === null && known?.failing_since === null && at - (known.checked_at ?? 0) < noteEveryMs;
  if (isCurrent) return;
  const note =
    failure === null
      ? { checked_at: at, failing_since: null, failure }
      : { failing_since: known?.failing_since ?? at, failure };
  await database.write((tx) =>
    tx
      .insertInto("incoming_mailbox")
      .values({ id: "mailbox", checked_at: null, ...note })
      .onConflict((conflict) => conflict.column("id").doUpdateSet(note))
      .execute(),
  );
}

/** Undefined before the mailbox was read for the first time. */
export function readMailbox(queries: Queries) {
  return queries
    .selectFrom("incoming_mailbox")
    .select(["checked_at", "failing_since", "failure"])
    .where("id", "=", "mailbox")
    .executeTakeFirst();
}
