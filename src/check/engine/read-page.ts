import {
  type DefaultTreeAdapterMap,
  type DefaultTreeAdapterTypes,
  defaultTreeAdapter,
  Parser,
  type TreeAdapter,
} from "parse5";
import type { Place } from "./check.ts";
import { cutAtCrowdedTag } from "./crowded-tag.ts";
import { decodeHtml } from "./decode-html.ts";
import { type FetchedResponse, headerOf } from "./facts.ts";
import { resolveAddress } from "./resolve-address.ts";

type TreeNode = DefaultTreeAdapterTypes.Node;

/**
 * Stores only the offset of each start tag. The parser's own source locations describe every node
 * and every attribute, and take half of the memory of a page. Undefined for an element without a
 * start tag.
 */
interface TreeElement extends DefaultTreeAdapterTypes.Element {
  startOffset: number | undefined;
}

/** Chromium has the same limit: it flattens elements below this depth. */
const deepest = 512;
const mostElements = 150_000;
export const mostLinks = 50_000;
const parsingMs = 1500;

/** An element of the page, as checks read it. */
export interface PageElement {
  readonly name: string;
  /** Whether the parser put the element into the head, as a browser would. */
  readonly isInHead: boolean;
  /** Whether the element is in a `template`, `noscript` or `svg`, so that it is not shown. */
  readonly isInert: boolean;
  readonly attributes: ReadonlyMap<string, string>;
  readonly place: Place;
  /** Number of the element in the order of the source. */
  readonly order: number;
  /** Text of the element and its descendants, without scripts and styles. */
  text(): string;
  /** Text directly inside the element, also of a script or style. */
  rawText(): string;
  /** Descriptions of the pictures inside the element. */
  pictureText(): string;
}

export interface ReadPage {
  readonly address: string;
  readonly source: string;
  /** Elements with this tag name. */
  all(name: string): readonly PageElement[];
  readonly scripts: readonly PageElement[];
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
  const byName = Map.groupBy(
    collect(document, placesIn(response.address, source)),
    ({ name }) => name,
  );
  const all = (name: string) => byName.get(name) ?? [];
  const body = findBody(document);
  const titleElement = all("title").find(({ isInert }) => !isInert);
  return {
    address: response.address,
    source,
    all,
    scripts: all("script").filter(({ isInert }) => !isInert),
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
  const adapter: TreeAdapter<DefaultTreeAdapterMap> = {
    ...defaultTreeAdapter,
    createDocument: () => document,
    createElement: (tagName, namespaceURI, attrs): TreeElement => ({
      nodeName: tagName,
      tagName,
      attrs,
      namespaceURI,
      childNodes: [],
      parentNode: null,
      startOffset: undefined,
    }),
    setNodeSourceCodeLocation(node, location) {
      if (isElement(node) && location) node.startOffset = location.startOffset;
    },
    getNodeSourceCodeLocation: () => null,
    updateNodeSourceCodeLocation() {},
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

type PlaceAt = (offset: number | undefined) => Place;

/** Walks without recursion, because hostile pages are deep. */
function collect(document: TreeNode, placeAt: PlaceAt): PageElement[] {
  const elements: PageElement[] = [];
  const waiting: { node: TreeNode; isInHead: boolean; isInert: boolean }[] = [
    { node: document, isInHead: false, isInert: false },
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node } = next;
    let { isInHead, isInert } = next;
    if (isElement(node)) {
      elements.push(
        new ElementOfTree(node, { isInHead, isInert, order: elements.length, placeAt }),
      );
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

const isElement = (node: TreeNode): node is TreeElement => "tagName" in node;

type ElementFacts = Pick<PageElement, "isInHead" | "isInert" | "order"> & {
  readonly placeAt: PlaceAt;
};

/**
 * Computes attributes, places and texts only when a check asks for them, because a page has many
 * elements.
 */
class ElementOfTree implements PageElement {
  readonly isInHead: boolean;
  readonly isInert: boolean;
  readonly order: number;
  readonly #node: TreeElement;
  readonly #placeAt: PlaceAt;

  constructor(node: TreeElement, { isInHead, isInert, order, placeAt }: ElementFacts) {
    this.isInHead = isInHead;
    this.isInert = isInert;
    this.order = order;
    this.#node = node;
    this.#placeAt = placeAt;
  }

  get name(): string {
    return this.#node.tagName;
  }

  get attributes(): ReadonlyMap<string, string> {
    return new Map(this.#node.attrs.map(({ name, value }) => [name, value]));
  }

  get place(): Place {
    return this.#placeAt(this.#node.startOffset);
  }

  text(): string {
    return textOf(this.#node);
  }

  rawText(): string {
    return this.#node.childNodes.map((child) => ("value" in child ? child.value : "")).join("");
  }

  pictureText(): string {
    return pictureTextOf(this.#node);
  }
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
  const html = document.childNodes.filter(isElement).find(({ tagName }) => tagName === "html");
  return html?.childNodes.filter(isElement).find(({ tagName }) => tagName === "body");
}

const snippetCharacters = 200;

/** Returns a function that finds the line and the source of the tag that starts at an offset. */
function placesIn(address: string, source: string): PlaceAt {
  let lineStarts: readonly number[] | undefined;
  return (offset) => {
    if (offset === undefined) return { address, snippet: "" };
    lineStarts ??= [0, ...source.matchAll(/\r\n?|\n/g).map((end) => end.index + end[0].length)];
    const part = source.slice(offset, offset + snippetCharacters);
    const end = part.indexOf(">");
    const snippet = end === -1 ? part : part.slice(0, end + 1);
    return { address, line: countUpTo(lineStarts, offset), snippet };
  };
}

/** Number of values up to `most` in an ascending list, by binary search. */
function countUpTo(values: readonly number[], most: number): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] ?? 0) <= most) low = middle + 1;
    else high = middle;
  }
  return low;
}

function baseOf(bases: readonly PageElement[], address: string): string {
  const href = bases.find(({ attributes }) => attributes.has("href"))?.attributes.get("href");
  return href === undefined ? address : (resolveAddress(href, address) ?? address);
}
