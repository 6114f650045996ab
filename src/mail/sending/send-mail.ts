import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { Bucket } from "#files/bucket.ts";
import { readWholeFile } from "#files/whole-file.ts";
import { readEmailBrand } from "#look/read-email-logo.server.ts";
import type { Database } from "#platform/database/database.ts";
import { doubling, nextAttemptAt, pauseMs, type RetryPolicy } from "#platform/leases.ts";
import type { Log } from "#platform/metrics/log.ts";
import type { Clock } from "#platform/time/clock.ts";
import { startWorker, type Worker } from "#platform/worker.ts";
import type { MailServer } from "#settings/stored-settings.server.ts";
import { hideSecrets } from "../hide-secrets.ts";
import { htmlOf } from "../templates/email-html.ts";
import {
  claimMail,
  type DueMail,
  mailLeases,
  markMailFailed,
  markMailSent,
} from "./due-mail.server.ts";
import {
  describeServerFailure,
  type ReadyServer,
  type SmtpError,
  wordsOfServer,
} from "./smtp-failures.ts";
import {
  type AttachedFile,
  openSmtpSession,
  type SmtpSession,
  type SmtpTimeouts,
} from "./smtp-session.ts";

interface MailFailure {
  /**
   * "server": the server fails for every email, so all emails wait. "mail": only this email is
   * postponed. "forever": this email is rejected and not retried.
   */
  readonly kind: "server" | "mail" | "forever";
  /** A sentence for the owner. */
  readonly reason: string;
}

/** 421 (server is closing) and 530 (sign-in required) are about the server, not about the email. */
const aboutTheServer = [421, 530];

function mailFailureOf(error: unknown, server: ReadyServer): MailFailure {
  const { code, command, responseCode } = error as SmtpError;
  const said = wordsOfServer(error, server);
  if (responseCode === undefined && (code === "EENVELOPE" || code === "EMESSAGE")) {
    return { kind: "forever", reason: `The email cannot be sent as it is: ${said}` };
  }
  const isAnswer = responseCode !== undefined && !aboutTheServer.includes(responseCode);
  if (isAnswer && (command === "RCPT TO" || command === "DATA")) {
    const what = command === "DATA" ? "the email" : "the address";
    return responseCode >= 500
      ? { kind: "forever", reason: `The mail server rejected ${what}: ${said}` }
      : { kind: "mail", reason: `The mail server has not accepted ${what} yet: ${said}` };
  }
  return { kind: "server", reason: describeServerFailure(error, server) };
}

interface MailWorkerOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly publicUrl: string;
  /** Bucket that may have attached files. */
  readonly bucket?: Bucket | undefined;
  /** Reads the current mail server; each call may return another server. */
  readonly readServer: () => Promise<MailServer>;
  readonly timeouts?: SmtpTimeouts;
}

/** An email is repeated for five days, at last each hour. */
const retries: RetryPolicy = { pausesMs: doubling(30_000, 60 * 60_000), mostAttempts: 125 };

/** Pause of all emails after a failure of the server. */
const serverPauses: RetryPolicy = { pausesMs: doubling(5_000, 60_000) };

/**
 * Time for which a running attempt may continue after the worker is told to stop. Shorter than the
 * time limit for stopping the whole program.
 */
const stoppingMs = 5_000;

/**
 * Sends queued emails one by one, so that a crash leaves at most one email sent but not recorded.
 * The unrecorded email is sent again with the same Message-ID.
 */
export function startMailWorker(options: MailWorkerOptions): Worker {
  const delivery = new Delivery(options);
  const worker = startWorker({
    name: "send-mail",
    intervalMs: 2000,
    log: options.log,
    workOnce: () => delivery.workOnce(),
  });
  return {
    wake: worker.wake,
    stop: async () => {
      const breakOff = setTimeout(() => delivery.breakOff(), stoppingMs);
      await worker.stop();
      clearTimeout(breakOff);
      delivery.closeSession();
    },
  };
}

class Delivery {
  readonly #options: MailWorkerOptions;
  readonly #brokenOff = new AbortController();
  #server: MailServer = { state: "missing" };
  #session: SmtpSession | null = null;
  #pausedUntil = 0;
  #serverFailures = 0;

  constructor(options: MailWorkerOptions) {
    this.#options = options;
  }

