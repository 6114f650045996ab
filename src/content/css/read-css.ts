import parseSelectors from "css-tree/selector-parser";
import { tokenize, tokenTypes as tokens } from "css-tree/tokenizer";
import { ident, string, url } from "css-tree/utils";
import { typefaceNames } from "../blocks/look.ts";
import { cssIn } from "./css-in.ts";

/**
 * Reads the rules that an owner writes for the public pages. The tokens and the selectors are read
 * by css-tree; blocks are told apart as browsers do (CSS Syntax 3): what ends with "{" is a rule,
 * what ends with ";" or "}" is a declaration.
 */
export function readCss(written: string): readonly Item[] {
  const text = cssIn(written);
  const all = tokensOf(text);
  requireNoElement(text, all);
  requireClosed(all);
  for (const token of all) requireHarmless(token, all);
  return new Reader(all).readSheet();
}

/** The end of a sentence that begins with the label of the field. */
export class CssFault extends Error {}

export interface Token {
  readonly type: number;
  readonly start: number;
  readonly end: number;
  /** As written. */
  readonly text: string;
  readonly index: number;
  /** "line 3, column 5" */
  readonly place: string;
}

export interface Declaration {
  readonly kind: "declaration";
  /** In small letters, without escapes. */
  readonly property: string;
  readonly name: string;
  readonly value: readonly Token[];
}

export interface Rule {
  readonly kind: "rule";
  readonly prelude: readonly Token[];
  readonly items: readonly Item[];
}

export interface AtRule {
  readonly kind: "at-rule";
  /** In small letters, without "@". */
  readonly name: string;
  readonly prelude: readonly Token[];
  readonly items: readonly Item[];
}

export type Item = Declaration | Rule | AtRule;

const conditions = ["media", "supports", "container", "starting-style"];
const animations = ["keyframes", "-webkit-keyframes", "-moz-keyframes"];
const known = [...conditions, "keyframes", "font-face"];

/** More would be a fault, and much more would exhaust the stack. */
const deepest = 24;

const siteOnly =
  "only files of this site can be used: upload the picture and write its address, such as /media/…";

/** What is wrong with the at-rules that people paste. */
const refusals: Readonly<Record<string, string>> = {
  import:
    "loads rules from elsewhere, which is not possible here: copy the rules themselves, and choose typefaces in the look",
  charset: "is not needed here: remove the line",
  namespace: "is not possible here: remove the line",
};

function tokensOf(text: string): readonly Token[] {
  const starts = lineStarts(text);
  const all: Token[] = [];
  let line = 0;
  tokenize(text, (type, start, end) => {
    while ((starts[line + 1] ?? Number.POSITIVE_INFINITY) <= start) line += 1;
    const place = `line ${line + 1}, column ${start - (starts[line] ?? 0) + 1}`;
    all.push({ type, start, end, text: text.slice(start, end), index: all.length, place });
  });
  return all;
}

function lineStarts(text: string): readonly number[] {
  return [0, ...[...text.matchAll(/\r\n|\n|\r/g)].map((end) => end.index + end[0].length)];
}

const closers = new Map<number, number>([
  [tokens.LeftCurlyBracket, tokens.RightCurlyBracket],
  [tokens.LeftParenthesis, tokens.RightParenthesis],
  [tokens.Function, tokens.RightParenthesis],
  [tokens.LeftSquareBracket, tokens.RightSquareBracket],
]);
const closing = new Set(closers.values());
const signs = new Map<number | undefined, string>([
  [tokens.RightCurlyBracket, "}"],
  [tokens.RightParenthesis, ")"],
  [tokens.RightSquareBracket, "]"],
]);

