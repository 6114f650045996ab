import { isTimeZone } from "#platform/configuration.ts";
import { meantTime } from "#platform/time/wall-time.ts";

/** Abbreviations of time zones in PayPal's files, in hours ahead of UTC. */
const abbreviated: Readonly<Record<string, number>> = {
  UTC: 0,
  GMT: 0,
  WET: 0,
  WEST: 1,
  BST: 1,
  IST: 5.5,
  CET: 1,
  CEST: 2,
  MEZ: 1,
  MESZ: 2,
  EET: 2,
  EEST: 3,
  MSK: 3,
  SGT: 8,
  HKT: 8,
  PHT: 8,
  AWST: 8,
  JST: 9,
  KST: 9,
  ACST: 9.5,
  ACDT: 10.5,
  AEST: 10,
  AEDT: 11,
  NZST: 12,
  NZDT: 13,
  BRT: -3,
  ART: -3,
  AST: -4,
  ADT: -3,
  EST: -5,
  EDT: -4,
  CST: -6,
  CDT: -5,
  MST: -7,
  MDT: -6,
  PST: -8,
  PDT: -7,
  AKST: -9,
  AKDT: -8,
  HST: -10,
};

const hourMs = 60 * 60 * 1000;

/** Milliseconds ahead of UTC of a zone such as "PDT" or "GMT+01:00"; undefined for another. */
function fixedOffset(zone: string): number | undefined {
  const hours = abbreviated[zone.toUpperCase()];
  if (hours !== undefined) return hours * hourMs;
  const [, sign, hour, minute = "00"] = /^(?:GMT|UTC)?([+-])(\d{1,2}):?(\d{2})?$/i.exec(zone) ?? [];
  if (sign === undefined) return undefined;
  return (sign === "-" ? -1 : 1) * (Number(hour) + Number(minute) / 60) * hourMs;
}

/** Days and clock times of a file as instants. An unknown zone counts as `siteZone`. */
export function instantReader(siteZone: string) {
  const zones = new Map<string, number | string>();
  const hours = new Map<string, number>();
  const zoneOf = (zone: string) => {
    let known = zones.get(zone);
    if (known === undefined) {
      known = fixedOffset(zone) ?? (zone !== "" && isTimeZone(zone) ? zone : siteZone);
      zones.set(zone, known);
    }
    return known;
  };
  /** `time` is "HH:MM:SS", or "" for the beginning of the day. */
  return (day: string, time: string, zone: string): number => {
    const known = zoneOf(zone.trim());
    const clock = /^(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\s?([ap])\.?m\.?)?/i.exec(time.trim());
    const half = clock?.[4]?.toLowerCase();
    const hour = (Number(clock?.[1] ?? 0) % (half ? 12 : 24)) + (half === "p" ? 12 : 0);
    const rest = Number(clock?.[2] ?? 0) * 60_000 + Number(clock?.[3] ?? 0) * 1000;
    const wall = `${day}T${String(hour).padStart(2, "0")}:00`;
    if (typeof known === "number") return Date.parse(`${wall}Z`) - known + rest;
    // A formatter for each of 200,000 rows would take longer than reading the file.
    const key = `${wall} ${known}`;
    let start = hours.get(key);
    if (start === undefined) {
      start = meantTime(wall, known).at;
      hours.set(key, start);
    }
    return start + rest;
  };
}
