import { constants, gunzipSync } from "node:zlib";
import sax from "sax";
import { decodeXml } from "./decode-html.ts";
import { type FetchedResponse, headerOf } from "./facts.ts";

export interface ReadSitemap {
  readonly kind: "urlset" | "sitemapindex" | "feed" | "text" | "invalid";
  /** Why the file is invalid, or what an entry lacks; null for a valid file. */
  readonly fault: string | null;
  readonly line?: number | undefined;
  readonly addresses: readonly string[];
  /** Whether only a part of the file was read, because of our limits or of a cut transfer. */
  readonly isPart: boolean;
}

/** The most addresses that sitemaps.org allows in a file. */
const mostAddresses = 50_000;
const unpackedBytes = 4 * 1024 * 1024;
/** A packed file can be packed again, by its server. */
const mostPackings = 3;
/** Characters that the parser gets at once. */
const pieceLength = 64 * 1024;
const mostErrors = 100;

/**
 * Reads the addresses of a sitemap: the XML of sitemaps.org, its index, an RSS or Atom feed, or one
 * address a line.
 */
export function readSitemap(response: FetchedResponse): ReadSitemap {
  const { bytes, isPart: isPartUnpacked } = unpacked(response.body);
  const isPart = response.isCut || isPartUnpacked;
  const text = decodeXml(bytes, headerOf(response, "content-type"));
  if (text.trim() === "") {
    const fault = isPart ? null : "The sitemap is empty.";
    return { kind: "invalid", fault, addresses: [], isPart };
  }
  if (!text.trimStart().startsWith("<")) return readTextSitemap(text, response.address, isPart);
  const sitemap = new XmlSitemap(response.address);
  for (let at = 0; at < text.length && !sitemap.isFull; at += pieceLength) {
    sitemap.write(text.slice(at, at + pieceLength));
  }
  return sitemap.end(isPart);
}

function readTextSitemap(text: string, address: string, isPart: boolean): ReadSitemap {
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.trim());
  // The last line of a cut file is incomplete.
  if (isPart) lines.pop();
  const addresses: string[] = [];
  for (const [nth, line] of lines.entries()) {
    if (line === "") continue;
    if (!isWholeAddress(line)) {
      if (addresses.length === 0) return notSitemap(`The file at ${address} is not a sitemap.`);
      return { kind: "text", fault: notWhole(line), line: nth + 1, addresses, isPart };
    }
    if (addresses.length === mostAddresses) {
      return { kind: "text", fault: null, addresses, isPart: true };
    }
    addresses.push(line);
  }
  return { kind: "text", fault: null, addresses, isPart };
}

function notSitemap(fault: string): ReadSitemap {
  return { kind: "invalid", fault, addresses: [], isPart: false };
}

const isWholeAddress = (text: string) => /^https?:\/\//i.test(text) && URL.canParse(text);

const notWhole = (text: string) => `“${text}” is not a whole address.`;

/** The element that holds an address, by its depth below the root and by its parent. */
interface SitemapShape {
  readonly kind: "urlset" | "sitemapindex" | "feed";
  readonly entry: string;
  readonly address: "loc" | "link";
  readonly depth: number;
}

const shapes = new Map<string, SitemapShape>([
  ["urlset", { kind: "urlset", entry: "url", address: "loc", depth: 3 }],
  ["sitemapindex", { kind: "sitemapindex", entry: "sitemap", address: "loc", depth: 3 }],
  ["rss", { kind: "feed", entry: "item", address: "link", depth: 4 }],
  ["RDF", { kind: "feed", entry: "item", address: "link", depth: 3 }],
  ["feed", { kind: "feed", entry: "entry", address: "link", depth: 3 }],
]);

// The body is limited already, so a long comment is no fault of the file.
sax.MAX_BUFFER_LENGTH = Number.POSITIVE_INFINITY;

class XmlSitemap {
  readonly #parser = sax.parser(true, { strictEntities: true });
  readonly #base: string;
  readonly #addresses: string[] = [];
  /** Names of the open elements. */
  readonly #open: string[] = [];
  #shape: SitemapShape | undefined;
  #isOther = false;
  #isClosed = false;
  #fault: { readonly sentence: string; readonly line: number } | null = null;
  #errors = 0;
  /** Text and line of the open address element; null outside such elements. */
  #address: { text: string; readonly line: number } | null = null;
  #declaresEntities = false;
  #isUnresolved = false;
  #isPart = false;