/** Everything that opens must close, because what follows would have another meaning otherwise. */
function requireClosed(all: readonly Token[]): void {
  const open: Token[] = [];
  for (const token of all) {
    requireEnded(token);
    if (closers.has(token.type)) {
      open.push(token);
      if (open.length > deepest) {
        throw new CssFault(`is nested too deeply in ${token.place}: write it with fewer levels`);
      }
    }
    if (!closing.has(token.type)) continue;
    const opened = open.pop();
    if (opened === undefined) {
      throw new CssFault(
        `has a ${token.text} in ${token.place} that closes nothing: remove it, or add what it closes`,
      );
    }
    if (closers.get(opened.type) !== token.type) throw neverClosed(opened);
  }
  const [first] = open;
  if (first !== undefined) throw neverClosed(first);
}

function neverClosed(opened: Token): CssFault {
  return new CssFault(
    `has ${opened.text} in ${opened.place}, which is never closed: add the missing ${signs.get(closers.get(opened.type))}`,
  );
}

function requireEnded({ type, text, place }: Token): void {
  const isOpenString =
    type === tokens.String && (text.length < 2 || !isEndedBy(text, text.charAt(0)));
  if (type === tokens.BadString || isOpenString) {
    throw new CssFault(
      `has a quote in ${place} that is never closed: add the closing quote in the same line`,
    );
  }
  if (type === tokens.Comment && !(text.length > 3 && text.endsWith("*/"))) {
    throw new CssFault(`has a comment in ${place} that is never closed: add */ at its end`);
  }
  if (type === tokens.BadUrl || (type === tokens.Url && !isEndedBy(text, ")"))) {
    throw new CssFault(`has an address in ${place} that cannot be read: write it in quotes`);
  }
  if (text.endsWith("\\") && type !== tokens.Comment && type !== tokens.String) {
    throw new CssFault(`has a \\ in ${place} that stands for nothing: remove it`);
  }
}

/** False for an end that is escaped. */
function isEndedBy(text: string, end: string): boolean {
  const escapes = /\\*$/.exec(text.slice(0, -1))?.[0].length ?? 0;
  return text.endsWith(end) && escapes % 2 === 0;
}

function requireHarmless(token: Token, all: readonly Token[]): void {
  const { type, text, place, index } = token;
  switch (type) {
    case tokens.AtKeyword:
      requireKnown(token);
      break;
    case tokens.Url:
      requireOwnFile(url.decode(text), place);
      break;
    case tokens.Ident:
      requireStraightQuotes(token);
      break;
    case tokens.Function:
      requireHarmlessFunction(token, all);
      break;
    case tokens.Delim: {
      const next = all[index + 1];
      if (text === "/" && next?.text === "/") {
        throw new CssFault(
          `has a comment with // in ${place}: write /* at its beginning and */ at its end`,
        );
      }
      if (
        text === "<" &&
        /^[/!]|^(a|body|div|head|html|link|meta|script|style)$/i.test(next?.text ?? "")
      ) {
        throw new CssFault(`has HTML in ${place}: only rules of CSS belong here`);
      }
      break;
    }
  }
}

/** A page would end its style element there, whatever is around. */
function requireNoElement(text: string, all: readonly Token[]): void {
  const at = text.search(/<\/style/i);
  if (at < 0) return;
  const place = all.find(({ end }) => end > at)?.place;
  throw new CssFault(`has </style in ${place}, which would end the rules: remove it`);
}

function requireKnown({ text, place }: Token): void {
  const name = nameIn(text.slice(1));
  if (known.includes(name) || animations.includes(name)) return;
  const why =
    refusals[name] ??
    `is not possible here: besides rules, there can be ${known.map((each) => `@${each}`).join(", ")}`;
  throw new CssFault(`has @${name} in ${place}, which ${why}`);
}

function requireStraightQuotes({ text, place }: Token): void {
  const [quote] = /[“”„‟‘’‚‛]/.exec(text) ?? [];
  if (quote === undefined) return;
  throw new CssFault(`has a curly quote ${quote} in ${place}: write a straight one (" or ')`);
}

/** Functions in which a string is an address. */
const takesAddress = /^(url|src|image|(-\w+-)?image-set|(-\w+-)?cross-fade)$/;

