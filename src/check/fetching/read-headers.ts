import { isUtf8 } from "node:buffer";

const addressHeaders = new Set(["location", "link", "refresh", "content-location"]);

/**
 * Names and values of the raw headers, which Node decodes as Latin-1. Browsers and search engines
 * read them as UTF-8 if the bytes are valid UTF-8. In an address, other bytes become escapes.
 */
export function readHeaders(raw: readonly string[]): [string, string][] {
  return Array.from({ length: raw.length >> 1 }, (_, nth) => {
    const name = raw[2 * nth] ?? "";
    return [name, readValue(name, raw[2 * nth + 1] ?? "")];
  });
}

function readValue(name: string, value: string): string {
  const bytes = Buffer.from(value, "latin1");
  if (isUtf8(bytes)) return bytes.toString("utf-8");
  if (!addressHeaders.has(name.toLowerCase())) return value;
  return value.replace(
    /[\x80-\xff]/g,
    (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