  constructor(base: string) {
    this.#base = base;
    this.#parser.onerror = (error) => this.#note(error);
    this.#parser.ondoctype = (text) => {
      this.#declaresEntities = /<!ENTITY\s/.test(text);
    };
    this.#parser.onopentag = ({ name, attributes }) => this.#begin(name, attributes);
    this.#parser.onclosetag = (name) => this.#finish(name);
    this.#parser.ontext = (text) => this.#read(text);
    this.#parser.oncdata = (text) => this.#read(text);
  }

  /** Whether nothing that follows in the file can change the result. */
  get isFull(): boolean {
    return this.#isOther || this.#isPart || this.#errors > mostErrors;
  }

  write(text: string): void {
    this.#parser.write(text);
  }

  end(isPart: boolean): ReadSitemap {
    const shape = this.#shape;
    const isCut = isPart || this.#isPart;
    if (shape === undefined) {
      if (isPart && !this.#isOther) {
        return { kind: "invalid", fault: null, addresses: [], isPart };
      }
      return notSitemap("The file at the sitemap’s address is not a sitemap.");
    }
    if (!this.#isClosed && !isCut) {
      this.#blame("The file ends before its last tag.", this.#parser.line + 1);
    }
    const isEmpty = this.#addresses.length === 0 && !this.#isUnresolved && shape.kind !== "feed";
    const fault = this.#fault;
    return {
      kind: shape.kind,
      fault: fault?.sentence ?? (isEmpty && !isCut ? "The sitemap lists no address." : null),
      ...(fault !== null && { line: fault.line }),
      addresses: this.#addresses,
      isPart: isCut || this.#isUnresolved,
    };
  }

  #blame(sentence: string, line: number): void {
    this.#fault ??= { sentence, line };
  }

  #note(error: Error): void {
    this.#parser.error = null;
    this.#parser.resume();
    const [message = ""] = error.message.split("\n", 1);
    if (message === "Invalid character entity" && this.#declaresEntities) {
      // Entities of a document are never expanded, because they can grow without a limit.
      this.#isUnresolved = true;
      this.#address = null;
      return;
    }
    this.#errors += 1;
    // Without an end of the root, `end` has a plainer sentence.
    if (this.#isOther || message === "Unclosed root tag") return;
    this.#blame(`The file is not valid XML: ${message}.`, this.#parser.line + 1);
  }

  #begin(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#open.push(name);
    if (this.#open.length === 1) {
      this.#shape = shapes.get(localName(name));
      this.#isOther = this.#shape === undefined;
    }
    if (!this.#isAddress(name)) return;
    const line = this.#parser.line + 1;
    const href = Object.hasOwn(attributes, "href") ? attributes.href : undefined;
    if (href === undefined) this.#address = { text: "", line };
    else if (/^(alternate)?$/.test(relOf(attributes))) this.#add(href, line);
  }

  /** Whether the innermost element holds an address, and does not describe a picture or a video. */
  #isAddress(name: string): boolean {
    const shape = this.#shape;
    const parent = this.#open.at(-2);
    if (shape === undefined || parent === undefined || this.#open.length !== shape.depth)
      return false;
    return (
      localName(name) === shape.address &&
      localName(parent) === shape.entry &&
      prefixOf(name) === prefixOf(parent)
    );
  }

  #read(text: string): void {
    if (this.#address !== null && this.#isInAddress) this.#address.text += text;
  }

  /** False inside an element that an address element contains. */
  get #isInAddress(): boolean {
    return this.#open.length === this.#shape?.depth;
  }

  #finish(name: string): void {
    if (this.#address !== null && this.#isInAddress) {
      const { text, line } = this.#address;
      this.#address = null;
      this.#add(text, line);
    }
    // After a fault, the names of the start tag and of the end tag may differ.
    if (this.#open.at(-1) === name) this.#open.pop();
    if (this.#open.length === 0) this.#isClosed = true;
  }

  #add(text: string, line: number): void {
    const written = text.trim();
    if (this.#addresses.length === mostAddresses) {
      this.#isPart = true;
      return;
    }
    if (this.#shape?.kind === "feed") {
      const address = URL.parse(written, this.#base);
      const isPage = address !== null && /^https?:$/.test(address.protocol);
      if (written !== "" && isPage) this.#addresses.push(address.href);
      return;
    }
    if (isWholeAddress(written)) this.#addresses.push(new URL(written).href);
    else this.#blame(notWhole(written), line);
  }
}

const localName = (name: string) => name.slice(name.indexOf(":") + 1);
const prefixOf = (name: string) => name.slice(0, Math.max(0, name.indexOf(":")));
const relOf = (attributes: Readonly<Record<string, string>>) =>
  (Object.hasOwn(attributes, "rel") ? (attributes.rel ?? "") : "").trim().toLowerCase();

/**
 * Unpacks gzip, recognised by its first bytes, as far as our limit. `isPart` tells that the rest is
 * missing, or that the bytes cannot be unpacked.
 */
function unpacked(body: Uint8Array): { readonly bytes: Uint8Array; readonly isPart: boolean } {
  let bytes = body;
  let isPart = false;
  for (let nth = 0; nth < mostPackings && bytes[0] === 0x1f && bytes[1] === 0x8b; nth += 1) {
    const inner = gunzipWithin(bytes);
    isPart ||= inner.isPart;
    bytes = inner.bytes;
  }
  return { bytes, isPart };
}

function gunzipWithin(packed: Uint8Array) {
  const options = { maxOutputLength: unpackedBytes };
  try {
    return { bytes: gunzipSync(packed, options), isPart: false };
  } catch {
    // Zlib returns nothing of an output above the limit, so a shorter input is unpacked.
    for (let part = packed; part.length > 0; part = part.subarray(0, part.length >> 1)) {
      try {
        // This flush accepts an input that ends too early.
        const bytes = gunzipSync(part, { ...options, finishFlush: constants.Z_SYNC_FLUSH });
        return { bytes, isPart: true };
      } catch {}
    }
    return { bytes: new Uint8Array(), isPart: true };
  }
}
