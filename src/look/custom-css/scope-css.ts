import type { CssNode, Selector } from "css-tree";
import { tokenTypes as tokens } from "css-tree/tokenizer";
import { ident, string } from "css-tree/utils";
import {
  type AtRule,
  type Declaration,
  type Item,
  nameIn,
  selectorsIn,
  type Token,
  textOf,
} from "#content/css/read-css.ts";

/** The element of a public page (`app/ui/site-frame/site-frame.tsx`) inside which rules apply. */
const root = ".site-frame";

/**
 * Every selector gets this on what it selects, so that it matches nothing outside of the page's
 * frame, wherever it begins: not the bar of the owner's own view, for one. It weighs as a class, so
 * that `h1` wins over the one class by which the page styles its heading. A nested rule has that
 * weight from the rule around it. `@scope` would do the same, but Firefox has it only since December
 * 2025.
 */
export const guard = `:is(${root},${root} *)`;
export const nestedGuard = `:where(${root},${root} *)`;

/**
 * The frame keeps its layers to itself, so that no z-index reaches above what is around it. An
 * important declaration of a layer wins over all important ones outside of layers.
 */
const shield = `@layer page-frame{${root}{isolation:isolate!important;z-index:auto!important}}`;

/** Before the names of the owner's animations, which would replace those of the page. */
const own = "own-";

/** What `readCss` has read, as rules that apply only inside the frame of a public page. */
export function scopedCss(sheet: readonly Item[]): string {
  const names = new Set(animationsIn(sheet));
  const text = shield + sheet.map((item) => textOfItem(item, names)).join("");
  // Nothing may end the element or begin a comment. Strings and addresses, such as an SVG in
  // "data:", mean the same afterwards.
  return text.replaceAll(/<(?=\/|!--)/g, "<\\");
}

function animationsIn(items: readonly Item[]): readonly string[] {
  return items.flatMap((item) => {
    if (item.kind === "declaration") return [];
    const [name] = item.kind === "at-rule" && isAnimation(item) ? item.prelude : [];
    return name === undefined ? animationsIn(item.items) : [nameOf(name)];
  });
}

function isAnimation({ name }: AtRule): boolean {
  return name.endsWith("keyframes");
}

function nameOf({ type, text }: Token): string {
  return type === tokens.String ? string.decode(text) : ident.decode(text);
}

/** What a rule stands in. */
type Around = "page" | "rule" | "keyframes";

function textOfItem(item: Item, names: ReadonlySet<string>, around: Around = "page"): string {
  if (item.kind === "declaration") return `${item.name}:${writtenValue(item, names)};`;
  const isAround =
    item.kind === "rule" ? "rule" : isAnimation(item) ? ("keyframes" as const) : around;
  const inside = item.items.map((each) => textOfItem(each, names, isAround)).join("");
  if (item.kind === "rule") {
    const selectors =
      around === "keyframes"
        ? textOf(item.prelude)
        : scopedSelectors(item.prelude, around === "rule" ? nestedGuard : guard);
    return `${selectors}{${inside}}`;
  }
  const prelude = isAnimation(item) ? item.prelude.map(renamed) : item.prelude;
  return `@${item.name} ${textOf(prelude)}{${inside}}`;
}

function writtenValue({ property, value }: Declaration, names: ReadonlySet<string>): string {
  const mayName = /^(-\w+-)?animation(-name)?$/.test(property) || /^--.*anim/.test(property);
  if (!mayName || names.size === 0) return textOf(value);
  return textOf(
    value.map((token) => (isName(token) && names.has(nameOf(token)) ? renamed(token) : token)),
  );
}

function isName({ type }: Token): boolean {
  return type === tokens.Ident || type === tokens.String;
}

function renamed(token: Token): Token {
  const { type, text } = token;
  const isString = type === tokens.String;
  return { ...token, text: isString ? text.charAt(0) + own + text.slice(1) : own + text };
}

interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Selectors with `html`, `body` and `:root` standing for the frame, and with the guard. */
function scopedSelectors(prelude: readonly Token[], guard: string): string {
  const text = textOf(prelude);
  const list = selectorsIn(prelude);
  const edits = childrenOf(list).flatMap((selector) => [
    ...rootsIn(selector),
    { ...guardPlace(selector as Selector), text: guard },
  ]);
  return edited(text, edits);
}

function edited(text: string, edits: readonly Edit[]): string {
  let result = "";
  let at = 0;
  for (const { from, to, text: put } of edits.toSorted((one, other) => one.from - other.from)) {
    result += text.slice(at, from) + put;
    at = Math.max(at, to);
  }
  return result + text.slice(at);
}

function childrenOf(node: CssNode): readonly CssNode[] {
  return "children" in node && node.children ? [...node.children] : [];
}

function placeOf({ loc }: CssNode): { readonly from: number; readonly to: number } {
  if (!loc) throw new Error("A part of a selector has no place.");
  return { from: loc.start.offset, to: loc.end.offset };
}

function compoundsOf(selector: CssNode): CssNode[][] {
  const compounds: CssNode[][] = [[]];
  for (const node of childrenOf(selector)) {
    if (node.type === "Combinator") compounds.push([]);
    else compounds.at(-1)?.push(node);
  }
  return compounds;
}

/** In the last compound: after what must come first in it, before pseudo-elements. */
function guardPlace(selector: Selector): Pick<Edit, "from" | "to"> {
  const last = compoundsOf(selector).at(-1) ?? [];
  const leading = last.findIndex(
    ({ type }) => type !== "TypeSelector" && type !== "NestingSelector",
  );
  const before = leading < 0 ? last.at(-1) : last[leading - 1];
  const [first] = last;
  if (first === undefined) throw new Error("A selector selects nothing.");
  const at = before === undefined ? placeOf(first).from : placeOf(before).to;
  return { from: at, to: at };
}

/** Edits for what stands for the whole page, also inside `:is()` and the like. */
function rootsIn(selector: CssNode): readonly Edit[] {
  const compounds = compoundsOf(selector);
  return compounds.flatMap((compound, index) => {
    const next = compounds[index + 1];
    const isOnlyRoot = (parts: readonly CssNode[] | undefined) =>
      parts?.length === 1 && parts.every((part) => rootFor(part) !== undefined);
    // "html body" and ":root body" name the frame twice.
    const [part] = compound;
    if (part !== undefined && isOnlyRoot(compound) && next?.[0] && rootFor(next[0]) !== undefined) {
      return [{ from: placeOf(part).from, to: placeOf(next[0]).from, text: "" }];
    }
    return compound.flatMap((each) => {
      const frame = rootFor(each);
      if (frame !== undefined) return [{ ...placeOf(each), text: frame }];
      return childrenOf(each).flatMap((list) =>
        list.type === "Selector" ? rootsIn(list) : childrenOf(list).flatMap(rootsIn),
      );
    });
  });
}

/** With the specificity of what is written. */
function rootFor(node: CssNode): string | undefined {
  if (node.type === "TypeSelector" && ["html", "body"].includes(nameIn(node.name))) {
    return `:where(${root})`;
  }
  if (node.type !== "PseudoClassSelector" || node.children) return undefined;
  return ["root", "scope"].includes(nameIn(node.name)) ? root : undefined;
}
