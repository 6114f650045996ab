import type SMTPPool from "nodemailer/lib/smtp-pool";
import { htmlOf } from "../templates/email-html.ts";
import type { DueMail } from "./due-mail.server.ts";

export interface SmtpTimeouts {
  /** To be connected, and greeted. */
  readonly connectMs: number;
  /** For each answer after that. */
  readonly answerMs: number;
}

/** One connection to a mail server, which carries many mails. */
export interface SmtpSession {
  /**
   * Resolves when the server has taken the mail; throws nodemailer's error when it has not, or when
   * the signal broke it off.
   */
  send(mail: DueMail, signal: AbortSignal): Promise<void>;
  close(): void;
}

/**
 * The ten minutes of RFC 5321 for the answer to a whole mail. Whoever gives up sooner sends again
 * what a server that looks through it slowly has already taken.
 */
const usualTimeouts: SmtpTimeouts = { connectMs: 20_000, answerMs: 10 * 60_000 };

/** Connects at the first mail. */
export async function openSmtpSession(
  smtpUrl: string,
  from: string,
  { connectMs, answerMs }: SmtpTimeouts = usualTimeouts,
): Promise<SmtpSession> {
  // Loaded here, because most processes never have a mail to send.
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 1,
    // Another attempt is the outbox's to decide and to record.
    maxRequeues: 0,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: answerMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as SMTPPool.Options);
  return {
    send: async (mail, signal) => {
      await transport.sendMail({
        // Also for a server that trickles its answers, which no timeout between them ends.
        signal: AbortSignal.any([signal, AbortSignal.timeout(2 * answerMs)]),
        from,
        // As one address, so that nothing in it is read as a second one.
        to: { name: "", address: mail.recipient },
        subject: mail.subject,
        text: mail.text,
        html: htmlOf(mail),
        // The same id at every attempt, so that a mail server can tell a repeated one.
        messageId: `<${mail.id}@furrow>`,
        ...(mail.replyTo === undefined ? {} : { replyTo: { name: "", address: mail.replyTo } }),
        headers: {
          ...(mail.letter === null ? {} : notByHand),
          ...(mail.unsubscribeUrl === undefined ? {} : unsubscribing(mail.unsubscribeUrl)),
        },
      });
    },
    close: () => transport.close(),
  };
}

/** Nobody's absence note is to answer it, as RFC 3834 has it. */
const notByHand = { "Auto-Submitted": "auto-generated" };

/** One click in the reader's mail program, as RFC 8058 has it: it sends a POST to the address. */
function unsubscribing(url: string) {
  return { "List-Unsubscribe": `<${url}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
}
