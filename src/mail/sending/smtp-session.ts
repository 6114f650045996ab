import { setTimeout as sleep } from "node:timers/promises";
import type SMTPPool from "nodemailer/lib/smtp-pool";
import type { EmailTemplateName } from "#content/emails/email-templates.ts";
import { connectionOptions, type Network } from "./connect-to-server.ts";
import type { DueMail } from "./due-mail.server.ts";
import { isUnanswered, type ReadyServer } from "./smtp-failures.ts";

export interface SmtpTimeouts {
  /** Time limit for connecting, and the same time limit again for the greeting of the server. */
  readonly connectMs: number;
  /** Time limit for each further answer of the server. */
  readonly answerMs: number;
}

interface LaidOutMail extends Omit<DueMail, "row" | "secrets" | "html" | "attachments"> {
  /** The whole HTML of the email. */
  readonly html: string;
  readonly attachments?: readonly AttachedFile[];
}

export interface AttachedFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}

/** A connection to a mail server, used for many emails. */
export interface SmtpSession {
  /**
   * Resolves when the server has accepted the email; otherwise throws nodemailer's error, also
   * after an abort.
   */
  send(mail: LaidOutMail, signal: AbortSignal): Promise<void>;
  close(): void;
}

/**
 * RFC 5321 allows ten minutes for the answer to an email. With a shorter limit, an email that a
 * slow server has accepted would be sent twice.
 */
const usualTimeouts: SmtpTimeouts = { connectMs: 20_000, answerMs: 10 * 60_000 };

/**
 * Connects when the first email is sent. Replace `network` only in tests.
 */
export async function openSmtpSession(
  server: ReadyServer,
  { connectMs, answerMs }: SmtpTimeouts = usualTimeouts,
  network?: Network,
): Promise<SmtpSession> {
  // Imported on demand, because most processes send no email.
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({
    ...connectionOptions(server, connectMs, network),
    pool: true,
    maxConnections: 1,
    // Nodemailer must not retry, because the outbox schedules and records each retry.
    maxRequeues: 0,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: answerMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as SMTPPool.Options);
  return {
    send: async (mail, signal) => {
      const startedAt = performance.now();
      const sending = transport.sendMail({
        // Limits the whole attempt, because a server that trickles its answer never exceeds the
        // time limit between bytes.
        signal: AbortSignal.any([signal, AbortSignal.timeout(2 * answerMs)]),
        from: server.from,
        // An object, so that nodemailer does not parse the address into several recipients.
        to: { name: "", address: mail.recipient },
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        attachments: mail.attachments?.map(({ name, type, bytes }) => ({
          filename: name,
          contentType: type,
          content: bytes,
        })),
        // The same Message-ID at each attempt, so that mail servers recognise a repetition.
        messageId: `<${messageIdOf(mail.id)}>`,
        ...(mail.thread === undefined ? {} : { references: `<${mail.thread}>` }),
        ...(mail.replyTo === undefined ? {} : { replyTo: { name: "", address: mail.replyTo } }),
        headers: {
          ...notByHand(mail.letter),
          ...(mail.unsubscribeUrl === undefined ? {} : unsubscribing(mail.unsubscribeUrl)),
        },
      });
      await sending.catch(async (error) => {
        if (server.setBy === "panel" && isUnanswered(error)) {
          // A refused port answers as late as a silent port, so that the duration tells nothing
          // about the ports of a host.
          await sleepUntil(startedAt + connectMs, signal);
        }
        throw error;
      });
    },
    close: () => transport.close(),
  };
}

async function sleepUntil(time: number, signal: AbortSignal): Promise<void> {
  const leftMs = Math.max(0, time - performance.now());
  await sleep(leftMs, undefined, { signal }).catch(() => {});
}

/** Message-ID, without angle brackets, of an email in the outbox. */
const messageIdOf = (mailId: string) => `${mailId}@furrow`;

const autoReply: EmailTemplateName = "messageReceived";

/**
 * Prevents automatic replies (RFC 3834). The return path stays the sender's, although an automatic
 * reply should have none: many mail servers refuse an email without one from a signed-in account.
 */
function notByHand(letter: string | null) {
  if (letter === null) return {};
  if (letter !== autoReply) return { "Auto-Submitted": "auto-generated" };
  return {
    "Auto-Submitted": "auto-replied",
    Precedence: "auto_reply",
    "X-Auto-Response-Suppress": "All",
  };
}

/** Headers for one-click unsubscribing (RFC 8058): the email program sends a POST to `url`. */
function unsubscribing(url: string) {
  return { "List-Unsubscribe": `<${url}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
}
