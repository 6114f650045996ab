import { createHash } from "node:crypto";
import { loadOnce } from "../../platform/load-once.ts";
import { normalEmail } from "../../platform/texts/email-address.ts";
import type { DropReason } from "./drop-reasons.ts";
import { replyIn } from "./reply-text.ts";

/**
 * The parts of an email from which Furrow decides about the email. The texts contain only
 * characters that the database can store.
 */
export interface IncomingMail {
  readonly key: string;
  readonly contentHash: string;
  /** "" unless the email has exactly one sender. */
  readonly sender: string;
  readonly subject: string;
  /** The whole text, at most 100,000 characters. */
  readonly original: string;
  /** The text above the quoted email. */
  readonly text: string;
  readonly attachments: number;
  /** Message-IDs of the emails that this email answers, without angle brackets, the last first. */
  readonly answers: readonly string[];
  /** The headers that name recipients, as they are in the email. */
  readonly recipients: string;
  /** Reason why the email is not a reply by a person; null without such a reason. */
  readonly reason: DropReason | null;
}

const longestOriginal = 100_000;
const longestSubject = 200;
/** Longer HTML is not turned into text; no person writes a reply of this length. */
const longestHtml = 2_000_000;
const mostAnswers = 50;

// Loads the parser with the first email, because most processes receive no email.
const loadParser = loadOnce(() => import("mailparser"));

/** Parses an email. Bytes that are no valid email give the reason "unreadable". */
export async function parseIncomingMail(raw: Uint8Array): Promise<IncomingMail> {
  const contentHash = hashOf(raw);
  try {
    const { simpleParser } = await loadParser();
    const mail = await simpleParser(Buffer.from(raw), {
      maxHtmlLengthToParse: longestHtml,
      skipImageLinks: true,
      skipTextToHtml: true,
    });
    const lines = mail.headerLines;
    const headersNamed = (...names: string[]) =>
      lines.filter(({ key }) => names.includes(key)).map(({ line }) => valueIn(line));
    const original = storable(mail.text ?? "").slice(0, longestOriginal);
    const sender = senderOf(mail.from?.value, headersNamed("from").length);
    const messageId = idsIn(mail.messageId ?? "")[0];
    return {
      key: messageId === undefined ? contentHash : hashOf(`Message-ID ${messageId}`),
      contentHash,
      sender,
      subject: oneLine(mail.subject ?? "").slice(0, longestSubject),
      original,
      text: replyIn(original),
      attachments: mail.attachments.length,
      answers: idsIn(headersNamed("references", "in-reply-to").join(" "))
        .reverse()
        .slice(0, mostAnswers),
      recipients: headersNamed(
        ...["to", "cc", "delivered-to", "x-original-to", "envelope-to", "x-forwarded-to"],
      ).join("\n"),
      reason: reasonAgainst(headersNamed) ?? (sender === "" ? "no-sender" : null),
    };
  } catch {
    return { ...unread(contentHash), reason: "unreadable" };
  }
}

/** Stands for an email that was not downloaded because of its size. */
export function tooLargeMail(name: string): IncomingMail {
  return { ...unread(hashOf(name)), reason: "too-large" };
}

function unread(contentHash: string): Omit<IncomingMail, "reason"> {
  return {
    ...{ key: contentHash, contentHash, sender: "", subject: "", original: "", text: "" },
    ...{ attachments: 0, answers: [], recipients: "" },
  };
}

/**
 * Accepts only a single From header with a single address, because otherwise Furrow and an email
 * program could show different senders.
 */
function senderOf(
  addresses: readonly { address?: string | undefined }[] | undefined,
  headerCount: number,
): string {
  const [only, ...others] = addresses ?? [];
  if (headerCount !== 1 || others.length > 0) return "";
  const address = oneLine(only?.address ?? "");
  return /^[^\s@<>]+@[^\s@<>]+$/.test(address) && address.length <= 254 ? address : "";
}

type HeadersNamed = (...names: string[]) => readonly string[];

/** Rules of RFC 3834 against loops of automatic replies. */
function reasonAgainst(headersNamed: HeadersNamed): DropReason | null {
  const words = (...names: string[]) => headersNamed(...names).map(normalEmail);
  const isReport = words("content-type").some((value) => value.startsWith("multipart/report"));
  // Mail servers send reports with an empty Return-Path, so that nobody answers them.
  if (isReport || words("return-path").includes("<>")) return "report";
  const isAutomatic =
    words("auto-submitted").some((value) => value.split(/[;\s(]/)[0] !== "no") ||
    words("precedence").includes("auto_reply") ||
    words("x-autoreply", "x-autorespond", "x-autoresponder").length > 0;
  if (isAutomatic) return "automatic";
  const isBulk =
    words("precedence").some((value) => ["bulk", "list", "junk"].includes(value)) ||
    words("list-id", "list-unsubscribe").length > 0;
  return isBulk ? "bulk" : null;
}

function valueIn(line: string): string {
  return line.slice(line.indexOf(":") + 1).trim();
}

function idsIn(header: string): string[] {
  return [...header.matchAll(/<([^<>\s]{1,500})>/g)].map(([, id = ""]) => id);
}

function hashOf(content: Uint8Array | string): string {
  return createHash("sha256").update(content).digest("hex");
}

/** Removes the characters that `isPlainText` refuses, and makes line ends \n. */
function storable(text: string): string {
  return (
    text
      .replace(/\r\n?/g, "\n")
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are removed
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, "")
      .toWellFormed()
  );
}

function oneLine(text: string): string {
  return storable(text).replace(/\s+/g, " ").trim();
}
