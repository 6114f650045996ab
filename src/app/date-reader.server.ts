import type { Services } from "../compose.ts";
import { readerLocale } from "../platform/texts/reader-locale.ts";
import type { DateReader } from "../platform/time/dates.ts";
import { readSetting } from "../settings/stored-settings.server.ts";

export function timeZoneOf({ configuration, database }: Services): Promise<string> {
  return readSetting(configuration, database.read, "timeZone");
}

/** Locale and time zone for the visitor's dates. Not for cached pages, which all visitors share. */
export async function dateReader(services: Services, request: Request): Promise<DateReader> {
  const locale = readerLocale(request.headers.get("accept-language"));
  return { timeZone: await timeZoneOf(services), locale };
}
