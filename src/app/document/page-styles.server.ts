import { createHash } from "node:crypto";
import type { NamedSheet } from "./minify-class-names.server.ts";

/**
 * A rule of a style sheet, in one of three forms. A rule with `needs` stays in a page that contains
 * all names of at least one list: the classes of one selector, or the character range of a font
 * face. Keyframes stay when a remaining rule plays them. A group, such as a media query, contains
 * rules.
 */
type Rule =
  | { readonly text: string; readonly needs: readonly (readonly string[])[] }
  | { readonly text: string; readonly keyframes: string }
  | { readonly head: string; readonly rules: readonly Rule[] };

/**
 * A font that is inlined into every page with an element of the class; other pages load the file.
 */
interface InlinedFont {
  readonly className: string;
  /** URL of the font's file, as in the style sheet. */
  readonly address: string;
  readonly dataUrl: string;
}

/**
 * Style sheet of a page. Pages with the same classes share one style sheet and its compressed
 * bytes.
 */
interface PageStyle {
  readonly text: string;
  readonly bytes: Buffer;
  readonly hash: string;
  /** True when the font is inlined, so that the page needs no preload. */
  readonly inlinesFont: boolean;
}

interface StyledPage {
  readonly html: string;
  readonly style: PageStyle;
}

const mostKept = 100;

const unicodeRange = /unicode-range:\s*([^;}]+)/;

/**
 * Returns a function that removes every rule of the style sheet that a page cannot use: a rule with
 * a class that is not in the page, and a font face without a character of the page. Only for pages
 * to which no script adds a class.
 */
export function createPageStyles(
  { sheet, classNames }: NamedSheet,
  font?: InlinedFont,
): (html: string) => StyledPage {
  const plain = sheet.replace(/\/\*[\s\S]*?\*\//g, "");
  const rules = readRules(plain);
  const ranges = [...plain.matchAll(new RegExp(unicodeRange, "g"))].map(([, range = ""]) => range);
  const faces = ranges.map((range) => ({ range, characters: charactersIn(range) }));
  const minifiedNames = new Set(classNames.values());
  const kept = new Map<string, PageStyle>();
  return (rendered) => {
    const present = new Set<string>();
    const html = rendered.replace(/ class="([^"]*)"/g, (_attribute, names: string) => {
      const minified = names.split(" ").flatMap(
        // Drops an unstyled class that equals a minified name, because the rule of that name would
        // apply.
        (name) => classNames.get(name) ?? (minifiedNames.has(name) ? [] : name),
      );
      for (const name of minified) present.add(name);
      return ` class="${minified.join(" ")}"`;
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
    const withoutKeyframes = writeRules(rules, present, "");
    const written = writeRules(rules, present, withoutKeyframes);
    const inlinesFont =
      font !== undefined && present.has(classNames.get(font.className) ?? font.className);
    const text = inlinesFont ? inlineFont(written, font) : written;
    return { text, bytes: Buffer.from(text), hash: contentHash(text), inlinesFont };
  }
}

/** Hash of inlined content, for the Content-Security-Policy. */
export function contentHash(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

/** An inlined font needs no request, so `block` hides the text only while the font is decoded. */
function inlineFont(sheet: string, { address, dataUrl }: InlinedFont): string {
  return sheet.replace(/@font-face\{[^}]*\}/g, (face) =>
    face.includes(address)
      ? face.replace(address, dataUrl).replace(/(font-display:\s*)\w+/, "$1block") +
        fetchLater(address)
      : face,
  );
}

/**
 * Makes the browser fetch the font's file three seconds later, for the next page, by writing an
 * invisible letter in that font. Browsers follow a prefetch hint at once, which would delay the
 * first view. The delay is an animation, so it does not run with `prefers-reduced-motion`.
 */
function fetchLater(address: string): string {
  return `@font-face{font-family:later;src:url(${address})}@keyframes later{to{font-family:later}}@media (prefers-reduced-motion:no-preference){body:after{content:"F";position:absolute;top:0;visibility:hidden;animation:later 1ms 3s forwards}}`;
}

/** The rules that a page can use, with the keyframes that the rules in `players` play. */
function writeRules(rules: readonly Rule[], present: ReadonlySet<string>, players: string): string {
  let text = "";
  for (const rule of rules) {
    if ("head" in rule) {
      const inner = writeRules(rule.rules, present, players);
      if (inner !== "") text += `${rule.head}{${inner}}`;
    } else if ("keyframes" in rule) {
      if (new RegExp(`animation[^;{}]*\\b${rule.keyframes}\\b`).test(players)) text += rule.text;
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
  const keyframes = /^@keyframes\s+([\w-]+)$/.exec(head)?.[1];
  if (keyframes !== undefined) return { text, keyframes };
  const range = unicodeRange.exec(body)?.[1];
  return { text, needs: [range === undefined ? [] : [range]] };
}

/** Matches one character of a range such as "U+A1-A2,U+A4". */
function charactersIn(range: string): RegExp {
  const point = /\s*U\+([0-9a-f]+)(?:(-)([0-9a-f]+))?,?/gi;
  const set = range.replace(
    point,
    (_point, first: string, to = "", last = "") => `\\u{${first}}${to && `-\\u{${last}}`}`,
  );
  return new RegExp(`[${set}]`, "u");
}

/**
 * The classes that each selector needs, including the classes in a `:has` with one selector.
 * Ignores classes in `:not`, in other parentheses and in attribute selectors.
 */
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
