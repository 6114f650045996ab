import { once } from "./once.ts";
import { forbidsAll, robotsBytes } from "./robots-status.ts";

/** Rules of a robots.txt file. */
export interface RobotsRules {
  /** Read as RFC 9309 says. */
  readonly groups: readonly RobotsGroup[];
  /** Read as Google does, which forgives more. */
  readonly googleGroups: readonly RobotsGroup[];
  readonly sitemaps: readonly string[];
}

interface RobotsGroup {
  /** Product tokens in lower case. */
  readonly agents: readonly string[];
  readonly rules: readonly RobotsRule[];
}

export interface RobotsRule {
  readonly allows: boolean;
  /** Path with normalised escapes. */
  readonly pattern: string;
  readonly line: number;
  readonly text: string;
}

const everybody: RobotsRules = { groups: [], googleGroups: [], sitemaps: [] };

const byteOrderMark = [0xef, 0xbb, 0xbf];

export function readRobots(bytes: Uint8Array): RobotsRules {
  // Google also skips the beginning of an incomplete byte order mark.
  const start = byteOrderMark.findIndex((byte, nth) => bytes[nth] !== byte);
  const beginning = bytes.subarray(start === -1 ? byteOrderMark.length : start, robotsBytes);
  const lines = new TextDecoder("utf-8").decode(beginning).split(/\r\n|\r|\n/);
  const strict = once(() => groupsOf(lines, standard));
  const ofGoogle = once(() => groupsOf(lines, google));
  return {
    get groups() {
      return strict().groups;
    },
    get googleGroups() {
      return ofGoogle().groups;
    },
    get sitemaps() {
      return ofGoogle().sitemaps;
    },
  };
}

type LineKey = "user-agent" | "allow" | "disallow" | "sitemap";
/** How a crawler reads a line, and how it writes the escapes of a path. */
interface Dialect {
  readonly read: ReadLine;
  readonly normalise: (path: string) => string;
}

type ReadLine = (content: string) => { readonly key: LineKey; readonly value: string } | null;

function groupsOf(lines: readonly string[], { read, normalise }: Dialect) {
  const groups: { agents: string[]; rules: RobotsRule[] }[] = [];
  const sitemaps: string[] = [];
  let isNaming = false;
  for (const [nth, raw] of lines.entries()) {
    const line = read((raw.split("#", 1)[0] ?? "").trim());
    if (line === null) continue;
    const { key, value } = line;
    if (key === "user-agent") {
      if (!isNaming) groups.push({ agents: [], rules: [] });
      groups.at(-1)?.agents.push(productToken(value));
      isNaming = true;
    } else if (key === "sitemap") {
      // A sitemap line may stand between user agents of one group, so it does not end their list.
      sitemaps.push(value);
    } else {
      isNaming = false;
      // An empty path matches nothing.
      if (value === "") continue;
      const pattern = normalise(value);
      const rule = { allows: key === "allow", pattern, line: nth + 1, text: raw.trim() };
      groups.at(-1)?.rules.push(rule);
    }
  }
  return { groups, sitemaps };
}

const standard: Dialect = { read: readLine, normalise: encoded };
/** Google decodes no escapes. */
const google: Dialect = {
  read: readLineAsGoogle,
  normalise: (path) => encodedNonAscii(upperEscapes(path)),
};

const lineKeys: ReadonlyMap<string, LineKey> = new Map(
  (["user-agent", "allow", "disallow", "sitemap"] as const).map((key) => [key, key]),
);

function readLine(content: string): ReturnType<ReadLine> {
  const colon = content.indexOf(":");
  const key = lineKeys.get(content.slice(0, Math.max(0, colon)).trim().toLowerCase());
  return key === undefined ? null : { key, value: content.slice(colon + 1).trim() };
}

/** Beginnings of keys that Google accepts, with frequent misspellings. */
const googleKeys: readonly (readonly [RegExp, LineKey])[] = [
  [/^user[- ]?agent/i, "user-agent"],
  [/^allow/i, "allow"],
  [/^(?:disall[oa]w|dissall?ow|disalow|diasllow)/i, "disallow"],
  [/^site-?map/i, "sitemap"],
];
const longestGoogleLine = 2083 * 8 - 1;

/**
 * Reads a line as the parser that Google has published: keys may be misspelt, a space may stand for
 * the colon if the line has two words, and the end of a very long line is ignored.
 */
function readLineAsGoogle(whole: string): ReturnType<ReadLine> {
  const content = cutToBytes(whole, longestGoogleLine);
  const [, written = "", value = ""] =
    /^([^:]*):(.*)$/s.exec(content) ?? /^(\S+)[ \t]+(\S+)$/.exec(content) ?? [];
  const key = googleKeys.find(([pattern]) => pattern.test(written.trim()))?.[1];
  return key === undefined ? null : { key, value: value.trim() };
}

