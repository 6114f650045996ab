import { randomBytes } from "node:crypto";
import type { Parse } from "#platform/parsing/parser.ts";
import { errorOf, pageStatus } from "../checks/reachable/page-status.ts";
import { type Exchange, type Facts, type Failure, hasAnswered, headerOf } from "../engine/facts.ts";
import { distinctPages, isSamePage, pageKey } from "../engine/page-key.ts";
import { forbidsAll, productToken, robotsBytes } from "../engine/robots-status.ts";
import type { CheckResult } from "../engine/run-checks.ts";
import { forbiddingRule } from "./ask-robots.ts";
import { FetchRefusal, type FetchSession } from "./fetch-public.ts";
import { type ForbiddingRobots, findObstacle, type Obstacle } from "./find-obstacle.ts";
import type { TypedAddress } from "./typed-address.ts";

const iconBytes = 64 * 1024;
const sampleBytes = 64 * 1024;
const inParallel = 4;

interface GatherOptions {
  readonly session: FetchSession;
  readonly parse: Parse;
  readonly read: (facts: Facts) => Promise<CheckResult>;
  /** Called when the page is read, and the other responses are still missing. */
  readonly onPage: (facts: Facts, result: CheckResult) => Promise<void>;
  readonly now: number;
}

export type Gathered =
  | { readonly facts: Facts; readonly result: CheckResult }
  | {
      /** Why the page was not read. */
      readonly refusal: Failure;
      /** Null when the refusal says nothing about how the site is found. */
      readonly obstacle: Obstacle | null;
      /** The address that was asked for last. */
      readonly asked: string;
    };

/** Asks a site for everything that the checks look at, in at most 12 requests. */
export async function gatherFacts(typed: TypedAddress, options: GatherOptions): Promise<Gathered> {
  const { session, parse, read, onPage, now } = options;
  const robots = new RobotsOfSites(session, parse);
  const fetchPage = (address: string) =>
    session.get(address, { beforeRequest: (next) => robots.refuseForbidden(next) });

  let page = await fetchPage(typed.address);
  let secureFailure: Failure | null = null;
  const isRetried = ["certificate", "unreachable", "no-connection"].includes(
    page.failure?.kind ?? "",
  );
  if (isRetried && typed.address.startsWith("https:") && page.failure !== undefined) {
    if (!typed.hasScheme || page.failure.kind === "certificate") {
      secureFailure = page.failure;
      const plain = await fetchPage(typed.address.replace(/^https:/, "http:"));
      // A site without https is known by what happens over http.
      const tellsMore =
        secureFailure.kind !== "certificate" && plain.failure?.kind !== secureFailure.kind;
      if (hasAnswered(plain) || tellsMore) page = plain;
    }
  }
  const { asked } = page;
  if (!hasAnswered(page)) {
    const obstacle = await findObstacle(parse, page, robots.forbidding);
    return { refusal: page.failure, obstacle, asked };
  }
  if (page.status >= 500) {
    // The page of an error says nothing about the page that stands there otherwise.
    const outcome = errorOf(page);
    const refusal = { kind: "unreachable", sentence: outcome.sentence } as const;
    return { refusal, obstacle: { check: pageStatus.id, outcome }, asked };
  }
  const refusal = unreadable(page);
  if (refusal !== null) return { refusal, obstacle: null, asked };

  const origin = new URL(page.address);
  let facts: Facts = {
    asked: typed.address,
    at: now,
    page,
    robots: await robots.exchangeOf(origin),
    secureFailure,
  };
  let result = await read(facts);
  await onPage(facts, result);

  const { summary } = result;
  const polite = (address: string, maxBytes = sampleBytes) =>
    session.get(address, { maxBytes, beforeRequest: (next) => robots.refuseForbidden(next) });
  // The rules of the encrypted origin also count for its root under http. Any other host has rules
  // of its own.
  const probe = (address: string, stopBefore: (target: URL) => boolean) =>
    session.get(address, {
      maxBytes: sampleBytes,
      beforeRequest: (next) =>
        robots.refuseForbidden(
          new URL(next).host === origin.host ? new URL("/", origin).href : next,
        ),
      stopBefore,
    });
  const sitemapAddress = summary.sitemaps[0] ?? new URL("/sitemap.xml", origin).href;
  const [plainHttp, missingPage, sitemap, llms, icon, otherHost, alternate] = await inTurns([
    () =>
      origin.protocol === "https:"
        ? probe(`http://${origin.host}/`, ({ protocol }) => protocol === "https:")
        : Promise.resolve(page),
    () => polite(new URL(`/furrow-check-${randomBytes(6).toString("hex")}`, origin).href),
    () => polite(sitemapAddress, robotsBytes),
    () => polite(new URL("/llms.txt", origin).href),
    () => (summary.icon === "" ? Promise.resolve(null) : polite(summary.icon, iconBytes)),
    () => probe(otherNameOf(origin), ({ host }) => host === origin.host),
    () =>
      summary.alternate === null ? Promise.resolve(null) : polite(summary.alternate, robotsBytes),
  ]);
  facts = {
    ...facts,
    ...({ plainHttp, missingPage, sitemap, llms, icon, otherHost, alternate } as Partial<Facts>),
  };
  // Spends the remaining requests on samples, alternately of the links and of the sitemap. The
  // links are already known. This call only lists the addresses in the sitemap, so it omits the
  // body of the page.
  const { listed } = (await read({ ...facts, page: { ...page, body: new Uint8Array() } })).summary;
  const samples = samplesOf(summary.internalLinks, listed, page.address);
  const answers = await inTurns(
    samples.slice(0, session.requestsLeft).map(
      ({ address }) =>
        () =>
          polite(address),
    ),
  );
  const askedFor = samples.flatMap((sample, nth) => {
    const exchange = answers[nth];
    return exchange == null ? [] : [{ ...sample, exchange }];
  });
  const seenPage: Exchange = { ...page, asked: page.address, hops: [] };
  facts = {
    ...facts,
    linkedPages: askedFor
      .filter(({ isLinked }) => isLinked)
      .map(({ exchange }) => withoutBody(exchange)),
    listedPages: [
      ...(listed.some((one) => isSamePage(one, page.address)) ? [withoutBody(seenPage)] : []),
      ...askedFor.filter(({ isListed }) => isListed).map(({ exchange }) => withoutBody(exchange)),
    ],
  };
  result = await read(facts);
  return { facts, result };
}

