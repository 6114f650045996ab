import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../../platform/database/database.ts";
import type { Log } from "../../platform/metrics/log.ts";
import type { Clock } from "../../platform/time/clock.ts";
import { startWorker, type Worker } from "../../platform/worker.ts";
import { forgetOldMails } from "../outbox/delete-expired-mails.ts";
import {
  claimMail,
  claimMs,
  type DueMail,
  findDueMail,
  markMailFailed,
  markMailSent,
  renewClaim,
} from "./due-mail.server.ts";
import { openSmtpSession, type SmtpSession, type SmtpTimeouts } from "./smtp-session.ts";

/** Why a mail did not leave, and what follows from it. */
interface MailFailure {
  /**
   * "server": no mail would have left, so all of them wait. "mail": this one was put off.
   * "forever": this one was refused, and would be again.
   */
  readonly kind: "server" | "mail" | "forever";
  /** A sentence for the owner. */
  readonly reason: string;
}

/** What nodemailer adds to its errors, as far as it got in the conversation. */
interface SmtpError {
  readonly code?: string;
  readonly command?: string;
  readonly responseCode?: number;
  readonly response?: string;
}

/** The server wants a sign-in first, or closes: that is no word about the mail. */
const aboutTheServer = [421, 530];

/** Reads the error of an attempt to send. */
function mailFailureOf(error: unknown): MailFailure {
  const { code, command, responseCode, response } = error as SmtpError;
  const said = response ?? (error instanceof Error ? error.message : String(error));
  if (responseCode === undefined && (code === "EENVELOPE" || code === "EMESSAGE")) {
    return { kind: "forever", reason: `The mail cannot be sent as it is: ${said}` };
  }
  const isAnswer = responseCode !== undefined && !aboutTheServer.includes(responseCode);
  if (isAnswer && (command === "RCPT TO" || command === "DATA")) {
    const what = command === "DATA" ? "the mail" : "the address";
    return responseCode >= 500
      ? { kind: "forever", reason: `The mail server refuses ${what}: ${said}` }
      : { kind: "mail", reason: `The mail server does not take ${what} yet: ${said}` };
  }
  if (code === "EAUTH") {
    return { kind: "server", reason: `The mail server refuses the sign-in of SMTP_URL: ${said}` };
  }
  if (command === "MAIL FROM") {
    return { kind: "server", reason: `The mail server refuses the sender of MAIL_FROM: ${said}` };
  }
  return { kind: "server", reason: `The mail server cannot be reached: ${said}` };
}

interface MailWorkerOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly smtpUrl: string;
  readonly from: string;
  readonly timeouts?: SmtpTimeouts;
}

/** Half a minute, doubling to an hour, then each hour: five days in all. */
const firstDelayMs = 30_000;
const longestDelayMs = 60 * 60_000;
const maxAttempts = 125;

/** How long all mail waits after a failure of the server itself: five seconds, doubling. */
const firstPauseMs = 5_000;
const longestPauseMs = 60_000;

/** How long a stop waits for the mail in hand; less than the program's own grace. */
const stoppingMs = 5_000;

const forgettingEveryMs = 60 * 60_000;

/**
 * Sends what waits in the outbox, one mail at a time, so that whatever ends this process leaves at
 * most one that was sent and not recorded. That one is sent again under the same Message-ID.
 */
export function startMailWorker(options: MailWorkerOptions): Worker {
  const delivery = new Delivery(options);
  const worker = startWorker({
    name: "mail",
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
  #session: SmtpSession | null = null;
  #pausedUntil = 0;
  #serverFailures = 0;
  #forgetAt = 0;

  constructor(options: MailWorkerOptions) {
    this.#options = options;
  }

  /** One mail; true when there may be another one to send at once. */
  async workOnce(): Promise<boolean> {
    const { database, clock } = this.#options;
    const dueId = clock() < this.#pausedUntil ? undefined : await findDueMail(database, clock());
    if (dueId === undefined) {
      // A connection that idles is cut somewhere on its way without anybody being told.
      this.closeSession();
      return this.#forget();
    }
    const mail = await claimMail(database, clock, dueId);
    if (mail !== undefined) await this.#deliver(mail);
    return true;
  }

  /** Gives up the mail in hand. If the server has it already, it will get it a second time. */
  breakOff(): void {
    this.#brokenOff.abort();
  }

  closeSession(): void {
    this.#session?.close();
    this.#session = null;
  }

  async #deliver(mail: DueMail): Promise<void> {
    const failure = await this.#attempt(mail);
    if (failure === null) {
      this.#serverFailures = 0;
      await this.#recordSent(mail.id);
      return;
    }
    const { database, clock, log } = this.#options;
    log.warn({ mail: mail.id, reason: failure.reason }, "a mail could not be sent");
    if (failure.kind === "server") this.#pause();
    const at = clock();
    const nextAttemptAt = nextAttemptAfter(mail, failure, at);
    await markMailFailed(database, mail.id, { reason: failure.reason, at, nextAttemptAt });
  }

  /** Null when the server has taken the mail. */
  async #attempt(mail: DueMail): Promise<MailFailure | null> {
    const { database, clock, log, smtpUrl, from, timeouts } = this.#options;
    this.#session ??= await openSmtpSession(smtpUrl, from, timeouts);
    const renewing = setInterval(() => {
      renewClaim(database, clock, mail.id).catch((err) => log.warn({ err }, "a claim ran on"));
    }, claimMs / 3);
    try {
      await this.#session.send(mail, this.#brokenOff.signal);
      return null;
    } catch (error) {
      return mailFailureOf(error);
    } finally {
      clearInterval(renewing);
    }
  }

  /** A mail that has left is not to leave again because the database could not be written just then. */
  async #recordSent(id: string): Promise<void> {
    const { database, clock, log } = this.#options;
    for (;;) {
      try {
        return await markMailSent(database, id, clock());
      } catch (err) {
        log.error({ mail: id, err }, "a mail was sent, and that could not be recorded yet");
        if (this.#brokenOff.signal.aborted) return;
        await sleep(1000, undefined, { signal: this.#brokenOff.signal }).catch(() => {});
      }
    }
  }

  #pause(): void {
    const pauseMs = Math.min(firstPauseMs * 2 ** this.#serverFailures, longestPauseMs);
    this.#pausedUntil = this.#options.clock() + pauseMs;
    this.#serverFailures += 1;
    this.closeSession();
  }

  async #forget(): Promise<boolean> {
    const now = this.#options.clock();
    if (now < this.#forgetAt) return false;
    const isMore = await forgetOldMails(this.#options.database, now);
    if (!isMore) this.#forgetAt = now + forgettingEveryMs;
    return isMore;
  }
}

/** With jitter, so that mails which failed together do not come back together; null for never. */
function nextAttemptAfter(mail: DueMail, { kind }: MailFailure, now: number): number | null {
  if (kind === "forever") return null;
  // What the server could not take at all is not the mail's fault: it waits for as long as it lasts.
  if (kind === "mail" && mail.attempts + 1 >= maxAttempts) return null;
  const delayMs = Math.min(firstDelayMs * 2 ** mail.attempts, longestDelayMs);
  return now + Math.round(delayMs * (0.75 + Math.random() / 2));
}
