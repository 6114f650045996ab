import { MIMEType } from "node:util";

/**
 * The charset that a Content-Type header names; undefined without one. Of several values the last
 * valid one counts, as in browsers.
 */
export function charsetOf(contentType: string | null): string | undefined {
  for (const value of (contentType ?? "").split(",").reverse()) {
    try {
      return new MIMEType(value).params.get("charset") ?? undefined;
    } catch {
      // Browsers ignore a value that is not a media type.
    }
  }
  return undefined;
}
