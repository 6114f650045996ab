import { engineReleasedAt } from "./engine-version.ts";

/** One directive of a robots `meta` or of an X-Robots-Tag header, in lower case. */
export interface RobotsDirective {
  /** The crawler that the directive is for; "" for all crawlers. */
  readonly agent: string;
  readonly name: string;
  /** What stands after the colon, such as "60" in "max-snippet:60"; "" without a colon. */
  readonly value: string;
}

/** Directives with a value. In a header, any other word before a colon names a crawler. */
const valued = new Set([
  "max-snippet",
  "max-image-preview",
  "max-video-preview",
  "unavailable_after",
]);

/** Reads the content of a `meta` element for robots; `agent` is "" for the name "robots". */
export function readRobotsMeta(content: string, agent: string): RobotsDirective[] {
  return partsOf(content).map((part) => ({ agent, ...nameAndValue(part) }));
}

/**
 * Reads a value of the header X-Robots-Tag. Directives after the name of a crawler, such as
 * "googlebot: noindex, nofollow", hold for that crawler alone, up to the next name.
 */
export function readRobotsHeader(value: string): RobotsDirective[] {
  let agent = "";
  return partsOf(value).flatMap((part) => {
    let directive = nameAndValue(part);
    if (part.includes(":") && !valued.has(directive.name)) {
      agent = directive.name;
      directive = nameAndValue(directive.value);
    }
    return directive.name === "" ? [] : [{ agent, ...directive }];
  });
}

/** Splits at commas, except at those in a date. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  for (const raw of text.toLowerCase().split(",")) {
    const part = raw.trim();
    const last = parts.at(-1);
    // "Sat, 25 Jun 2010" and "June 25, 2010" have a comma before a digit, and no directive has.
    if (last?.includes("unavailable_after") && /^\d/.test(part)) {
      parts[parts.length - 1] = `${last}, ${part}`;
    } else if (part !== "") parts.push(part);
  }
  return parts;
}

function nameAndValue(part: string): { name: string; value: string } {
  const colon = part.indexOf(":");
  if (colon === -1) return { name: part, value: "" };
  return { name: part.slice(0, colon).trim(), value: part.slice(colon + 1).trim() };
}

const searchEngines = new Set(["", "robots", "googlebot", "bingbot"]);

/**
 * Why the directives keep a page out of search results: "noindex", or the date in Unix milliseconds
 * after which the page is left out, if that date is past at `at`. Null if search engines may list the page.
 */
export function hidingReason(
  directives: readonly RobotsDirective[],
  at: number,
): "noindex" | number | null {
  const own = directives.filter(({ agent }) => searchEngines.has(agent));
  // "max-image-preview:none" limits pictures only.
  const isForbidden = own.some(
    ({ name, value }) => value === "" && (name === "noindex" || name === "none"),
  );
  if (isForbidden) return "noindex";
  const now = Math.max(at, engineReleasedAt);
  const past = own.flatMap(({ name, value }) => {
    const date = name === "unavailable_after" ? readDate(value) : null;
    return date !== null && date < now ? [date] : [];
  });
  return past.length === 0 ? null : Math.min(...past);
}

/** "since 25 June 2010" for a page with unavailable_after, in UTC; "" for noindex. */
export function sinceHidden(reason: "noindex" | number): string {
  if (reason === "noindex") return "";
  const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });
  return ` since ${day.format(reason)}`;
}

const zone = String.raw`(?:\s*([a-z]{1,5}|[+-]\d{2}:?\d{2})(?:\s*\(.*\))?)?`;
const time = String.raw`(\d{1,2}):?(\d{2})(?::?(\d{2})(?:\.\d+)?)?`;
const months = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const iso = new RegExp(String.raw`^(\d{4})-?(\d{2})-?(\d{2})(?:(?:t|\s+)${time}${zone})?$`);
const dayFirst = new RegExp(
  String.raw`^(?:[a-z]+,?\s+)?(\d{1,2})[\s-]([a-z]{3})[a-z]*[\s-](\d{4}|\d{2})(?:,?\s+${time}${zone})?$`,
);
const monthFirst = new RegExp(
  String.raw`^(?:[a-z]+,?\s+)?([a-z]{3})[a-z]*\s+(\d{1,2}),?\s+(\d{4})(?:,?\s+${time}${zone})?$`,
);

/**
 * Reads a date as Google documents it (RFC 822, RFC 850 and ISO 8601), without a time zone as UTC.
 * Null for other texts and for days that no calendar has.
 */
function readDate(text: string): number | null {
  const day =
    iso.exec(text) ??
    inOrder(dayFirst.exec(text), 3, 2, 1) ??
    inOrder(monthFirst.exec(text), 3, 1, 2);
  if (day === null) return null;
  const [, year = "", month = "", date = "", hours = "0", minutes = "0", seconds = "0"] = day;
  const monthNumber = /^\d/.test(month) ? Number(month) : months.indexOf(month) + 1;
  // RFC 850 has two digits of the year.
  const fullYear =
    year.length === 2 ? Number(year) + (Number(year) < 70 ? 2000 : 1900) : Number(year);
  const midnight = Date.UTC(fullYear, monthNumber - 1, Number(date));
  if (monthNumber === 0 || new Date(midnight).getUTCDate() !== Number(date)) return null;
  const ms = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
  return midnight + ms - offsetMs(day[7] ?? "");
}

/** The match with year, month and day in the first three groups. */
function inOrder(match: RegExpExecArray | null, ...groups: readonly number[]): string[] | null {
  return match && [match[0], ...groups.map((nth) => match[nth] ?? ""), ...match.slice(4)];
}

/** The zones of RFC 822, in hours from UTC. */
const zones = new Map([
  ["est", -5],
  ["edt", -4],
  ["cst", -6],
  ["cdt", -5],
  ["mst", -7],
  ["mdt", -6],
  ["pst", -8],
  ["pdt", -7],
]);

function offsetMs(text: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(text) ?? [];
  if (sign === undefined) return (zones.get(text) ?? 0) * 3_600_000;
  const offset = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return sign === "-" ? -offset : offset;
}
