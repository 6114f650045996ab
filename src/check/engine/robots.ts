/** Rules of a robots.txt file, read as RFC 9309 says. */
export interface RobotsRules {
  readonly groups: readonly RobotsGroup[];
  readonly sitemaps: readonly string[];
}

interface RobotsGroup {
  /** Product tokens in lower case. */
  readonly agents: readonly string[];
  readonly rules: readonly RobotsRule[];
}

interface RobotsRule {
  readonly allows: boolean;
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

/** RFC 9309, 2.5: a crawler reads at least 500 KiB. */
export const robotsBytes = 500 * 1024;

const everybody: RobotsRules = { groups: [], sitemaps: [] };

export function readRobots(bytes: Uint8Array): RobotsRules {
  const text = new TextDecoder("utf-8").decode(bytes.subarray(0, robotsBytes));
  const groups: { agents: string[]; rules: RobotsRule[] }[] = [];
  const sitemaps: string[] = [];
  let isNaming = false;
  for (const [nth, raw] of text.split(/\r\n|\r|\n/).entries()) {
    const content = raw.split("#", 1)[0] ?? "";
    const colon = content.indexOf(":");
    if (colon === -1) continue;
    const key = content.slice(0, colon).trim().toLowerCase();
    const value = content.slice(colon + 1).trim();
    if (key === "user-agent") {
      if (!isNaming) groups.push({ agents: [], rules: [] });
      groups.at(-1)?.agents.push(productToken(value));
      isNaming = true;
    } else if (key === "allow" || key === "disallow") {
      isNaming = false;
      // An empty path matches nothing.
      if (value === "") continue;
      const rule = { allows: key === "allow", path: value, line: nth + 1, text: raw.trim() };
      groups.at(-1)?.rules.push(rule);
    } else if (key === "sitemap") {
      // A sitemap line may stand between user agents of one group, so it does not end their list.
      sitemaps.push(value);
    }
  }
  return { groups, sitemaps };
}

/**
 * The rules that a crawler has to assume: a missing file allows every path, and an error of the
 * server forbids every path.
 */
export function robotsOfStatus(status: number, body: Uint8Array): RobotsRules | "unreachable" {
  if (status >= 500) return "unreachable";
  return status >= 200 && status < 300 ? readRobots(body) : everybody;
}

function productToken(value: string): string {
  return value === "*" ? "*" : (/^[A-Za-z_-]+/.exec(value)?.[0].toLowerCase() ?? "");
}

export interface RobotsDecision {
  readonly isAllowed: boolean;
  /** The rule that decided; null when no rule matches. */
  readonly rule: RobotsRule | null;
}

/** `path` is the path of the address with its query. */
export function decideRobots(rules: RobotsRules, agent: string, path: string): RobotsDecision {
  const wanted = encoded(path);
  // The file itself is always allowed.
  if (wanted === "/robots.txt") return { isAllowed: true, rule: null };
  let best: RobotsRule | null = null;
  let longest = -1;
  for (const rule of rulesFor(rules, agent)) {
    const pattern = encoded(rule.path);
    if (!matches(pattern, wanted)) continue;
    const length = Buffer.byteLength(pattern);
    if (length > longest || (length === longest && rule.allows)) {
      best = rule;
      longest = length;
    }
  }
  return { isAllowed: best?.allows ?? true, rule: best };
}

/** Rules of all groups for the agent together; the groups for "*" if the agent has no group. */
function rulesFor({ groups }: RobotsRules, agent: string): readonly RobotsRule[] {
  const token = agent.toLowerCase();
  const of = (name: string) => groups.filter(({ agents }) => agents.includes(name));
  const own = of(token);
  return (own.length > 0 ? own : of("*")).flatMap(({ rules }) => rules);
}

/** Normalises percent-encoding, so that equal paths have equal octets (RFC 9309, 2.2.2). */
function encoded(path: string): string {
  const octets = path.replace(/%([0-9a-f]{2})/gi, (whole, hex: string) => {
    const character = String.fromCharCode(Number.parseInt(hex, 16));
    return /[A-Za-z0-9\-._~]/.test(character) ? character : whole.toUpperCase();
  });
  return [...octets].map((one) => (one.charCodeAt(0) > 0x7f ? encodeOne(one) : one)).join("");
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