interface Sample {
  readonly address: string;
  readonly isLinked: boolean;
  readonly isListed: boolean;
}

function samplesOf(linked: readonly string[], listed: readonly string[], page: string): Sample[] {
  const own = pageKey(page);
  const others = [linked, listed].map((one) => one.filter((address) => pageKey(address) !== own));
  const longer = Math.max(...others.map(({ length }) => length));
  const inOrder = Array.from({ length: longer }, (_, nth) => others.map((one) => one[nth])).flat();
  const linkedKeys = new Set(linked.map(pageKey));
  const listedByKey = new Map(distinctPages(listed).map((address) => [pageKey(address), address]));
  return distinctPages(inOrder.filter((one) => one !== undefined)).map((address) => {
    const inSitemap = listedByKey.get(pageKey(address));
    return {
      // A redirect counts against the sitemap only if the sitemap itself lists that address.
      address: inSitemap ?? address,
      isLinked: linkedKeys.has(pageKey(address)),
      isListed: inSitemap !== undefined,
    };
  });
}

/** Only status and redirects of a sample count, so its body is not stored. */
function withoutBody(exchange: Exchange): Exchange {
  return hasAnswered(exchange) ? { ...exchange, body: new Uint8Array() } : exchange;
}

function unreadable(page: Exchange): Failure | null {
  if (!hasAnswered(page)) return null;
  if (page.isCut) {
    return {
      kind: "too-large",
      sentence: "The page is larger than 2 MB, and only smaller pages can be checked.",
    };
  }
  const type = headerOf(page, "content-type")?.toLowerCase() ?? "";
  const isHtml =
    type === ""
      ? /^\s*</.test(new TextDecoder().decode(page.body.subarray(0, 200)))
      : /html/.test(type);
  if (isHtml) return null;
  const kind = type.split(";")[0] || "something else";
  return {
    kind: "unreadable",
    sentence: `The address does not lead to a web page, but to ${kind}.`,
  };
}

function otherNameOf(origin: URL): string {
  const other = new URL(origin.origin);
  other.hostname = origin.hostname.startsWith("www.")
    ? origin.hostname.slice(4)
    : `www.${origin.hostname}`;
  return other.href;
}

async function inTurns<T>(jobs: readonly (() => Promise<T>)[]): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  async function work(): Promise<void> {
    for (let nth = next++; nth < jobs.length; nth = next++) {
      const job = jobs[nth];
      if (job !== undefined) results[nth] = await job();
    }
  }
  await Promise.all(Array.from({ length: inParallel }, work));
  return results;
}

/** Requests the robots.txt of each origin only once. */
class RobotsOfSites {
  readonly #session: FetchSession;
  readonly #parse: Parse;
  readonly #files = new Map<string, Promise<Exchange>>();
  readonly #answered = new Map<string, Exchange>();
  /** The robots.txt that has turned this crawler away last. */
  forbidding: ForbiddingRobots | null = null;

  constructor(session: FetchSession, parse: Parse) {
    this.#session = session;
    this.#parse = parse;
  }

  exchangeOf({ origin }: URL): Promise<Exchange> {
    const known = this.#files.get(origin);
    if (known !== undefined) return known;
    const file = this.#fetch(origin);
    this.#files.set(origin, file);
    return file;
  }

  async #fetch(origin: string): Promise<Exchange> {
    let known: Exchange | undefined;
    const file = await this.#session.get(`${origin}/robots.txt`, {
      maxBytes: robotsBytes,
      // Hosts often redirect each address to another host, whose file the check already has. A
      // redirect to a page of that host means that there are no rules.
      stopBefore: ({ origin: next, pathname }) => {
        if (next === origin || !this.#answered.has(next)) return false;
        if (pathname === "/robots.txt") known = this.#answered.get(next);
        return true;
      },
    });
    const answer = known ?? file;
    this.#answered.set(origin, answer);
    return answer;
  }

  /** Throws a FetchRefusal when robots.txt forbids the address or cannot be fetched. */
  async refuseForbidden(address: string): Promise<void> {
    const url = new URL(address);
    const file = await this.exchangeOf(url);
    if (!hasAnswered(file)) {
      // If robots.txt cannot be fetched, the address cannot be fetched either, for the same reason.
      throw new FetchRefusal(file.failure.kind, file.failure.sentence);
    }
    if (forbidsAll(file.status)) {
      this.forbidding = { file, address, rule: null };
      throw new FetchRefusal(
        "robots",
        `The site’s robots.txt answers with the error ${file.status}. Crawlers must stop in that case, and so do we.`,
      );
    }
    const rule = await forbiddingRule(this.#parse, file, address);
    if (rule === null) return;
    this.forbidding = { file, address, rule };
    throw new FetchRefusal(
      "robots",
      `The site’s robots.txt does not let ${productToken} read this address (line ${rule.line}: “${rule.text}”).`,
    );
  }
}
