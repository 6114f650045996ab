import type { Parse } from "#platform/parsing/parser.ts";
import {
  type Exchange,
  type Failure,
  type FetchedResponse,
  hasAnswered,
  headerOf,
} from "../engine/facts.ts";
import { forbidsAll, productToken, robotsBytes } from "../engine/robots-status.ts";
import { forbiddingRule } from "../fetching/ask-robots.ts";
import { FetchRefusal, type FetchSession } from "../fetching/fetch-public.ts";
import { readTypedAddress, shownHost } from "../fetching/typed-address.ts";
import type { CrawlReason } from "./crawl-tables.server.ts";

/** Facts that belong to the whole site of a crawl. */
export interface SiteFacts {
  readonly robots: Exchange;
  readonly secureFailure: Failure | null;
}

type Start =
  | { readonly page: FetchedResponse; readonly facts: SiteFacts }
  | { readonly reason: CrawlReason; readonly sentence: string };

const mostOrigins = 5;
const notChecked = "The website was not checked.";

export interface PoliteSession extends FetchSession {
  readonly parse: Parse;
  /** Waits until a request to the site may begin. */
  turn(address: string): Promise<void>;
}

/** Fetches robots.txt and the home page, following redirects to other hosts one by one. */
export async function fetchStart(website: string, session: PoliteSession): Promise<Start> {
  const typed = readTypedAddress(website);
  if (!("address" in typed)) return refused("address", typed.sentence);
  const secure = await fetchHome(typed.address, session, null);
  const mayFallBack = typed.address.startsWith("https:") && "failure" in secure;
  if (!mayFallBack) return crawlable(secure);
  const { kind } = secure.failure;
  if (kind !== "certificate" && (kind !== "unreachable" || typed.hasScheme))
    return crawlable(secure);
  const plain = await fetchHome(typed.address.replace(/^https:/, "http:"), session, secure.failure);
  return crawlable("failure" in plain ? secure : plain);
}

type Home =
  | { readonly page: FetchedResponse; readonly facts: SiteFacts }
  | { readonly failure: Failure };

async function fetchHome(
  address: string,
  session: PoliteSession,
  secureFailure: Failure | null,
): Promise<Home> {
  let next = address;
  for (let nth = 0; nth < mostOrigins; nth += 1) {
    const { origin } = new URL(next);
    const robots = await session.get(`${origin}/robots.txt`, {
      maxBytes: robotsBytes,
      beforeRequest: session.turn,
    });
    if (!hasAnswered(robots)) return { failure: robots.failure };
    if (forbidsAll(robots.status)) {
      const sentence = `The robots.txt of ${shownHost(origin)} answers with the error ${robots.status}, and a site must not be crawled then.`;
      return { failure: { kind: "unreachable", sentence } };
    }
    const page = await session.get(next, {
      async beforeRequest(asked) {
        await refuseForbidden(session.parse, robots, asked);
        await session.turn(asked);
      },
      stopBefore: (target) => target.origin !== origin,
    });
    if (!hasAnswered(page)) return { failure: page.failure };
    const target = page.hops.at(-1);
    const leadsAway = target !== undefined && page.status >= 300 && page.status < 400;
    if (!leadsAway) return { page, facts: { robots, secureFailure } };
    next = new URL(target.location, target.address).href;
  }
  const sentence = "The address leads over more than five redirects.";
  return { failure: { kind: "too-many-redirects", sentence } };
}

/** Throws a FetchRefusal for an address that robots.txt forbids to this crawler. */
export async function refuseForbidden(
  parse: Parse,
  robots: Exchange,
  address: string,
): Promise<void> {
  const rule = await forbiddingRule(parse, robots, address);
  if (rule === null) return;
  throw new FetchRefusal(
    "robots",
    `The robots.txt of ${new URL(address).host} does not let ${productToken} read this website (line ${rule.line}: “${rule.text}”). ${notChecked} Ask the customer to add two lines to robots.txt while we work on the order: “User-agent: ${productToken}” and “Allow: /”. Then check the website again.`,
  );
}

/** Refuses a home page that the crawl cannot start from. */
function crawlable(home: Home): Start {
  if ("failure" in home) {
    const { kind, sentence } = home.failure;
    if (kind === "robots") return refused("robots", sentence);
    const isFinal = ["address", "private", "too-many-redirects", "too-large"].includes(kind);
    return refused(isFinal ? "address" : "unreachable", sentence);
  }
  const { page } = home;
  const host = shownHost(page.address);
  if (page.status === 401 || page.status === 407) {
    return refused(
      "password",
      `${host} asks for a password. ${notChecked} Check it again when the website is public.`,
    );
  }
  if (page.status === 429 || page.status >= 500) {
    return refused("unreachable", `${host} answers with the error ${page.status}.`);
  }
  if (page.status !== 200) {
    return refused(
      "address",
      `${host} answers with the status ${page.status}. ${notChecked} Enter the address of the home page, or ask the customer to let ${productToken} in.`,
    );
  }
  if (!isHtml(page)) {
    return refused("address", `The address does not lead to a web page. ${notChecked}`);
  }
  if (page.isCut) {
    return refused("address", `The home page is larger than 2 MB. ${notChecked}`);
  }
  return home;
}

export function isHtml(page: FetchedResponse): boolean {
  const type = headerOf(page, "content-type")?.toLowerCase() ?? "";
  if (type !== "") return /html/.test(type);
  return /^\s*</.test(new TextDecoder().decode(page.body.subarray(0, 200)));
}

function refused(reason: CrawlReason, sentence: string): Start {
  return { reason, sentence };
}
