import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { SiteVersion } from "#platform/database/site-version.ts";
import type { Log } from "#platform/metrics/log.ts";
import type { RequestMetrics, SentPages } from "../request-metrics.ts";
import { acceptedEncoding, CachedPage, type PageAnswer, sendAnswer } from "./cached-page.ts";

/** The page of a path at a site version. `page` is null when viewers share no page at this path. */
interface StoredPage {
  readonly version: number;
  readonly page: CachedPage | null;
}

/** Cached pages in memory. Drops the oldest pages at its limit in bytes. */
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
   * Stores a page and returns the stored page. If the page stored before has the same bytes, that
   * page stays, because it may already be compressed.
   */
  put(key: string, { version, page }: StoredPage): CachedPage | null {
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

/** All viewers of a kind get the same cached pages. */
export type ViewerKind = "visitor" | "customer" | "admin";

export interface SharedPage {
  readonly body: Buffer;
  /** Headers except length, encoding, ETag and caching rules, which the cache adds. */
  readonly headers: readonly (readonly [string, string])[];
}

export interface SharedRoute {
  /** Label of the route in the metrics. */
  readonly pattern: string;
  /** If false, a request with a query is not answered from the cache. */
  readonly ignoresQuery: boolean;
}

interface PageCacheOptions {
  /** Routes by path. A request matches only if its path is spelled exactly like the key. */
  readonly routes: ReadonlyMap<string, SharedRoute>;
  readonly metrics: Pick<RequestMetrics, "sentPages">;
  readonly mayBeSignedIn: (cookie: string) => boolean;
  /**
   * Reads the kind of viewer from the database; undefined for a viewer whose pages are not cached.
   */
  readonly viewerOf: (cookie: string) => Promise<ViewerKind | undefined>;
  /** Null when there is no such page. Throws when rendering fails. */
  readonly render: (path: string, viewer: ViewerKind) => Promise<SharedPage | null>;
  readonly version: Pick<SiteVersion, "known" | "current" | "refresh">;
  readonly log: Log;
  readonly mostBytes?: number;
}

/** A query with the code of a coupon; see `app/document/offer-links.ts`. */
const carriesOffer = /[?&]offer=[^&#]/;

type Next = (request: IncomingMessage, response: ServerResponse) => void;

const defaultMostBytes = 64 * 1024 * 1024;

/**
 * Answers requests from cached pages before Hono and the router see them. Renders a missing page
 * once for all waiting requests, and passes other requests on.
 */
export class PageCache {
  readonly #options: PageCacheOptions;
  readonly #store: PageStore;
  readonly #shared: Map<string, { sent: SentPages; ignoresQuery: boolean }>;
  readonly #rendering = new Map<string, Promise<CachedPage | null>>();

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
   * Adds an address at which the cache also answers a route, with and without a trailing slash.
   * `render` decides at each request whether the page is still at that address.
   */
  addAddress(address: string, route: string): void {
    const shared = this.#shared.get(route);
    if (shared === undefined) return;
    for (const path of [address, `${address}/`]) this.#shared.set(path, shared);
  }

  serve(request: IncomingMessage, response: ServerResponse, next: Next): void {
    const { method, url = "" } = request;
    const path = withoutQuery(url);
    const shared = this.#shared.get(path);
    const isPlain = path.length === url.length;
    // The links of a page with `offer` carry it on, so such a page is not the cached one.
    const ignoresQuery = shared?.ignoresQuery === true && !carriesOffer.test(url);
    const mayShare = shared !== undefined && (isPlain || ignoresQuery);
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
      const answer = page?.answerAtHand(acceptedEncoding(headers["accept-encoding"]));
      if (answer !== undefined) {
        sent[method][sendAnswer(answer, headers["if-none-match"], response)].value += 1;
        return;
      }
    }
    void this.#answer(path, headers).then((answer) => {
      if (answer === undefined) next(request, response);
      else sent[method][sendAnswer(answer, headers["if-none-match"], response)].value += 1;
    });
  }

  #mayBeSignedIn({ cookie }: PageRequestHeaders): boolean {
    return cookie !== undefined && this.#options.mayBeSignedIn(cookie);
  }

  async #answer(path: string, headers: PageRequestHeaders): Promise<PageAnswer | undefined> {
    try {
      const page = await this.#find(path, headers);
      return await page?.answerIn(acceptedEncoding(headers["accept-encoding"]));
    } catch (error) {
      // Returns undefined, because the next handler meets the same error and answers with an error
      // page.
      this.#options.log.warn({ err: error, path }, "a page could not be rendered for the cache");
      return undefined;
    }
  }

  async #find(path: string, headers: PageRequestHeaders): Promise<CachedPage | null> {
    const { version, viewerOf } = this.#options;
    const { cookie } = headers;
    if (cookie === undefined || !this.#mayBeSignedIn(headers)) {
      return this.#findFor("visitor", path, await version.current());
    }
    // Reads the version from the database, because a signed-in viewer may have just changed the
    // site through another process.
    const [viewer, present] = await Promise.all([viewerOf(cookie), version.refresh()]);
    return viewer === undefined ? null : this.#findFor(viewer, path, present);
  }

  async #findFor(viewer: ViewerKind, path: string, version: number): Promise<CachedPage | null> {
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

  /**
   * The caller has read `version` before this method reads the data, so the page shows this version
   * or a newer version.
   */
  async #render(viewer: ViewerKind, path: string, version: number): Promise<CachedPage | null> {
    const shared = await this.#options.render(path, viewer);
    const page = shared && new CachedPage(shared.body, [...shared.headers, ...caching(viewer)]);
    return this.#store.put(keyOf(viewer, path), { version, page });
  }
}

type PageRequestHeaders = Pick<IncomingHttpHeaders, "cookie" | "accept-encoding" | "if-none-match">;

/**
 * Reads the raw header list: Node's `headers` would first build an object of all headers, which
 * takes too long for a cached page.
 */
export function pageRequestHeaders(request: IncomingMessage): PageRequestHeaders {
  const { rawHeaders } = request;
  const found: Record<keyof PageRequestHeaders, string | undefined> = {
    cookie: undefined,
    "accept-encoding": undefined,
    "if-none-match": undefined,
  };
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? "").toLowerCase() as keyof typeof found;
    if (!Object.hasOwn(found, name)) continue;
    // For a repeated header, returns `headers` instead, in which Node has joined the values.
    if (found[name] !== undefined) return request.headers;
    found[name] = rawHeaders[index + 1];
  }
  return found;
}

function withoutQuery(url: string): string {
  const end = url.indexOf("?");
  return end < 0 ? url : url.slice(0, end);
}

/** The key of a visitor's page is the path itself, which needs no new string. */
function keyOf(viewer: ViewerKind, path: string): string {
  return viewer === "visitor" ? path : `${viewer} ${path}`;
}

/** Shared caches may store a visitor's page if they revalidate it each time. */
function caching(viewer: ViewerKind): (readonly [string, string])[] {
  return [
    ["Cache-Control", viewer === "visitor" ? "public, no-cache" : "private, no-cache"],
    ["Vary", "Accept-Encoding, Cookie"],
  ];
}
