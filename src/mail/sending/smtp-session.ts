import type SMTPPool from "nodemailer/lib/smtp-pool";
import { htmlOf } from "../templates/email-html.ts";
import type { DueMail } from "./due-mail.server.ts";
import type { ReadyServer } from "./smtp-failures.ts";

export interface SmtpTimeouts {
  /** Time to connect and be greeted. */
  readonly connectMs: number;
  /** Time for each further answer. */
  readonly answerMs: number;
}

/** A connection to a mail server, used for many emails. */
export interface SmtpSession {
  /**
   * Resolves when the server has accepted the email; otherwise throws nodemailer's error, also
   * after an abort.
   */
  send(mail: Omit<DueMail, "attempts">, signal: AbortSignal): Promise<void>;
  close(): void;
}

/**
 * RFC 5321 allows ten minutes for the answer to an email. A shorter limit would send an email again
 * that a slow server has accepted.
 */
const usualTimeouts: SmtpTimeouts = { connectMs: 20_000, answerMs: 10 * 60_000 };

/** A session that connects at its first email. */
export async function openSmtpSession(
  { smtpUrl, from }: ReadyServer,
  { connectMs, answerMs }: SmtpTimeouts = usualTimeouts,
): Promise<SmtpSession> {
  // Loaded here, because most processes send no email.
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 1,
    // The outbox decides about another attempt and records it.
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
        // Ends an attempt with a server that trickles its answer, which the timeout between answers
        // does not.
        signal: AbortSignal.any([signal, AbortSignal.timeout(2 * answerMs)]),
        from,
        // As an object, so that nothing in it is parsed as a second address.
        to: { name: "", address: mail.recipient },
        subject: mail.subject,
        text: mail.text,
        html: htmlOf(mail),
        // The same Message-ID at each attempt, so that mail servers recognise a repetition.
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

/** Prevents automatic replies (RFC 3834). */
const notByHand = { "Auto-Submitted": "auto-generated" };

/**
 * Headers for one-click unsubscribing (RFC 8058): the email program sends a POST to the address.
 */
function unsubscribing(url: string) {
  return { "List-Unsubscribe": `<${url}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
}
