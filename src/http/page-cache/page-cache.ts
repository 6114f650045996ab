import type { IncomingMessage, ServerResponse } from "node:http";
import type { SiteVersion } from "../../platform/database/site-version.ts";
import type { Log } from "../../platform/metrics/log.ts";
import type { RequestMetrics, SentPages } from "../request-metrics.ts";
import { acceptedEncoding } from "./accepted-encoding.ts";
import { FinishedPage, type PageAnswer, sendAnswer } from "./cached-page.ts";
import type { PageBytes } from "./gzip-page.ts";
import { type PageRequestHeaders, pageRequestHeaders } from "./page-request-headers.ts";

/** A page as it is at a version of the site; null where there is none that all may share. */
interface StoredPage {
  readonly version: number;
  readonly page: FinishedPage | null;
}

/** What is held in memory, up to a number of bytes: then whatever was put there first goes. */
export class PageStore {
  readonly #pages = new Map<string, StoredPage>();
  readonly #mostBytes: number;
  #bytes = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  get byteCount(): number {
    return this.#bytes;
  }

  get(key: string): StoredPage | undefined {
    return this.#pages.get(key);
  }

  /**
   * Answers the page that is kept: where the one before says the same, that one, with all that it
   * was compressed to.
   */
  put(key: string, { version, page }: StoredPage): FinishedPage | null {
    const before = this.#remove(key)?.page;
    const kept = page !== null && before?.saysTheSameAs(page) ? before : page;
    const bytes = kept?.byteCount ?? 0;
    if (bytes > this.#mostBytes) return kept;
    for (const oldest of this.#pages.keys()) {
      if (this.#bytes + bytes <= this.#mostBytes) break;
      this.#remove(oldest);
    }
    this.#pages.set(key, { version, page: kept });
    this.#bytes += bytes;
    return kept;
  }

  #remove(key: string): StoredPage | undefined {
    const stored = this.#pages.get(key);
    this.#pages.delete(key);
    this.#bytes -= stored?.page?.byteCount ?? 0;
    return stored;
  }
}

/** Who looks at a page, as far as pages that all of a kind share tell them apart. */
export type ViewerKind = "visitor" | "customer" | "admin";

/** A page without anything in it that belongs to one person. */
export interface SharedPage {
  readonly bytes: PageBytes;
  /** Without its length, encoding, tag and what caches may do with it. */
  readonly headers: readonly (readonly [string, string])[];
}

/** What is known of the address of a page that all viewers of a kind share. */
export interface SharedRoute {
  /** What the metrics call it. */
  readonly pattern: string;
  /** Else a request with a query is not for the shared page. */
  readonly ignoresQuery: boolean;
}

interface PageCacheOptions {
  /** By their addresses, as requests spell them. */
  readonly routes: ReadonlyMap<string, SharedRoute>;
  readonly metrics: Pick<RequestMetrics, "sentPages">;
  /** Whether a Cookie header may be somebody's who is signed in. */
  readonly mayBeSignedIn: (cookie: string) => boolean;
  /** Who that is, asked of the database; undefined for somebody who is to see a page of their own. */
  readonly viewerOf: (cookie: string) => Promise<ViewerKind | undefined>;
  /** Null where there is no such page at present. Throws what went wrong. */
  readonly render: (path: string, viewer: ViewerKind) => Promise<SharedPage | null>;
  readonly version: Pick<SiteVersion, "known" | "current" | "ask">;
  readonly log: Log;
  /** How much of it all is held in memory. */
  readonly mostBytes?: number;
}

type Next = (request: IncomingMessage, response: ServerResponse) => void;

const defaultMostBytes = 64 * 1024 * 1024;

/**
 * In front of everything: sends finished pages before there is a request object, a route or a
 * query. What it does not hold is rendered once for all who wait for it; what it cannot answer is
 * for the server behind it.
 */
export class PageCache {
  readonly #options: PageCacheOptions;
  readonly #store: PageStore;
  readonly #shared: Map<string, { sent: SentPages; ignoresQuery: boolean }>;
  readonly #rendering = new Map<string, Promise<FinishedPage | null>>();