  /** Sends one due email. Returns true when another email may be due. */
  async workOnce(): Promise<boolean> {
    const { database, clock, readServer } = this.#options;
    this.#use(await readServer());
    const server = this.#server;
    const mayTry = server.state === "ready" && clock() >= this.#pausedUntil;
    const mail = mayTry ? await claimMail(database, clock()) : undefined;
    if (!mayTry || mail === undefined) {
      // Closes an idle session, because firewalls cut idle connections without notice.
      this.closeSession();
      return false;
    }
    await this.#deliver(mail, server);
    return true;
  }

  /**
   * Does nothing when the mail server is unchanged. Otherwise closes the session, and resets the
   * pause and the count of failures.
   */
  #use(server: MailServer): void {
    if (isDeepStrictEqual(server, this.#server)) return;
    this.#server = server;
    this.closeSession();
    this.#pausedUntil = 0;
    this.#serverFailures = 0;
    if (server.state !== "unreadable") return;
    this.#options.log.warn(
      "the password of the mail server cannot be read, because SECRET has changed: emails wait until an admin enters it again in the panel",
    );
  }

  /**
   * Aborts the running attempt. If the server has already accepted the email, the recipient gets
   * the email twice.
   */
  breakOff(): void {
    this.#brokenOff.abort();
  }

  closeSession(): void {
    this.#session?.close();
    this.#session = null;
  }

  async #deliver(mail: DueMail, server: ReadyServer): Promise<void> {
    const failure = await this.#attempt(mail, server);
    if (failure === null) {
      this.#serverFailures = 0;
      await this.#recordSent(mail);
      return;
    }
    const { database, clock, log } = this.#options;
    // Mail servers repeat parts of an email in their answers, such as a link that they refuse.
    const reason = hideSecrets(failure.reason, mail.secrets);
    log.warn({ mail: mail.id, reason }, "an email could not be sent");
    if (failure.kind === "server") this.#pause();
    const at = clock();
    const dueAt = nextAttemptAfter(mail, failure, at);
    await markMailFailed(database, mail, { reason, at, dueAt });
  }

  async #attempt(mail: DueMail, server: ReadyServer): Promise<MailFailure | null> {
    let attachments: readonly AttachedFile[];
    try {
      attachments = await this.#attachmentsOf(mail);
    } catch (error) {
      this.#options.log.error({ mail: mail.id, err: error }, "an attachment cannot be read");
      return { kind: "mail", reason: "A file that is attached to the email cannot be read." };
    }
    this.#session ??= await openSmtpSession(server, this.#options.timeouts);
    const session = this.#session;
    const { database, publicUrl } = this.#options;
    const { look, logo } = await readEmailBrand(database.read, publicUrl);
    const html = htmlOf(mail, look, logo);
    try {
      await mailLeases.renewing(this.#options, mail.row, () =>
        session.send({ ...mail, html, attachments }, this.#brokenOff.signal),
      );
      return null;
    } catch (error) {
      return mailFailureOf(error, server);
    }
  }

  async #attachmentsOf({ attachments = [] }: DueMail): Promise<readonly AttachedFile[]> {
    const { database, bucket } = this.#options;
    return Promise.all(attachments.map((id) => readWholeFile({ database, bucket }, id)));
  }

  /**
   * Retries until the database works again, because an unrecorded email would be sent a second
   * time.
   */
  async #recordSent(mail: DueMail): Promise<void> {
    const { database, clock, log } = this.#options;
    for (;;) {
      try {
        return await markMailSent(database, mail, clock());
      } catch (err) {
        log.error({ mail: mail.id, err }, "an email was sent but could not be recorded yet");
        if (this.#brokenOff.signal.aborted) return;
        await sleep(1000, undefined, { signal: this.#brokenOff.signal }).catch(() => {});
      }
    }
  }

  #pause(): void {
    this.#serverFailures += 1;
    this.#pausedUntil = this.#options.clock() + pauseMs(serverPauses, this.#serverFailures);
    this.closeSession();
  }
}

/** Time of the next attempt; null if there is no further attempt. */
function nextAttemptAfter(
  { row: { attempts, created_at: since } }: DueMail,
  { kind }: MailFailure,
  now: number,
): number | null {
  if (kind === "forever") return null;
  // An email is never given up because of a failure of the server.
  if (kind === "server") return now + pauseMs(retries, attempts);
  return nextAttemptAt(retries, { attempts, since, now });
}
