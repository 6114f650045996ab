import type { Parser } from "../platform/parsing/parser.ts";
import type { FoundAddresses } from "./crawl/crawl-plan.ts";
import type { AddressSource } from "./crawl/found-addresses.ts";
import type { Facts } from "./engine/facts.ts";
import type { RobotsDecision } from "./engine/robots.ts";
import type { CheckResult } from "./engine/run-checks.ts";

interface CheckedFacts {
  readonly facts: Facts;
  /** The most internal links that the result lists. */
  readonly mostLinks: number | undefined;
}

export interface RobotsQuestion {
  /** A robots.txt that was found. */
  readonly body: Uint8Array;
  readonly agent: string;
  /** Path of the address with its query. */
  readonly path: string;
}

const excess = "The page is built in a way that takes too long to read.";

const page: Parser<CheckedFacts, CheckResult> = {
  name: "page",
  lane: "websites",
  excess,
  async load() {
    const { runChecks } = await import("./engine/run-checks.ts");
    return ({ facts, mostLinks }) => runChecks(facts, mostLinks);
  },
};

const robots: Parser<RobotsQuestion, RobotsDecision> = {
  name: "robots",
  lane: "websites",
  excess: "The robots.txt of the website takes too long to read.",
  async load() {
    const { decideRobots, readRobots } = await import("./engine/robots.ts");
    return ({ body, agent, path }) => decideRobots(readRobots(body), agent, path);
  },
};

/** Chooses the addresses that a crawl may request, out of links or of a sitemap. */
const addresses: Parser<AddressSource, FoundAddresses> = {
  name: "addresses",
  lane: "websites",
  excess,
  async load() {
    const { foundAddresses } = await import("./crawl/found-addresses.ts");
    return foundAddresses;
  },
};

export const siteParsers = { page, robots, addresses };
