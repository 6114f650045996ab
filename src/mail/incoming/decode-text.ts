import { buffer } from "node:stream/consumers";
import libmime from "libmime";

/**
 * Names that programs write above texts in UTF-8 or in windows-1252, whatever the name says: no
 * name at all, ASCII, and ISO-8859-1, which browsers also read as windows-1252.
 */
const unreliable = /^(?:|(?:us-?)?ascii|iso-?8859-?1|latin-?1|windows-?1252|cp-?1252)$/i;

/** Decodes the bytes of a text part. Bytes that are not valid become U+FFFD. */
export async function decodeText(bytes: Uint8Array, charset: string): Promise<string> {
  if (!unreliable.test(charset)) {
    const decoder = libmime.createDecodeStream(charset);
    decoder.end(Buffer.from(bytes));
    return (await buffer(decoder)).toString("utf8");
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
