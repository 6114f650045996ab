import { createHash } from "node:crypto";
import { plainTextsIn } from "#platform/texts/plain-text.ts";
import { type IncomingMail, parseIncomingMail } from "./parse-incoming-mail.ts";

const mostHeaderBytes = 256 * 1024;
const longestOriginal = 100_000;

const text =
  "[The text of this email could not be read. The team can see the email as it arrived.]";

/**
 * The headers of an email whose parts exceed our limits, and the beginning of the email as it
 * arrived.
 */
export async function unparsedMail(raw: Uint8Array): Promise<IncomingMail> {
  const beginning = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.length, mostHeaderBytes));
  const end = beginning.toString("latin1").search(/\n\r?\n/);
  const headers = await parseIncomingMail(end === -1 ? beginning : beginning.subarray(0, end + 1));
  return {
    ...headers,
    contentHash: createHash("sha256").update(raw).digest("hex"),
    original: plainTextsIn(beginning.subarray(0, longestOriginal).toString("utf8")),
    text,
    isUnparsed: true,
  };
}
