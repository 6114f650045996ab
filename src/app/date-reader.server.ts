import type { Services } from "../compose.ts";
import { readerLocale } from "../platform/texts/reader-locale.ts";
import type { DateReader } from "../platform/time/dates.ts";
import { readTimeZone } from "../settings/stored-settings.server.ts";

/** IANA time zone of the site. */
export function timeZoneOf({ configuration, database }: Services): Promise<string> {
  return readTimeZone(configuration, database.read);
}

/** Date formats for the visitor. Not for shared pages. */
export async function dateReader(services: Services, request: Request): Promise<DateReader> {
  const locale = readerLocale(request.headers.get("accept-language"));
  return { timeZone: await timeZoneOf(services), locale };
}
