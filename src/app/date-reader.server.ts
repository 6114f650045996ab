import type { Services } from "../compose.ts";
import { readerLocale } from "../platform/texts/reader-locale.ts";
import type { DateReader } from "../platform/time/dates.ts";

/** How dates are shown to whoever asks for a page. Not for pages that are alike for many. */
export function dateReader({ configuration }: Services, request: Request): DateReader {
  const { timeZone } = configuration;
  return { timeZone, locale: readerLocale(request.headers.get("accept-language")) };
}
