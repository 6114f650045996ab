/** Bytes at the beginning in which the HTML specification looks for a `meta` with the charset. */
const scannedBytes = 1024;

/**
 * Decodes by byte order mark, header or `meta`; without them as UTF-8 if the bytes are valid UTF-8,
 * and otherwise as windows-1252.
 */
export function decodeHtml(bytes: Uint8Array, contentType: string | null): string {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return decodeAs("utf-8", bytes);
  if (first === 0xfe && second === 0xff) return decodeAs("utf-16be", bytes);
  if (first === 0xff && second === 0xfe) return decodeAs("utf-16le", bytes);
  const named = /charset\s*=\s*["']?([^\s"';>]+)/i;
  const beginning = new TextDecoder("latin1").decode(bytes.subarray(0, scannedBytes));
  const label =
    named.exec(contentType ?? "")?.[1] ??
    /<meta[^>]+charset\s*=\s*["']?([^\s"'/>]+)/i.exec(beginning)?.[1];
  if (label !== undefined) return decodeAs(label, bytes);
  return isUtf8(bytes) ? decodeAs("utf-8", bytes) : decodeAs("windows-1252", bytes);
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Decodes with an unknown charset as UTF-8; invalid bytes become U+FFFD. */
function decodeAs(label: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return new TextDecoder("utf-8").decode(bytes);
  }
}
