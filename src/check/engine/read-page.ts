import { type DefaultTreeAdapterTypes, defaultTreeAdapter, Parser } from "parse5";
import type { Place } from "./check.ts";
import { cutAtCrowdedTag } from "./crowded-tag.ts";
import { decodeHtml } from "./decode-html.ts";
import { type FetchedResponse, headerOf } from "./facts.ts";

type TreeNode = DefaultTreeAdapterTypes.Node;
type TreeElement = DefaultTreeAdapterTypes.Element;

/** Chromium flattens elements below this depth as well. */
const deepest = 512;
const mostElements = 150_000;
export const mostLinks = 50_000;
const parsingMs = 1500;

/** An element of the page in the order of the source. */
export interface PageElement {
  readonly name: string;
  /** Whether the parser, as a browser's does, put the element into the head. */
  readonly isInHead: boolean;
  /** Whether the element is in a `template`, `noscript` or `svg`, so that it is not shown. */
  readonly isInert: boolean;
  readonly attributes: ReadonlyMap<string, string>;
  readonly place: Place;
  /** Text of the element and its descendants, without scripts and styles. */
  text(): string;
  /** Text directly inside the element, also of a script or style. */
  rawText(): string;
  /** Descriptions of pictures inside. */
  pictureText(): string;
}

export interface ReadPage {
  readonly address: string;
  readonly source: string;
  /** Elements with this tag name. */
  all(name: string): readonly PageElement[];
  readonly scripts: readonly (PageElement & { readonly content: string })[];
  /** Number of an element in the order of the source. */
  orderOf(element: PageElement): number;
  readonly title: string | null;
  /** The first `meta` element with this name. */
  meta(name: string): PageElement | null;
  /** Text that the body contains without running JavaScript. */
  readonly bodyText: string;
  /**
   * Sentence about the limit that ended the reading early; null for a page that was read
   * completely.
   */
  readonly stoppedBecause: string | null;
  /** Base URL of relative addresses. */
  readonly base: string;
  place(line: number | undefined, snippet: string): Place;
}

class StoppedReading extends Error {}

/** Reads the tree that the HTML specification prescribes, within limits of depth, size and time. */
export function readPage(response: FetchedResponse): ReadPage {
  const whole = decodeHtml(response.body, headerOf(response, "content-type"));
  const { source, isCut } = cutAtCrowdedTag(whole);
  const { document, stoppedBecause } = parseWithin(source);
  const lines = lineReader(source);
  const elements = collect(document, response.address, lines);
  const byName = Map.groupBy(elements, ({ name }) => name);
  const order = new Map(elements.map((element, nth) => [element, nth]));
  const all = (name: string) => byName.get(name) ?? [];
  const body = findBody(document);
  const titleElement = all("title").find(({ isInert }) => !isInert);
  return {
    address: response.address,
    source,
    all,
    scripts: all("script")
      .filter(({ isInert }) => !isInert)
      .map((element) => ({ ...element, content: element.rawText() })),
    orderOf: (element) => order.get(element) ?? 0,
    title: titleElement === undefined ? null : titleElement.text(),
    meta: (name) =>
      all("meta").find(({ attributes }) => attributes.get("name")?.trim().toLowerCase() === name) ??
      null,
    bodyText: body === undefined ? "" : textOf(body),
    stoppedBecause: isCut
      ? "A tag of the page has more than 1,000 attributes, so the page was read up to that tag."
      : stoppedBecause,
    base: baseOf(all("base"), response.address),
    place: (line, snippet) => ({
      address: response.address,
      ...(line !== undefined && { line }),
      snippet,
    }),
  };
}

function parseWithin(source: string) {
  let stoppedBecause: string | null = null;
  let depth = 0;
  let count = 0;
  const until = performance.now() + parsingMs;
  const document = defaultTreeAdapter.createDocument();
  const adapter = {
    ...defaultTreeAdapter,
    createDocument: () => document,
    onItemPush() {
      depth += 1;
      count += 1;
      if (depth > deepest) {
        throw new StoppedReading(`The page nests its elements more than ${deepest} deep.`);
      }
      if (count > mostElements) {
        throw new StoppedReading("The page has more than 150,000 elements.");
      }
      if (count % 500 === 0 && performance.now() > until) {
        throw new StoppedReading("The page takes too long to read.");
      }
    },
    onItemPop() {
      depth -= 1;
    },
  };
  try {
    Parser.parse(source, { treeAdapter: adapter, sourceCodeLocationInfo: true });
  } catch (error) {
    if (!(error instanceof StoppedReading)) throw error;
    stoppedBecause = `${error.message} It was read up to that point.`;
  }
  return { document, stoppedBecause };
}