function requireHarmlessFunction(token: Token, all: readonly Token[]): void {
  const name = nameIn(token.text.slice(0, -1));
  if (name === "expression") {
    throw new CssFault(`has expression() in ${token.place}, which runs a script: remove it`);
  }
  if (!takesAddress.test(name)) return;
  for (const { type, text, place } of inside(token, all)) {
    if (type === tokens.String) requireOwnFile(string.decode(text), place);
    if (type === tokens.Function && (name === "url" || name === "src")) {
      throw new CssFault(`has an address in ${place} that cannot be read: write it in quotes`);
    }
    if (type === tokens.Function && bringsText.has(nameIn(text.slice(0, -1)))) {
      throw new CssFault(
        `has ${text}) in ${place} where an address stands: write the address itself, such as /media/…`,
      );
    }
  }
}

/** Functions that bring a text from elsewhere, such as a string that is no address where it stands. */
const bringsText = new Set(["var", "env", "attr", "inherit"]);

/** The tokens between a function's name and its closing bracket. */
function* inside(opened: Token, all: readonly Token[]): Generator<Token> {
  let depth = 1;
  for (let index = opened.index + 1; index < all.length; index += 1) {
    const token = all[index] as Token;
    if (closers.has(token.type)) depth += 1;
    if (closing.has(token.type)) depth -= 1;
    if (depth === 0) return;
    yield token;
  }
}

const noHost = "https://site.invalid";

function requireOwnFile(address: string, place: string): void {
  if (/^data:(image|font)\/[\w.+-]+[;,]/i.test(address)) return;
  if (address.startsWith("#")) return;
  const target = URL.parse(address, noHost);
  if (target?.origin === noHost && address.startsWith("/")) return;
  throw new CssFault(`loads “${shortened(address)}” in ${place}, but ${siteOnly}`);
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** A name without escapes, in small letters. */
export function nameIn(text: string): string {
  return ident.decode(text).toLowerCase();
}

interface Place {
  /** Whether declarations stand here, because a rule is around. */
  readonly isInRule: boolean;
  readonly isInKeyframes: boolean;
}

const top: Place = { isInRule: false, isInKeyframes: false };

class Reader {
  readonly #all: readonly Token[];
  #next = 0;

  constructor(all: readonly Token[]) {
    this.#all = all;
  }

  readSheet(): Item[] {
    return this.#items(top);
  }

  /** Up to the closing bracket of the block, which it skips. */
  #items(place: Place): Item[] {
    const items: Item[] = [];
    for (;;) {
      const token = this.#all[this.#next];
      if (token === undefined) return items;
      if (token.type === tokens.RightCurlyBracket) {
        this.#next += 1;
        return items;
      }
      const isNothing =
        isSpace(token) ||
        token.type === tokens.Semicolon ||
        // Browsers ignore the comment of HTML that old pages have around their rules.
        (!place.isInRule && (token.type === tokens.CDO || token.type === tokens.CDC));
      if (isNothing) this.#next += 1;
      else if (token.type === tokens.AtKeyword) items.push(this.#atRule(token, place));
      else items.push(...this.#ruleOrDeclaration(token, place));
    }
  }

  /** The tokens before the first ";", "{" or "}" outside of brackets. */
  #upToEnd(): readonly Token[] {
    const from = this.#next;
    let depth = 0;
    for (; this.#next < this.#all.length; this.#next += 1) {
      const { type } = this.#all[this.#next] as Token;
      const isEnd =
        type === tokens.Semicolon ||
        type === tokens.LeftCurlyBracket ||
        type === tokens.RightCurlyBracket;
      if (isEnd && depth === 0) break;
      if (closers.has(type)) depth += 1;
      if (closing.has(type)) depth -= 1;
    }
    return trimmedTokens(this.#all.slice(from, this.#next));
  }

  #isAt(type: number): boolean {
    return this.#all[this.#next]?.type === type;
  }

  #block(place: Place): Item[] {
    this.#next += 1;
    return this.#items(place);
  }

  #atRule(keyword: Token, place: Place): AtRule {
    this.#next += 1;
    const name = nameIn(keyword.text.slice(1));
    const prelude = this.#upToEnd();
    requireNoBlocks(prelude, keyword);
    const isMisplaced = place.isInKeyframes || (place.isInRule && !conditions.includes(name));
    if (isMisplaced) {
      throw new CssFault(
        `has @${name} in ${keyword.place} inside of a rule: move it outside, to the end`,
      );
    }
    if (!this.#isAt(tokens.LeftCurlyBracket)) {
      throw new CssFault(`has @${name} in ${keyword.place} without a block: add { and }`);
    }
    const isFont = name === "font-face";
    const isInKeyframes = animations.includes(name);
    const items = this.#block({ isInRule: isFont || place.isInRule, isInKeyframes });
    if (isFont) requireOwnFont(items, keyword);
    if (isInKeyframes) requireName(prelude, keyword);
    return { kind: "at-rule", name, prelude, items };
  }

  #ruleOrDeclaration(first: Token, place: Place): readonly Item[] {
    const written = this.#upToEnd();
    if (this.#isAt(tokens.LeftCurlyBracket)) return [this.#rule(first, written, place)];
    const text = shortened(textOf(written));
    if (!place.isInRule) {
      throw new CssFault(
        `has “${text}” in ${first.place} outside of a rule: write it as in “p { color: red }”`,
      );
    }
    return declarationOf(first, written);
  }

  #rule(first: Token, prelude: readonly Token[], place: Place): Rule {
    if (prelude.length === 0) {
      throw new CssFault(`has a { in ${first.place} without a selector before it: add one`);
    }
    if (place.isInKeyframes) requireMoments(prelude);
    else if (first.text.startsWith("--")) {
      throw new CssFault(`has { } in the value of ${first.text} in ${first.place}: write a value`);
    } else selectorsIn(prelude);
    return {
      kind: "rule",
      prelude,
      items: this.#block({ isInRule: true, isInKeyframes: false }),
    };
  }
}

