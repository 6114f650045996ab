import { gunzipSync } from "node:zlib";
import type { FetchedResponse } from "./facts.ts";

export interface ReadSitemap {
  readonly kind: "urlset" | "sitemapindex" | "text" | "invalid";
  /** Why the file is invalid, or what an entry lacks; null for a valid file. */
  readonly fault: string | null;
  readonly line?: number | undefined;
  readonly addresses: readonly string[];
}

/** The most addresses that sitemaps.org allows in a file. */
const mostAddresses = 50_000;
const unpackedBytes = 2 * 1024 * 1024;

/** Reads the addresses of a sitemap: the XML of sitemaps.org, its index, or one address a line. */
export function readSitemap(response: FetchedResponse): ReadSitemap {
  const text = new TextDecoder("utf-8").decode(unpacked(response.body)).replace(/^\uFEFF/, "");
  if (!text.trimStart().startsWith("<")) return readTextSitemap(text, response.address);
  const root = /<(?:[\w-]+:)?(urlset|sitemapindex)[\s>]/.exec(text);
  if (root === null) {
    return invalid("The file at the sitemap's address is not a sitemap.");
  }
  const kind = root[1] === "urlset" ? "urlset" : "sitemapindex";
  const locations = [...text.matchAll(/<(?:[\w-]+:)?loc>([^<]*)<\/(?:[\w-]+:)?loc>/g)].slice(
    0,
    mostAddresses,
  );
  const addresses: string[] = [];
  for (const match of locations) {
    const written = unescaped((match[1] ?? "").trim());
    const url = URL.parse(written);
    if (url === null || !/^https?:$/.test(url.protocol)) {
      const line = text.slice(0, match.index).split("\n").length;
      return { kind, fault: `“${written}” is not a whole address.`, line, addresses };
    }
    addresses.push(url.href);
  }
  const isWhole = response.isCut || new RegExp(`</(?:[\\w-]+:)?${kind}>\\s*$`).test(text);
  const fault = isWhole ? null : "The file ends before its last tag.";
  if (fault === null && addresses.length === 0) {
    return { kind, fault: "The sitemap lists no address.", addresses };
  }
  return { kind, fault, addresses };
}

function readTextSitemap(text: string, address: string): ReadSitemap {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const filled = lines.filter((line) => line !== "");
  if (filled.length === 0) return invalid("The sitemap is empty.");
  const wrong = filled.find((line) => !/^https?:\/\//.test(line) || URL.parse(line) === null);
  if (wrong !== undefined) return invalid(`The file at ${address} is not a sitemap.`);
  return { kind: "text", fault: null, addresses: filled.slice(0, mostAddresses) };
}

function invalid(fault: string): ReadSitemap {
  return { kind: "invalid", fault, addresses: [] };
}

function unpacked(body: Uint8Array): Uint8Array {
  if (body[0] !== 0x1f || body[1] !== 0x8b) return body;
  try {
    return gunzipSync(body, { maxOutputLength: unpackedBytes });
  } catch {
    return new Uint8Array();
  }
}

const entities: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&apos;": "'",
};

function unescaped(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|apos);/g, (entity) => entities[entity] ?? entity);
}