function cutToBytes(text: string, most: number): string {
  if (text.length * 3 <= most || Buffer.byteLength(text) <= most) return text;
  return Buffer.from(text).subarray(0, most).toString();
}

/**
 * The rules that a crawler has to assume: a missing file allows every path, and an error of the
 * server, or too many requests, forbids every path.
 */
export function robotsOfStatus(status: number, body: Uint8Array): RobotsRules | "unreachable" {
  if (forbidsAll(status)) return "unreachable";
  return status >= 200 && status < 300 ? readRobots(body) : everybody;
}

function productToken(value: string): string {
  // A "*" before a space still means all crawlers.
  return /^\*(?:\s|$)/.test(value) ? "*" : (/^[A-Za-z_-]+/.exec(value)?.[0].toLowerCase() ?? "");
}

export interface RobotsDecision {
  readonly isAllowed: boolean;
  /** The rule that decided; null when no rule matches. */
  readonly rule: RobotsRule | null;
}

/**
 * `path` is the path of the address with its query. A sentence about a crawler of Google is true
 * only if the file is read as Google reads it; for all other crawlers RFC 9309 counts.
 */
export function decideRobots(rules: RobotsRules, agent: string, path: string): RobotsDecision {
  const isGoogle = /^google/i.test(agent);
  const wanted = isGoogle ? upperEscapes(path) : encoded(path);
  // The file itself is always allowed.
  if (wanted === "/robots.txt") return { isAllowed: true, rule: null };
  const lengthOf = isGoogle ? googleMatch : rfcMatch;
  let best: RobotsRule | null = null;
  let longest = 0;
  for (const rule of rulesFor(isGoogle ? rules.googleGroups : rules.groups, agent)) {
    const length = lengthOf(rule, wanted);
    if (length > longest || (length === longest && length > 0 && rule.allows)) {
      best = rule;
      longest = length;
    }
  }
  return { isAllowed: best?.allows ?? true, rule: best };
}

/** Bytes of the rule's path if it matches; 0 otherwise. */
function rfcMatch({ pattern }: RobotsRule, wanted: string): number {
  return matches(pattern, wanted) ? Buffer.byteLength(pattern) : 0;
}

/** For Google, an allowed "/a/index.html" also allows "/a/". */
function googleMatch({ pattern, allows }: RobotsRule, wanted: string): number {
  if (matches(pattern, wanted)) return Buffer.byteLength(pattern);
  const slash = pattern.lastIndexOf("/");
  if (!allows || slash === -1 || !pattern.startsWith("/index.htm", slash)) return 0;
  const folder = `${pattern.slice(0, slash + 1)}$`;
  return matches(folder, wanted) ? Buffer.byteLength(folder) : 0;
}

/** Rules of all groups for the agent together; the groups for "*" if the agent has no group. */
function rulesFor(groups: readonly RobotsGroup[], agent: string): readonly RobotsRule[] {
  const token = agent.toLowerCase();
  const of = (name: string) => groups.filter(({ agents }) => agents.includes(name));
  const own = of(token);
  return (own.length > 0 ? own : of("*")).flatMap(({ rules }) => rules);
}

/** Normalises percent-encoding, so that equal paths have equal octets (RFC 9309, 2.2.2). */
function encoded(path: string): string {
  const octets = upperEscapes(path).replace(/%([0-9A-F]{2})/g, (whole, hex: string) => {
    const character = String.fromCharCode(Number.parseInt(hex, 16));
    return /[A-Za-z0-9\-._~]/.test(character) ? character : whole;
  });
  return encodedNonAscii(octets);
}

function upperEscapes(path: string): string {
  if (!path.includes("%")) return path;
  return path.replace(/%[0-9a-f]{2}/gi, (octet) => octet.toUpperCase());
}

function encodedNonAscii(path: string): string {
  if (!/[^\x20-\x7e]/.test(path)) return path;
  return [...path].map((one) => (one.charCodeAt(0) > 0x7f ? encodeOne(one) : one)).join("");
}

function encodeOne(character: string): string {
  return Buffer.from(character, "utf-8").reduce(
    (text, byte) => `${text}%${byte.toString(16).toUpperCase().padStart(2, "0")}`,
    "",
  );
}

/**
 * "*" matches any characters, and "$" at the end matches the end. Uses no RegExp, because a hostile
 * pattern could make a RegExp backtrack for minutes.
 */
function matches(pattern: string, path: string): boolean {
  const isAnchored = pattern.endsWith("$");
  const parts = (isAnchored ? pattern.slice(0, -1) : pattern).split("*");
  const [first = "", ...others] = parts;
  if (!path.startsWith(first)) return false;
  let position = first.length;
  const last = others.pop();
  for (const part of others) {
    const at = path.indexOf(part, position);
    if (at === -1) return false;
    position = at + part.length;
  }
  if (last === undefined) return !isAnchored || position === path.length;
  if (!isAnchored) return path.indexOf(last, position) !== -1;
  return path.length - last.length >= position && path.endsWith(last);
}
