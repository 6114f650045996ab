import type { Services } from "../compose.ts";
import { readerLocale } from "../platform/texts/reader-locale.ts";
import type { DateReader } from "../platform/time/dates.ts";

/** Date formats for the visitor. Not for shared pages. */
export function dateReader({ configuration }: Services, request: Request): DateReader {
  const { timeZone } = configuration;
  return { timeZone, locale: readerLocale(request.headers.get("accept-language")) };
}
