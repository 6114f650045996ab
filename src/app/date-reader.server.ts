import type { Services } from "../compose.ts";
import type { DateReader } from "../platform/dates.ts";
import { readerLocale } from "../platform/reader-locale.ts";

/** How dates are shown to whoever asks for a page. Not for pages that are alike for many. */
export function dateReader({ configuration }: Services, request: Request): DateReader {
  const { timeZone } = configuration;
  return { timeZone, locale: readerLocale(request.headers.get("accept-language")) };
}