const inertNames = new Set(["template", "noscript", "svg"]);

/** Walks without recursion, because hostile pages are deep. */
function collect(
  document: TreeNode,
  address: string,
  lineAt: (line: number | undefined, offset: number | undefined) => Place["snippet"],
): PageElement[] {
  const elements: PageElement[] = [];
  const waiting: { node: TreeNode; isInHead: boolean; isInert: boolean }[] = [
    { node: document, isInHead: false, isInert: false },
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node } = next;
    let { isInHead, isInert } = next;
    if ("tagName" in node) {
      const location = node.sourceCodeLocation;
      const line = location?.startLine;
      elements.push({
        name: node.tagName,
        isInHead,
        isInert,
        attributes: new Map(node.attrs.map(({ name, value }) => [name, value])),
        place: {
          address,
          ...(line !== undefined && { line }),
          snippet: lineAt(line, location?.startOffset),
        },
        text: () => textOf(node),
        rawText: () =>
          node.childNodes.map((child) => ("value" in child ? child.value : "")).join(""),
        pictureText: () => pictureTextOf(node),
      });
      isInHead ||= node.tagName === "head";
      isInert ||= inertNames.has(node.tagName);
    }
    const children = "childNodes" in node ? node.childNodes : [];
    for (let nth = children.length - 1; nth >= 0; nth -= 1) {
      const child = children[nth];
      if (child !== undefined) waiting.push({ node: child, isInHead, isInert });
    }
  }
  return elements;
}

const unreadNames = new Set(["script", "style", "template", "noscript"]);

function textOf(start: TreeNode): string {
  let text = "";
  for (const node of descendants(start)) {
    if (node.nodeName === "#text" && "value" in node) text += ` ${node.value}`;
  }
  return text.replace(/\s+/g, " ").trim();
}

function pictureTextOf(start: TreeNode): string {
  let text = "";
  for (const node of descendants(start)) {
    if (!("tagName" in node)) continue;
    const wanted =
      node.tagName === "img" ? ["alt", "aria-label", "title"] : ["aria-label", "title"];
    text += node.attrs
      .flatMap(({ name, value }) => (wanted.includes(name) ? [value] : []))
      .join(" ");
    if (node.tagName === "svg") text += textOf(node);
  }
  return text.trim();
}

function* descendants(start: TreeNode): Generator<TreeNode> {
  const waiting = [start];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node !== start && "tagName" in node && unreadNames.has(node.tagName)) continue;
    yield node;
    const children = "childNodes" in node ? node.childNodes : [];
    for (let nth = children.length - 1; nth >= 0; nth -= 1) {
      const child = children[nth];
      if (child !== undefined) waiting.push(child);
    }
  }
}

function findBody(document: DefaultTreeAdapterTypes.Document): TreeElement | undefined {
  const isElement = (node: TreeNode): node is TreeElement => "tagName" in node;
  const html = document.childNodes.filter(isElement).find(({ tagName }) => tagName === "html");
  return html?.childNodes.filter(isElement).find(({ tagName }) => tagName === "body");
}

const snippetCharacters = 200;

/** Returns the source of a tag, from its "<". */
function lineReader(source: string) {
  return (_line: number | undefined, offset: number | undefined) => {
    if (offset === undefined) return "";
    const part = source.slice(offset, offset + snippetCharacters);
    const end = part.indexOf(">");
    return end === -1 ? part : part.slice(0, end + 1);
  };
}

function baseOf(bases: readonly PageElement[], address: string): string {
  const href = bases.find(({ attributes }) => attributes.has("href"))?.attributes.get("href");
  return href === undefined ? address : (resolveAddress(href, address) ?? address);
}

/** The absolute http(s) address without its fragment, or null for other and invalid addresses. */
export function resolveAddress(href: string, base: string): string | null {
  const url = URL.parse(href.trim(), base);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  url.hash = "";
  return url.href;
}