function requireNoBlocks(prelude: readonly Token[], { place }: Token): void {
  if (prelude.some(({ type }) => type === tokens.LeftCurlyBracket || type === tokens.Semicolon)) {
    throw new CssFault(`cannot be read in ${place}: write a condition without { and ;`);
  }
}

export function isSpace({ type }: Token): boolean {
  return type === tokens.WhiteSpace || type === tokens.Comment;
}

function trimmedTokens(all: readonly Token[]): readonly Token[] {
  const isWritten = (token: Token) => !isSpace(token);
  const first = all.findIndex(isWritten);
  return first < 0 ? [] : all.slice(first, all.findLastIndex(isWritten) + 1);
}

/** The text of tokens, in which comments are empty: browsers read the same. */
export function textOf(all: readonly Token[]): string {
  return all
    .map(({ type, text }) =>
      type === tokens.Comment ? "/**/" : type === tokens.WhiteSpace ? " " : text,
    )
    .join("");
}

/** Selectors as css-tree reads them. Its positions are those of `textOf(prelude)`. */
export function selectorsIn(prelude: readonly Token[]) {
  const [first] = prelude;
  const text = textOf(prelude);
  try {
    if (text.endsWith(",")) throw new SyntaxError("a selector is missing after the comma");
    if (prelude.some(({ type }) => type === tokens.LeftCurlyBracket || type === tokens.Semicolon)) {
      throw new SyntaxError("it has { or ;");
    }
    const selectors = parseSelectors(text, { context: "selectorList", positions: true });
    // css-tree reads “a >”, which selects nothing.
    for (const selector of selectors.type === "SelectorList" ? selectors.children : []) {
      if (selector.type === "Selector" && selector.children.last?.type === "Combinator") {
        throw new SyntaxError("nothing follows a combinator");
      }
    }
    return selectors;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new CssFault(
      `has the selector “${shortened(text)}” in ${first?.place}, which cannot be read: correct it, or see whether a } or ; is missing before it`,
    );
  }
}

function requireMoments(prelude: readonly Token[]): void {
  const text = textOf(prelude);
  const moment = /^(from|to|[\d.]+%)$/i;
  if (text.split(",").every((each) => moment.test(each.replaceAll("/**/", "").trim()))) return;
  throw new CssFault(
    `has “${shortened(text)}” in ${prelude[0]?.place}, where @keyframes needs from, to or a percentage`,
  );
}