  constructor(options: PageCacheOptions) {
    this.#options = options;
    this.#store = new PageStore(options.mostBytes ?? defaultMostBytes);
    const { routes, metrics } = options;
    this.#shared = new Map(
      [...routes].map(([path, { pattern, ignoresQuery }]) => [
        path,
        { sent: metrics.sentPages(pattern), ignoresQuery },
      ]),
    );
  }

  get byteCount(): number {
    return this.#store.byteCount;
  }

  /**
   * Looks for a route's page at one more address, with and without a slash at its end, from now on;
   * whether it still is there, `render` says each time.
   */
  addAddress(address: string, route: string): void {
    const shared = this.#shared.get(route);
    if (shared === undefined) return;
    for (const path of [address, `${address}/`]) this.#shared.set(path, shared);
  }

  /** Answers the request, or hands it to `next`. */
  serve(request: IncomingMessage, response: ServerResponse, next: Next): void {
    const { method, url = "" } = request;
    const path = withoutQuery(url);
    const shared = this.#shared.get(path);
    const isPlain = path.length === url.length;
    const mayShare = shared !== undefined && (isPlain || shared.ignoresQuery);
    if ((method !== "GET" && method !== "HEAD") || !mayShare) {
      next(request, response);
      return;
    }
    const { sent } = shared;
    const headers = pageRequestHeaders(request);
    if (!this.#mayBeSignedIn(headers)) {
      const version = this.#options.version.known();
      const stored = this.#store.get(path);
      const page = stored?.version === version ? stored?.page : undefined;
      const answer = page?.answerAtHand(acceptedEncoding(headers.acceptEncoding));
      if (answer !== undefined) {
        sent[method][sendAnswer(answer, headers.ifNoneMatch, response)].value += 1;
        return;
      }
    }
    void this.#answer(path, headers).then((answer) => {
      if (answer === undefined) next(request, response);
      else sent[method][sendAnswer(answer, headers.ifNoneMatch, response)].value += 1;
    });
  }

  #mayBeSignedIn({ cookie }: PageRequestHeaders): boolean {
    return cookie !== undefined && this.#options.mayBeSignedIn(cookie);
  }

  async #answer(path: string, headers: PageRequestHeaders): Promise<PageAnswer | undefined> {
    try {
      const page = await this.#find(path, headers);
      return await page?.answerIn(acceptedEncoding(headers.acceptEncoding));
    } catch (error) {
      // Whatever is wrong, who answers behind it meets it too, and says so in a page.
      this.#options.log.warn({ err: error, path }, "a page could not be made for all");
      return undefined;
    }
  }

  async #find(path: string, headers: PageRequestHeaders): Promise<FinishedPage | null> {
    const { version, viewerOf } = this.#options;
    const { cookie } = headers;
    if (cookie === undefined || !this.#mayBeSignedIn(headers)) {
      return this.#findFor("visitor", path, await version.current());
    }
    // Who is signed in may have changed something through another process just now.
    const [viewer, present] = await Promise.all([viewerOf(cookie), version.ask()]);
    return viewer === undefined ? null : this.#findFor(viewer, path, present);
  }

  async #findFor(viewer: ViewerKind, path: string, version: number): Promise<FinishedPage | null> {
    const key = keyOf(viewer, path);
    const stored = this.#store.get(key);
    if (stored?.version === version) return stored.page;
    const flight = `${version} ${key}`;
    const rendering = this.#rendering.get(flight) ?? this.#render(viewer, path, version);
    this.#rendering.set(flight, rendering);
    try {
      return await rendering;
    } finally {
      this.#rendering.delete(flight);
    }
  }

  /** The version was read before whatever the page reads, so the page is of that one or newer. */
  async #render(viewer: ViewerKind, path: string, version: number): Promise<FinishedPage | null> {
    const shared = await this.#options.render(path, viewer);
    const page = shared && new FinishedPage(shared.bytes, [...shared.headers, ...caching(viewer)]);
    return this.#store.put(keyOf(viewer, path), { version, page });
  }
}

function withoutQuery(url: string): string {
  const end = url.indexOf("?");
  return end < 0 ? url : url.slice(0, end);
}

/** A visitor's is the path as it came: there is no time to put words together. */
function keyOf(viewer: ViewerKind, path: string): string {
  return viewer === "visitor" ? path : `${viewer} ${path}`;
}

/** Anybody may keep a visitor's page and asks each time whether it still is the one. */
function caching(viewer: ViewerKind): (readonly [string, string])[] {
  return [
    ["Cache-Control", viewer === "visitor" ? "public, no-cache" : "private, no-cache"],
    ["Vary", "Accept-Encoding, Cookie"],
  ];
}
