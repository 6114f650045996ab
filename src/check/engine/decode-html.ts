import sniffEncoding from "html-encoding-sniffer";
import { charsetOf } from "./charset-of.ts";

/**
 * Decodes as the HTML standard says: by byte order mark, header or `meta`. Without them as UTF-8 if
 * the bytes are valid UTF-8, and otherwise as windows-1252.
 */
export function decodeHtml(bytes: Uint8Array, contentType: string | null): string {
  return decodeAs(sniffEncoding(bytes, sniffing(bytes, contentType)), bytes);
}

/** Decodes XML by byte order mark, header or XML declaration, and otherwise like `decodeHtml`. */
export function decodeXml(bytes: Uint8Array, contentType: string | null): string {
  // Spaces before the XML declaration are a fault that all search engines forgive.
  const start = bytes.findIndex((byte) => ![0x20, 0x09, 0x0a, 0x0d].includes(byte));
  const options = { ...sniffing(bytes, contentType), xml: true };
  return decodeAs(sniffEncoding(bytes.subarray(Math.max(0, start)), options), bytes);
}

function sniffing(bytes: Uint8Array, contentType: string | null) {
  const transportLayerEncodingLabel = charsetOf(contentType);
  return {
    ...(transportLayerEncodingLabel !== undefined && { transportLayerEncodingLabel }),
    defaultEncoding: isUtf8(bytes) ? "UTF-8" : "windows-1252",
  };
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    // The end of the bytes may be in the middle of a character.
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** Decodes with a charset that only browsers know as UTF-8; invalid bytes become U+FFFD. */
function decodeAs(label: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return new TextDecoder("utf-8").decode(bytes);
  }
}