function requireName(prelude: readonly Token[], { place }: Token): void {
  const [name] = prelude;
  const isName = name?.type === tokens.Ident || name?.type === tokens.String;
  if (prelude.length === 1 && isName) return;
  throw new CssFault(`has @keyframes in ${place} without a name: write as in “@keyframes fade”`);
}

const scripting = ["behavior", "-ms-behavior", "-moz-binding"];

/** Nothing for what only browsers of long ago read, such as "*zoom: 1". */
function declarationOf(first: Token, written: readonly Token[]): readonly Declaration[] {
  const isHack = first.type === tokens.Delim && first.text === "*";
  const [name, ...rest] = isHack ? written.slice(1) : written;
  const colon = rest.findIndex((token) => !isSpace(token));
  if (name?.type !== tokens.Ident || rest[colon]?.type !== tokens.Colon) {
    throw new CssFault(
      `has “${shortened(textOf(written))}” in ${first.place}, which is neither a rule nor a declaration: write as in “color: red;”`,
    );
  }
  const property = nameIn(name.text);
  if (scripting.includes(property)) {
    throw new CssFault(`has ${property} in ${first.place}, which runs a script: remove it`);
  }
  const value = trimmedTokens(rest.slice(colon + 1));
  const isCustom = property.startsWith("--");
  if (!isCustom) requireOneValue(property, value, first);
  if (value.some(({ type }) => type === tokens.LeftCurlyBracket)) {
    throw new CssFault(`has { } in the value of ${property} in ${first.place}: remove them`);
  }
  if (value.length === 0 && !isCustom) {
    throw new CssFault(`has ${property} in ${first.place} without a value: add one, or remove it`);
  }
  const isOld = isHack || value.some(({ text }) => text.toLowerCase() === "progid");
  return isOld ? [] : [{ kind: "declaration", property, name: name.text, value }];
}

/** A colon in a value is the property of the next line, before which a semicolon is missing. */
function requireOneValue(property: string, value: readonly Token[], { place }: Token): void {
  let depth = 0;
  for (const [index, { type }] of value.entries()) {
    if (closers.has(type)) depth += 1;
    if (closing.has(type)) depth -= 1;
    const before = value[index - 1]?.text.toLowerCase();
    if (type !== tokens.Colon || depth > 0 || before === "progid") continue;
    throw new CssFault(`needs a ; after the value of ${property} in ${place}`);
  }
}

/** Families of the look, which a font of the rules would change outside of its pages. */
const taken = [...typefaceNames, "Own heading", "Own text"].map((name) => name.toLowerCase());

function requireOwnFont(items: readonly Item[], { place }: Token): void {
  const fault = (why: string) => new CssFault(`has @font-face in ${place}, which ${why}`);
  for (const item of items) {
    if (item.kind !== "declaration") throw fault("can have no rules: remove them");
    if (item.property === "font-family") {
      const family = textOf(item.value).replace(/^(["'])(.*)\1$/, "$2");
      if (taken.includes(ident.decode(family).toLowerCase())) {
        throw fault(`has the name of a typeface of the site, ${family}: choose another name`);
      }
    }
    if (item.property !== "src") continue;
    for (const address of addressesIn(item.value)) {
      if (!address.startsWith("/fonts/")) {
        throw fault(
          `loads “${shortened(address)}”: upload the font to the look, and write its address, such as /fonts/….woff2`,
        );
      }
    }
  }
}

function addressesIn(value: readonly Token[]): readonly string[] {
  return value.flatMap(({ type, text }, index) => {
    if (type === tokens.Url) return [url.decode(text)];
    const before = value.slice(0, index).findLast((token) => !isSpace(token));
    const isAddress =
      type === tokens.String &&
      before?.type === tokens.Function &&
      takesAddress.test(nameIn(before.text.slice(0, -1)));
    return isAddress ? [string.decode(text)] : [];
  });
}
