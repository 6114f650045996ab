import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import mailsplit, { type MimeNode } from "@zone-eu/mailsplit";
import libmime from "libmime";
import { trimmed } from "#platform/texts/plain-text.ts";
import { decodeText } from "./decode-text.ts";
import { textOfHtml } from "./html-text.ts";

/** The text of one part of an email. */
interface TextPart {
  readonly text: string;
  /** Whether the part belongs to an email inside the email, such as a forwarded one. */
  readonly isForwarded: boolean;
}

export interface MailParts {
  readonly texts: readonly TextPart[];
  readonly attachments: number;
}

interface Part {
  readonly node: MimeNode;
  readonly children: Part[];
  readonly chunks: Buffer[];
}

/** Emails inside emails are read to this depth; deeper ones count as attachments. */
const deepestEmail = 3;
/** Programs send an email with a few parts. More of them would take long to read. */
const mostParts = 1000;

/**
 * Reads the texts of an email. Of alternatives, `isUseful` chooses: the first alternative with a
 * useful text, or else the first with any text.
 */
export async function readParts(
  raw: Uint8Array,
  isUseful: (text: string) => boolean,
): Promise<MailParts> {
  const root = await splitParts(raw);
  return root === undefined ? none : partsOf(root, { isUseful, depth: 0 });
}

async function splitParts(raw: Uint8Array): Promise<Part | undefined> {
  const parts = new Map<MimeNode, Part>();
  const splitter = new mailsplit.Splitter({ ignoreEmbedded: true, maxChildNodes: mostParts });
  let root: Part | undefined;
  for await (const piece of Readable.from([Buffer.from(raw)]).pipe(splitter)) {
    if (piece.type === "node") {
      const part: Part = { node: piece, children: [], chunks: [] };
      parts.set(piece, part);
      root ??= part;
      if (piece.parentNode !== false) parts.get(piece.parentNode)?.children.push(part);
    } else if (piece.type === "body") {
      parts.get(piece.node)?.chunks.push(piece.value);
    }
  }
  return root;
}

interface Reading {
  readonly isUseful: (text: string) => boolean;
  /** Number of emails around the part. */
  readonly depth: number;
}

const none: MailParts = { texts: [], attachments: 0 };

async function partsOf(part: Part, reading: Reading): Promise<MailParts> {
  const { node, children } = part;
  if (node.multipart !== false) {
    const read: MailParts[] = [];
    for (const child of children) read.push(await partsOf(child, reading));
    const attachments = read.reduce((sum, { attachments: count }) => sum + count, 0);
    const texts =
      node.multipart === "alternative" ? chosen(read, reading) : read.flatMap(({ texts }) => texts);
    return { texts, attachments };
  }
  const bytes = await buffer(Readable.from(part.chunks).pipe(node.getDecoder()));
  if (node.contentType === "message/rfc822" && reading.depth < deepestEmail) {
    return partsOfEmail(bytes, reading);
  }
  if (!isText(node)) return { texts: [], attachments: 1 };
  const decoded = (await decodeText(bytes, node.charset || "")).replace(/\r\n?/g, "\n");
  const text = node.contentType === "text/html" ? textOfHtml(decoded) : unwrapped(node, decoded);
  return { texts: [{ text, isForwarded: reading.depth > 0 }], attachments: 0 };
}

function unwrapped({ flowed, delSp }: MimeNode, text: string): string {
  return flowed ? libmime.decodeFlowed(text, delSp) : text;
}

/** A text file that somebody attached stays an attachment, also one that programs show inline. */
function isText({ root, contentType, disposition, filename }: MimeNode): boolean {
  if (disposition === "attachment") return false;
  if (filename !== false && !root) return false;
  return /^text(?:\/(?:plain|html|enriched|markdown))?$/.test(contentType || "text");
}

function chosen(alternatives: readonly MailParts[], { isUseful }: Reading): readonly TextPart[] {
  const wholeTexts = alternatives.map(({ texts }) => texts.map(({ text }) => text).join("\n"));
  const useful = wholeTexts.findIndex(isUseful);
  const found = useful === -1 ? wholeTexts.findIndex((text) => trimmed(text) !== "") : useful;
  return alternatives[found]?.texts ?? [];
}

/** An email inside the email, with the header lines that programs show above a forwarded email. */
async function partsOfEmail(bytes: Uint8Array, reading: Reading): Promise<MailParts> {
  const root = await splitParts(bytes);
  if (root === undefined) return none;
  const { texts, attachments } = await partsOf(root, { ...reading, depth: reading.depth + 1 });
  const { headers } = root.node;
  const lines = ["From", "Date", "Subject", "To"].flatMap((name) => {
    const value = headers === false ? "" : headers.getFirst(name);
    return value === "" ? [] : [`${name}: ${libmime.decodeWords(value)}`];
  });
  return { texts: [{ text: `${lines.join("\n")}\n`, isForwarded: true }, ...texts], attachments };
}
