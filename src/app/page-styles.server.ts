import { contentHash } from "./content-security-policy.server.ts";
import { impressionRules } from "./ui/impression-class.ts";

/** A rule with what it needs in a page, one list for each of its selectors; or a group of rules. */
type Rule =
  | { readonly text: string; readonly needs: readonly (readonly string[])[] }
  | { readonly head: string; readonly rules: readonly Rule[] };

/** A style sheet that stands in a page, and how a content security policy spells its hash. */
export interface PageStyle {
  readonly text: string;
  /** Pages with the same classes have the same bytes, which are compressed once for all of them. */
  readonly bytes: Buffer;
  readonly hash: string;
}

const mostKept = 100;

/**
 * Leaves of a style sheet what a finished page can have a use for: a rule whose class stands
 * nowhere in the page matches nothing there. Holds for pages to which no script adds classes.
 */
export function createPageStyles(sheet: string): (html: string) => PageStyle {
  const rules = readRules(sheet.replace(/\/\*[\s\S]*?\*\//g, ""));
  const kept = new Map<string, PageStyle>();
  return (html) => {
    const classes = new Set<string>();
    for (const [, names = ""] of html.matchAll(/ class="([^"]*)"/g)) {
      for (const name of names.split(" ")) classes.add(name);
    }
    const key = [...classes].join(" ");
    const style = kept.get(key) ?? asStyle(writeRules(rules, classes) + impressionRules(classes));
    kept.set(key, style);
    const [oldest] = kept.keys();
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
    return style;
  };
}

function asStyle(text: string): PageStyle {
  return { text, bytes: Buffer.from(text), hash: contentHash(text) };
}

function writeRules(rules: readonly Rule[], classes: ReadonlySet<string>): string {
  let text = "";
  for (const rule of rules) {
    if ("head" in rule) {
      const inner = writeRules(rule.rules, classes);
      if (inner !== "") text += `${rule.head}{${inner}}`;
    } else if (rule.needs.some((needed) => needed.every((name) => classes.has(name)))) {
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
  return { text, needs: head.startsWith("@") ? [[]] : neededBy(head) };
}

/** What stands in parentheses is a choice, or what must not be there; in brackets, no class. */
function neededBy(selectors: string): string[][] {
  let outside = selectors;
  for (let before = ""; before !== outside; ) {
    before = outside;
    outside = outside.replace(/\([^()]*\)|\[[^\]]*\]/g, "");
  }
  return outside
    .split(",")
    .map((selector) => [...selector.matchAll(/\.([\w-]+)/g)].map(([, name]) => name ?? ""));
}
