import { setTimeout as sleep } from "node:timers/promises";
import type { WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { nextAttemptAt, type RetryPolicy } from "#platform/leases.ts";
import { plainTextsIn } from "#platform/texts/plain-text.ts";
import { engineVersion as presentEngine } from "../engine/engine-version.ts";
import {
  type Exchange,
  type Facts,
  type Failure,
  type FailureKind,
  type FetchedResponse,
  hasAnswered,
  isOk,
} from "../engine/facts.ts";
import { isSamePage, pageKey } from "../engine/page-key.ts";
import { forbidsAll, robotsBytes } from "../engine/robots-status.ts";
import { FetchRefusal } from "../fetching/fetch-public.ts";
import { packFacts, unpackFacts } from "../requests/stored-facts.ts";
import { siteParsers } from "../site-parsers.ts";
import { finishCrawl, planFurther, startAgainLater } from "./advance-crawl.server.ts";
import { crawlParts } from "./crawl-parts.server.ts";
import { foundIn } from "./crawl-plan.ts";
import type { CrawlRow, PartRow } from "./crawl-tables.server.ts";
import { reserveTurn } from "./crawl-turns.server.ts";
import type { StoredOutcomes } from "./crawls.ts";
import {
  fetchStart,
  isHtml,
  type PoliteSession,
  refuseForbidden,
  type SiteFacts,
} from "./fetch-start.ts";
import type { AddressSource } from "./found-addresses.ts";
import { outcomesOf } from "./page-outcomes.ts";
import type { CrawlDependencies } from "./run-crawls.ts";

/** A part whose requests fail temporarily is requested three times. */
const retries: RetryPolicy = { pausesMs: [30_000, 5 * 60_000], mostAttempts: 3 };
/** A part is given up after this many claims. Claims of interrupted processes count as well. */
const mostAttempts = 6;
const mostLinks = 300;
const tooSlowToRead = "The page is built in a way that takes too long to read.";

/** Fetches or reads a claimed part and stores the result. Returns true for a finished part. */
export async function workOnPart(
  dependencies: CrawlDependencies,
  crawl: CrawlRow,
  part: PartRow,
): Promise<boolean> {
  const { clock, stopping } = dependencies;
  if (part.attempts > mostAttempts) {
    const failure = "The work on this address was interrupted several times.";
    const isUnread = part.state === "unread";
    const ended = isUnread
      ? { state: "stored" as const, is_page: 0 }
      : { state: "failed" as const };
    await store(dependencies, part, { ...ended, failure });
    return true;
  }
  const values =
    part.state === "unread"
      ? await readPart(dependencies, crawl, part)
      : await fetchPart(dependencies, crawl, part);
  // When the process stops, the response may be incomplete, so another process requests the part
  // again.
  if (stopping.aborted) {
    await store(dependencies, part, { due_at: clock() });
    return false;
  }
  await store(dependencies, part, values);
  return true;
}

type PartValues = Partial<Omit<PartRow, "crawl_id" | "position" | "attempts">> & {
  /** New values for the crawl itself; only the part of the home page sets them. */
  readonly crawl?: Partial<CrawlRow>;
  /** Set when the whole site refuses the crawl. */
  readonly refusal?: Pick<CrawlRow, "reason" | "sentence">;
};

/**
 * Stores the result of a part. After the last part of a depth, plans the next depth or finishes.
 */
async function store(
  { database, clock, engineVersion = presentEngine }: CrawlDependencies,
  part: PartRow,
  { crawl: ofCrawl, refusal, ...values }: PartValues,
): Promise<void> {
  const now = clock();
  await database.write(async (tx) => {
    // Locks the crawl, so that the transactions of the last two parts run one after the other and
    // the second one plans the next depth.
    const crawl = await tx
      .updateTable("site_crawls")
      .set((set) => ({ depth: set.ref("depth") }))
      .where("id", "=", part.crawl_id)
      .returningAll()
      .executeTakeFirst();
    if (crawl === undefined) return;
    const { due_at = null } = values;
    if (!(await crawlParts.settle(tx, part, { ...values, due_at }))) return;
    if (refusal !== undefined) {
      await startAgainLater(tx, crawl, refusal, now);
      return;
    }
    await count(tx, crawl, part, { ...ofCrawl }, due_at === null);
    const waiting = await tx
      .selectFrom("site_crawl_parts")
      .select("position")
      .where("crawl_id", "=", crawl.id)
      .where("due_at", "is not", null)
      .limit(1)
      .executeTakeFirst();
    if (waiting !== undefined) return;
    if (part.state === "unread") await finishCrawl(tx, crawl, { now, engineVersion });
    else await planFurther(tx, crawl.id, { now, engineVersion });
  });
}

async function count(
  tx: WriteTransaction,
  { id }: CrawlRow,
  part: PartRow,
  values: Partial<CrawlRow>,
  hasEnded: boolean,
): Promise<void> {
  const isPage = part.kind === "page" || part.kind === "start";
  const counted = part.state === "unread" ? "read_count" : "asked_count";
  const rises = hasEnded && isPage;
  if (!rises && Object.keys(values).length === 0) return;
  await tx
    .updateTable("site_crawls")
    .set((set) => ({ ...values, ...(rises && { [counted]: set(counted, "+", 1) }) }))
    .where("id", "=", id)
    .execute();
}

async function fetchPart(
  dependencies: CrawlDependencies,
  crawl: CrawlRow,
  part: PartRow,
): Promise<PartValues> {
  const { clock } = dependencies;
  const session = await openSession(dependencies);
  if (part.kind === "start") return fetchHomePage(dependencies, crawl, session);
  const { robots } = await unpackFacts<SiteFacts>(crawl.site_facts ?? new Uint8Array());
  const { origin } = crawl;
  const partOrigin = new URL(part.address).origin;
  const ofPart =
    part.kind === "otherHost" ? await robotsOfOtherHost(session, partOrigin, origin) : robots;
  const exchange = await session.get(part.address, {
    ...((part.kind === "sitemap" || part.kind === "llms") && { maxBytes: robotsBytes * 4 }),
    async beforeRequest(address) {
      if ("sentence" in ofPart) throw new FetchRefusal(ofPart.kind, ofPart.sentence);
      await refuseForbidden(session.parse, ofPart, address);
      await session.turn(address);
    },
    // A redirect to another origin ends the request: the target is a page of a foreign site, or a
    // page of this site that gets a part of its own.
    stopBefore: (target) => target.origin !== partOrigin,
  });
  if (isTemporary(exchange)) {
    const { attempts } = part;
    const due_at = nextAttemptAt(retries, { attempts, since: crawl.requested_at, now: clock() });
    if (due_at !== null) return { due_at };
    if (part.kind === "page") {
      const failure = exchange.failure?.sentence ?? "The page answers with an error.";
      return { state: "failed", failure, ...ofExchange(exchange) };
    }
  }
  const stored: PartValues = { state: "stored", ...ofExchange(exchange) };
  if (part.kind === "sitemap") {
    return {
      ...stored,
      ...(isOk(exchange) && {
        found: await found(dependencies, { origin, robots, sitemap: exchange }),
      }),
      ...(await packed(exchange)),
    };
  }
  if (part.kind !== "page") return { ...stored, ...(await packed(exchange)) };
  return {
    ...stored,
    ...(await pageValues(dependencies, part.address, exchange, { origin, robots })),
  };
}

const temporaryFailures: readonly FailureKind[] = [
  "unresolved",
  "unreachable",
  "no-connection",
  "certificate",
  "too-slow",
];

function isTemporary(exchange: Exchange): boolean {
  if (!hasAnswered(exchange)) return temporaryFailures.includes(exchange.failure.kind);
  return exchange.status === 429 || exchange.status >= 500;
}

async function fetchHomePage(
  dependencies: CrawlDependencies,
  crawl: CrawlRow,
  session: PoliteSession,
): Promise<PartValues> {
  const start = await fetchStart(crawl.website, session);
  if ("reason" in start) return { refusal: start };
  const { page, facts } = start;
  const { origin } = new URL(page.address);
  const own = await pageValues(dependencies, page.address, page, {
    origin,
    robots: facts.robots,
    isHome: true,
  });
  return {
    state: "stored",
    kind: "page",
    address: page.address,
    ...ofExchange(page),
    ...own,
    crawl: { state: "crawling", origin, site_facts: await packFacts(facts), page_count: 1 },
  };
}

interface OfSite {
  readonly origin: string;
  readonly robots: Exchange;
  readonly isHome?: boolean;
}

async function pageValues(
  dependencies: CrawlDependencies,
  asked: string,
  exchange: Exchange,
  { origin, robots, isHome = false }: OfSite,
): Promise<PartValues> {
  const { clock, read, stopping, log } = dependencies;
  const foundAmong = (links: readonly string[]) =>
    found(dependencies, { origin, robots, links, isHome });
  if (!hasAnswered(exchange)) return {};
  if (exchange.status !== 200) {
    // The target of a redirect becomes a page of its own.
    const target = exchange.hops.at(-1);
    const next = target && URL.parse(target.location, target.address)?.href;
    return next === undefined ? {} : { found: await foundAmong([next]) };
  }
  const isOwnAddress = isHome || isSamePage(exchange.address, asked);
  if (!isOwnAddress) return { found: await foundAmong([exchange.address]) };
  if (!isHtml(exchange)) return {};
  if (exchange.isCut) return { failure: "The page is larger than 2 MB, so it was not read." };
  const facts: Facts = { asked, at: clock(), page: exchange, robots, secureFailure: null };
  let links: readonly string[] = [];
  try {
    ({ internalLinks: links } = (await read(facts, mostLinks)).summary);
  } catch (err) {
    if (stopping.aborted) throw err;
    log.info({ err, page: asked }, "a page of a crawl could not be read");
    return { failure: tooSlowToRead };
  }
  return {
    is_page: 1,
    found: await foundAmong(links),
    response: await packFacts<FetchedResponse>(exchange),
  };
}

/** "" when a hostile website has made the search for addresses too long. */
async function found({ parse, log }: CrawlDependencies, source: AddressSource): Promise<string> {
  try {
    return JSON.stringify(await parse(siteParsers.addresses, source));
  } catch (err) {
    if (!(err instanceof AppError)) throw err;
    log.info({ err, origin: source.origin }, "the addresses of a website could not be read");
    return "";
  }
}

/**
 * The robots.txt of the host name with "www." added or removed. Most such hosts redirect each address,
 * also robots.txt, to the crawled site, whose rules let the crawl ask for its home page.
 */
async function robotsOfOtherHost(
  session: PoliteSession,
  otherOrigin: string,
  origin: string,
): Promise<Exchange | Failure> {
  const file = await session.get(`${otherOrigin}/robots.txt`, {
    maxBytes: robotsBytes,
    beforeRequest: session.turn,
    stopBefore: (target) => target.origin === origin,
  });
  if (!hasAnswered(file)) return file.failure;
  if (!forbidsAll(file.status)) return file;
  const sentence = `The robots.txt of ${otherOrigin} answers with the error ${file.status}.`;
  return { kind: "robots", sentence };
}

function ofExchange(exchange: Exchange): PartValues {
  const hops = JSON.stringify(exchange.hops);
  if (!hasAnswered(exchange)) return { hops, failure: exchange.failure.sentence };
  return { hops, status: exchange.status, final_address: exchange.address };
}

async function packed(exchange: Exchange): Promise<PartValues> {
  return { response: await packFacts<Exchange>(exchange) };
}

async function openSession({
  database,
  clock,
  parse,
  loadFetcher,
  stopping,
  wait = (ms) => sleep(ms, undefined, { signal: stopping }).then(() => {}),
}: CrawlDependencies): Promise<PoliteSession> {
  const session = (await loadFetcher()).open(stopping);
  return {
    parse,
    get: (address, options) => session.get(address, options),
    get requestsLeft() {
      return session.requestsLeft;
    },
    async turn(address) {
      const now = clock();
      const at = await reserveTurn(database, new URL(address).host, now);
      if (at > now) await wait(at - now);
    },
  };
}

async function readPart(
  dependencies: CrawlDependencies,
  crawl: CrawlRow,
  part: PartRow,
): Promise<PartValues> {
  const { read, stopping, engineVersion = presentEngine } = dependencies;
  const facts = await factsOfPage(dependencies, crawl, part);
  if (facts === null) return { state: "stored" };
  try {
    const { outcomes, summary } = await read(facts, 0);
    const isHome = part.position === 0;
    const { versions } = summary;
    const own: StoredOutcomes = {
      ...outcomesOf(outcomes, isHome),
      ...(versions.length > 0 && { versions }),
    };
    return {
      state: "stored",
      engine_version: engineVersion,
      outcomes: JSON.stringify(plainTextsIn(own)),
    };
  } catch (error) {
    if (stopping.aborted) throw error;
    return { state: "stored", is_page: 0, failure: tooSlowToRead };
  }
}

/**
 * The stored facts of a page. Only the facts of the home page include the responses about the whole
 * site, such as the sitemap.
 */
async function factsOfPage(
  { database }: CrawlDependencies,
  crawl: CrawlRow,
  part: PartRow,
): Promise<Facts | null> {
  if (part.response === null || crawl.site_facts === null) return null;
  const page = await unpackFacts<FetchedResponse>(part.response);
  const { robots, secureFailure } = await unpackFacts<SiteFacts>(crawl.site_facts);
  const { pages: links } = foundIn(part);
  const others = await database.read
    .selectFrom("site_crawl_parts")
    .select(["position", "address", "final_address", "status", "hops", "failure", "is_listed"])
    .where("crawl_id", "=", crawl.id)
    .where("kind", "=", "page")
    .orderBy("position")
    .execute();
  const linked = new Set(links.map(pageKey));
  linked.delete(pageKey(part.address));
  const isAsked = others.filter(({ address }) => linked.has(pageKey(address)));
  const facts: Facts = {
    asked: part.position === 0 ? page.asked : part.address,
    at: crawl.requested_at,
    page,
    robots,
    secureFailure: part.position === 0 ? secureFailure : null,
    linkedPages: isAsked.map(asExchange),
  };
  if (part.position !== 0) return facts;
  const files = await database.read
    .selectFrom("site_crawl_parts")
    .select(["kind", "response"])
    .where("crawl_id", "=", crawl.id)
    .where("kind", "in", ["sitemap", "plainHttp", "otherHost", "missingPage", "llms"])
    .orderBy("position")
    .execute();
  const late: Partial<Record<string, Exchange>> = {};
  for (const { kind, response } of files) {
    if (response !== null) late[kind] ??= await unpackFacts<Exchange>(response);
  }
  const isPlain = new URL(page.address).protocol === "http:";
  return {
    ...facts,
    ...(isPlain && { plainHttp: page }),
    ...late,
    listedPages: others.filter(({ is_listed }) => is_listed === 1).map(asExchange),
  };
}

type AskedPart = Pick<PartRow, "address" | "final_address" | "status" | "hops" | "failure">;

/** An exchange without headers and body, for the checks that look at the status alone. */
function asExchange({ address, final_address, status, hops, failure }: AskedPart): Exchange {
  const asked = { asked: address, hops: JSON.parse(hops) };
  if (status === 0) return { ...asked, failure: { kind: "unreachable", sentence: failure } };
  const empty = { headers: [], body: new Uint8Array(), isCut: false, firstByteMs: 0 };
  return { ...asked, ...empty, address: final_address, status };
}
