import { createHash } from "node:crypto";
import { loadOnce } from "#platform/load-once.ts";
import { normalEmail } from "#platform/texts/email-address.ts";
import { plainTextsIn, trimmed, withoutControls } from "#platform/texts/plain-text.ts";
import {
  type AuthenticationResults,
  parseAuthenticationResults,
} from "./authentication-results.ts";
import type { DropReason } from "./drop-reasons.ts";
import { readHeaders } from "./mail-headers.ts";
import { fromLineOf, senderIn } from "./mail-sender.ts";
import { replyIn } from "./reply-text.ts";

/**
 * The parts of an email from which Furrow decides about the email. The texts contain only
 * characters that the database can store.
 */
export interface IncomingMail {
  readonly key: string;
  readonly contentHash: string;
  /** "" unless all programs read exactly one sender, and the same one, from the email. */
  readonly sender: string;
  /** The From headers as they are, at most 254 characters. */
  readonly fromLine: string;
  /** What servers found out about the sender; the results of the last server first. */
  readonly authenticationResults: readonly AuthenticationResults[];
  readonly subject: string;
  /** The whole text, at most 100,000 characters. */
  readonly original: string;
  /** What the person wrote, without the quoted email of the site. */
  readonly text: string;
  /** The quoted email of the site, if no line of it is marked as quoted. */
  readonly quoted: string;
  readonly attachments: number;
  /** Message-IDs of the emails that this email answers, without angle brackets, the last first. */
  readonly answers: readonly string[];
  /** The headers that name recipients, as they are in the email, at most 100,000 characters. */
  readonly recipients: string;
  /**
   * The headers that the author wrote, To and Cc; "" for an email that somebody has sent on with
   * Resent headers. Servers and strangers can add the others to a signed email.
   */
  readonly writtenTo: string;
  /** Reason why the email is not a reply by a person; null without such a reason. */
  readonly reason: DropReason | null;
  /** Set when only the headers were read, because reading the parts would exceed our limits. */
  readonly isUnparsed?: true;
}

const longestOriginal = 100_000;
/** Longer texts are cut off before they are looked through; no person writes as much. */
const longestText = 2_000_000;
const longestSubject = 200;
const mostAnswers = 50;
const mostResults = 50;
const longestFromLine = 254;
const longestRecipients = 100_000;

// Loads the parsers with the first email, because most processes receive no email.
const loadParsers = loadOnce(async () => {
  const [{ readParts }, { default: libmime }] = await Promise.all([
    import("./mail-parts.ts"),
    import("libmime"),
  ]);
  return { readParts, libmime };
});

/**
 * Parses an email. A body that cannot be read gives the reason "unreadable", and the bytes as
 * `original`.
 */
export async function parseIncomingMail(raw: Uint8Array): Promise<IncomingMail> {
  const contentHash = hashOf(raw);
  const { readParts, libmime } = await loadParsers();
  const { fields, isWellFormed } = readHeaders(raw);
  const headersNamed = (...names: string[]) =>
    fields.filter(({ name }) => names.includes(name)).map(({ value }) => value);
  const messageId = idsIn(headersNamed("message-id").join(" "))[0];
  const recipients = headersNamed(
    "to",
    "cc",
    "delivered-to",
    "x-original-to",
    "envelope-to",
    "x-forwarded-to",
  )
    .join("\n")
    .slice(0, longestRecipients);
  const body = await readBody(raw, readParts, domainsIn(recipients));
  // Shortening can leave half of a surrogate pair, and the headers are as the sender wrote them.
  return plainTextsIn({
    key: messageId === undefined ? contentHash : hashOf(`Message-ID ${messageId}`),
    contentHash,
    sender: isWellFormed ? senderIn(fields) : "",
    fromLine: oneLine(fromLineOf(fields)).slice(0, longestFromLine).toWellFormed(),
    authenticationResults: headersNamed("authentication-results")
      .slice(0, mostResults)
      .map(parseAuthenticationResults),
    subject: oneLine(libmime.decodeWords(headersNamed("subject")[0] ?? "")).slice(
      0,
      longestSubject,
    ),
    answers: idsIn(headersNamed("references", "in-reply-to").join(" "))
      .reverse()
      .slice(0, mostAnswers),
    recipients,
    writtenTo: fields.some(({ name }) => name.startsWith("resent-"))
      ? ""
      : headersNamed("to", "cc").join("\n").slice(0, longestRecipients),
    ...body,
    reason: reasonAgainst(headersNamed) ?? body.reason,
  });
}

type Body = Pick<IncomingMail, "original" | "text" | "quoted" | "attachments" | "reason">;

async function readBody(
  raw: Uint8Array,
  readParts: Awaited<ReturnType<typeof loadParsers>>["readParts"],
  siteDomains: readonly string[],
): Promise<Body> {
  const replyTo = (text: string) => replyIn(storable(text).slice(0, longestText), siteDomains);
  try {
    const { texts, attachments } = await readParts(raw, (text) => replyTo(text).text !== "");
    const textsOf = (isForwarded: boolean) =>
      texts.filter((part) => part.isForwarded === isForwarded).map(({ text }) => storable(text));
    const written = textsOf(false).join("\n\n");
    // A forwarded email is what the person wants to send, so nothing is cut off.
    const forwarded = textsOf(true).join("\n");
    const { text, quoted } = replyTo(written);
    return {
      original: joined(written, forwarded).slice(0, longestOriginal),
      text: trimmed(joined(text, forwarded)),
      quoted,
      attachments,
      reason: null,
    };
  } catch {
    const original = storable(Buffer.from(raw).toString("utf8")).slice(0, longestOriginal);
    return { original, text: "", quoted: "", attachments: 0, reason: "unreadable" };
  }
}

function joined(...texts: readonly string[]): string {
  return texts.filter((text) => text !== "").join("\n\n");
}

/** Domains of the reply addresses among the recipients, or of all recipients without one. */
function domainsIn(recipients: string): readonly string[] {
  const addresses = [...recipients.toLowerCase().matchAll(/([^\s<>,;"]{1,100})@([\w.-]{1,255})/g)];
  const signed = addresses.filter(([, name = ""]) => /\+[ct]\d+-[0-9a-v]{24}/.test(name));
  return (signed.length > 0 ? signed : addresses).map(([, , domain = ""]) => domain);
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

function idsIn(header: string): string[] {
  return [...header.matchAll(/<([^<>\s]{1,500})>/g)].map(([, id = ""]) => id);
}

function hashOf(content: Uint8Array | string): string {
  return createHash("sha256").update(content).digest("hex");
}

function storable(text: string): string {
  return withoutControls(text.replace(/\r\n?/g, "\n"));
}

function oneLine(text: string): string {
  return storable(text).replace(/\s+/g, " ").trim();
}
