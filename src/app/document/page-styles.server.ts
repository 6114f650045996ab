import { placeholderRules } from "../ui/pictures/placeholder-class.ts";
import { contentHash } from "./content-security-policy.server.ts";
import type { NamedSheet } from "./minify-class-names.server.ts";

/**
 * A rule with what it needs in a page, in lists of which one is enough: classes, a list for each selector, and
 * for a face the characters that it draws, as the sheet names them; or the frames of the animation of that name;
 * or a group of rules.
 */
type Rule =
  | { readonly text: string; readonly needs: readonly (readonly string[])[] }
  | { readonly text: string; readonly frames: string }
  | { readonly head: string; readonly rules: readonly Rule[] };

/** A face in the sheet that pages with some classes bring along, and others ask for. */
interface InlinedFont {
  /** As they are written in components. */
  readonly classes: readonly string[];
  /** As the sheet has it. */
  readonly address: string;
  /** The same as a data address. */
  readonly data: string;
}

/** A style sheet that stands in a page, and how a content security policy spells its hash. */
interface PageStyle {
  readonly text: string;
  /** Whether it has the face in it, so that the page waits for none. */
  readonly inlinesFont: boolean;
  /** Pages with a use for the same rules have the same bytes, which are compressed once for all of them. */
  readonly bytes: Buffer;
  readonly hash: string;
}

/** A page whose classes have the names of its style. */
interface StyledPage {
  readonly html: string;
  readonly style: PageStyle;
}

const mostKept = 100;

const unicodeRange = /unicode-range:\s*([^;}]+)/;

/**
 * Leaves of a style sheet what a finished page can have a use for: a rule whose class stands
 * nowhere in the page matches nothing there, and a face is of no use to a page without its characters.
 * Holds for pages to which no script adds classes.
 */
export function createPageStyles(
  { sheet, classNames }: NamedSheet,
  carried: InlinedFont = { classes: [], address: "", data: "" },
): (html: string) => StyledPage {
  const plain = sheet.replace(/\/\*[\s\S]*?\*\//g, "");
  const rules = readRules(plain);
  const ranges = [...plain.matchAll(new RegExp(unicodeRange, "g"))].map(([, range = ""]) => range);
  const faces = ranges.map((range) => ({ range, characters: charactersIn(range) }));
  const taken = new Set(classNames.values());
  const carrying = carried.classes.map((name) => classNames.get(name) ?? name);
  const kept = new Map<string, PageStyle>();
  return (written) => {
    const present = new Set<string>();
    const html = written.replace(/ class="([^"]*)"/g, (_attribute, names: string) => {
      // A name that no rule knows is not to become one that a rule has been given.
      const given = names
        .split(" ")
        .flatMap((name) => classNames.get(name) ?? (taken.has(name) ? [] : name));
      for (const name of given) present.add(name);
      return ` class="${given.join(" ")}"`;
    });
    for (const { range, characters } of faces) if (characters.test(html)) present.add(range);
    const key = [...present].join(" ");
    const style = kept.get(key) ?? styleFor(present);
    kept.set(key, style);
    const [oldest] = kept.keys();
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
    return { html, style };
  };

  function styleFor(present: ReadonlySet<string>): PageStyle {
    const still = writeRules(rules, present, "");
    const written = writeRules(rules, present, still) + placeholderRules(present);
    const carries = carrying.some((name) => present.has(name));
    const text = carries ? withFace(written, carried) : written;
    const inlinesFont = text !== written;
    return { text, inlinesFont, bytes: Buffer.from(text), hash: contentHash(text) };
  }
}

/** A face that has come with the page is never late, but takes a moment to be read. */
function withFace(sheet: string, { address, data }: InlinedFont): string {
  return sheet.replace(/@font-face\{[^}]*\}/g, (rule) =>
    rule.includes(address)
      ? rule.replace(address, data).replace(/(font-display:\s*)\w+/, "$1block") + askLater(address)
      : rule,
  );
}

/**
 * The next page wants the face as a file. A hint to fetch it ahead would be followed at once, and hold up
 * the first view of this one; so something unseen is written in it when everybody has looked for a while.
 * Nothing moves, but nobody who asks for stillness is to look for what does.
 */
function askLater(address: string): string {
  return `@font-face{font-family:later;src:url(${address})}@keyframes later{to{font-family:later}}@media (prefers-reduced-motion:no-preference){body:after{content:"F";position:absolute;top:0;visibility:hidden;animation:later 1ms 3s forwards}}`;
}

/** The rules for what is present, with the frames of those animations that `players` plays. */
function writeRules(rules: readonly Rule[], present: ReadonlySet<string>, players: string): string {
  let text = "";
  for (const rule of rules) {
    if ("head" in rule) {
      const inner = writeRules(rule.rules, present, players);
      if (inner !== "") text += `${rule.head}{${inner}}`;
    } else if ("frames" in rule) {
      if (new RegExp(`animation[^;{}]*\\b${rule.frames}\\b`).test(players)) text += rule.text;
    } else if (rule.needs.some((needed) => needed.every((name) => present.has(name)))) {
      text += rule.text;
    }
  }
  return text;
}

function readRules(css: string): Rule[] {
  const rules: Rule[] = [];
  let start = 0;
  let bodyStart = 0;
  let depth = 0;
  for (const { 0: mark, index } of css.matchAll(/"[^"]*"|'[^']*'|[{}]/g)) {
    if (mark === "{") {
      if (depth === 0) bodyStart = index + 1;
      depth += 1;
    } else if (mark === "}") {
      depth -= 1;
      if (depth > 0) continue;
      rules.push(readRule(css.slice(start, bodyStart - 1).trim(), css.slice(bodyStart, index)));
      start = index + 1;
    }
  }
  return rules;
}

function readRule(head: string, body: string): Rule {
  if (/^@(media|supports|container)\b/.test(head)) return { head, rules: readRules(body) };
  const text = `${head}{${body}}`;
  if (!head.startsWith("@")) return { text, needs: neededBy(head) };
  const frames = /^@keyframes\s+([\w-]+)$/.exec(head)?.[1];
  if (frames !== undefined) return { text, frames };
  const range = unicodeRange.exec(body)?.[1];
  return { text, needs: [range === undefined ? [] : [range]] };
}

/** "U+A1-A2,U+A4" as the characters that they are. */
function charactersIn(range: string): RegExp {
  const point = /\s*U\+([0-9a-f]+)(?:(-)([0-9a-f]+))?,?/gi;
  const set = range.replace(
    point,
    (_point, first: string, to = "", last = "") => `\\u{${first}}${to && `-\\u{${last}}`}`,
  );
  return new RegExp(`[${set}]`, "u");
}

/** In parentheses is what must be there too (`:has`), must not (`:not`), or is a choice; in brackets, no class. */
function neededBy(selectors: string): string[][] {
  let outside = selectors
    .replace(/:not\((?:[^()]|\([^()]*\))*\)/g, "")
    .replace(/:has\(([^(),]*)\)/g, " $1");
  for (let before = ""; before !== outside; ) {
    before = outside;
    outside = outside.replace(/\([^()]*\)|\[[^\]]*\]/g, "");
  }
  return outside
    .split(",")
    .map((selector) => [...selector.matchAll(/\.([\w-]+)/g)].map(([, name]) => name ?? ""));
}
