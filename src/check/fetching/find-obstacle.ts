import type { Parse } from "#platform/parsing/parser.ts";
import {
  forbiddenTo,
  robotsSearchEngines,
  searchEngines,
} from "../checks/indexable/robots-search-engines.ts";
import { certificate, invalidCertificate } from "../checks/reachable/certificate.ts";
import { type CheckTexts, type Found, found, type Stated, stated } from "../engine/check.ts";
import {
  type FailedExchange,
  type FetchedResponse,
  failedAddress,
  type Hop,
} from "../engine/facts.ts";
import type { RobotsRule } from "../engine/robots.ts";
import {
  answerInTime,
  ownCrawler,
  redirectsEnd,
  robotsAnswers,
  serverAnswers,
} from "../obstacles.ts";
import { forbiddingRule } from "./ask-robots.ts";
import { FetchRefusal } from "./fetch-public.ts";

/** What keeps not only our crawler from the page. It is the result of the check. */
export interface Obstacle {
  readonly check: CheckTexts["id"];
  readonly outcome: Found | Stated;
}

/** A robots.txt that has turned our crawler away from an address. */
export interface ForbiddingRobots {
  readonly file: FetchedResponse;
  readonly address: string;
  /** Null when the file answers with an error. */
  readonly rule: RobotsRule | null;
}

/**
 * Null for a limit of ours, and for an address that leads to no web page. `forbidding` is the
 * robots.txt that ended the exchange, if one did.
 */
export async function findObstacle(
  parse: Parse,
  exchange: FailedExchange,
  forbidding: ForbiddingRobots | null,
): Promise<Obstacle | null> {
  const { hops, failure } = exchange;
  const address = failedAddress(exchange);
  const place = { address, snippet: "" };
  switch (failure.kind) {
    case "certificate":
      return obstacle(certificate, invalidCertificate(address, failure));
    case "unreachable":
      return obstacle(serverAnswers, found(failure.sentence, [place]));
    case "too-slow":
      return obstacle(answerInTime, found(failure.sentence, [place]));
    case "too-many-redirects": {
      const circle = hops.filter((one, nth) => hops.findIndex(isAt(one.address)) < nth);
      if (circle.length === 0) return null;
      const sentence = "Your address redirects in a circle, so search engines never reach a page.";
      const steps = [...new Map(hops.map((hop) => [hop.address, hop])).values()];
      const places = steps.map(({ address, status, location }) => ({
        address,
        snippet: `${status} → ${location}`,
      }));
      return obstacle(redirectsEnd, found(sentence, places));
    }
    case "robots":
      return forbidding === null
        ? null
        : obstacleOfRobots(parse, forbidding, failure.sentence).catch(withoutObstacle);
    default:
      return null;
  }
}

async function obstacleOfRobots(
  parse: Parse,
  { file, address, rule: ownRule }: ForbiddingRobots,
  sentence: string,
): Promise<Obstacle | null> {
  if (ownRule === null) {
    return obstacle(
      robotsAnswers,
      found(
        `robots.txt answers with the error ${file.status}, so search engines turn back from the whole site.`,
        [{ address: file.address, snippet: `HTTP status ${file.status}` }],
      ),
    );
  }
  const rules = await Promise.all(
    searchEngines.map(async (agent) => ({
      agent,
      rule: await forbiddingRule(parse, file, address, agent),
    })),
  );
  const refused = rules.flatMap(({ agent, rule }) => (rule === null ? [] : [{ agent, rule }]));
  if (refused.length > 0) {
    return obstacle(robotsSearchEngines, forbiddenTo(refused, file.address));
  }
  const place = { address: file.address, line: ownRule.line, snippet: ownRule.text };
  return obstacle(ownCrawler, stated(sentence, [place]));
}

function obstacle({ id }: CheckTexts, outcome: Found | Stated): Obstacle {
  return { check: id, outcome };
}

const isAt = (address: string) => (hop: Hop) => hop.address === address;

/** For a robots.txt that takes too long to read. */
function withoutObstacle(error: unknown): null {
  if (error instanceof FetchRefusal) return null;
  throw error;
}
