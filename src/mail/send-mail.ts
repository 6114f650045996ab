import { createTransport, type Transporter } from "nodemailer";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/database.ts";
import type { Log } from "../platform/log.ts";
import { startWorker, type Worker } from "../platform/worker.ts";
import { claimMail, markMailFailed, markMailSent, type WaitingMail } from "./outbox.server.ts";

interface MailWorkerOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly smtpUrl: string;
  readonly from: string;
}

const maxAttempts = 12;
const timeoutMs = 20_000;

/** Sends what waits in the outbox, each mail by one process, again and again until it is taken. */
export function startMailWorker(options: MailWorkerOptions): Worker {
  const transport = createTransport(options.smtpUrl, {
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as object);
  return startWorker({
    name: "mail",
    intervalMs: 2000,
    log: options.log,
    workOnce: () => sendOne(options, transport),
  });
}

async function sendOne(options: MailWorkerOptions, transport: Transporter): Promise<boolean> {
  const { database, clock, log, from } = options;
  const mail = await claimMail(database, clock);
  if (mail === undefined) return false;
  try {
    await transport.sendMail({
      from,
      // As one address, so that nothing in it is read as a second one.
      to: { name: "", address: mail.recipient },
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      // The same id at every attempt, so that a mail server can tell a repeated one.
      messageId: `<${mail.id}@furrow>`,
      ...(mail.replyTo === undefined ? {} : { replyTo: { name: "", address: mail.replyTo } }),
      ...(mail.unsubscribeUrl === undefined ? {} : { headers: unsubscribing(mail.unsubscribeUrl) }),
    });
    await markMailSent(database, mail.id, clock());
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log.warn({ mail: mail.id, reason }, "a mail could not be sent");
    await markMailFailed(database, mail.id, reason, nextAttemptAt(mail, clock()));
  }
  return true;
}

/** One click in the reader's mail program, as RFC 8058 has it: it sends a POST to the address. */
function unsubscribing(url: string) {
  return { "List-Unsubscribe": `<${url}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
}

/** Doubling from half a minute, with jitter, about two days in all; null when it is over. */
function nextAttemptAt(mail: WaitingMail, now: number): number | null {
  if (mail.attempts + 1 >= maxAttempts) return null;
  const delayMs = 30_000 * 2 ** mail.attempts;
  return now + Math.round(delayMs * (0.75 + Math.random() / 2));
}
