import { checks } from "../registry.ts";
import { alternatesOf, versionsOf } from "./alternates.ts";
import type { Outcome } from "./check.ts";
import { engineVersion } from "./engine-version.ts";
import type { Facts } from "./facts.ts";
import { resolveAddress } from "./read-page.ts";
import { type ReadSite, readSite } from "./read-site.ts";

export interface CheckedOutcome {
  readonly check: string;
  readonly outcome: Outcome;
}

/** The page as a search result shows it, and addresses that the check or crawl requests next. */
export interface PageSummary {
  readonly address: string;
  readonly title: string | null;
  readonly description: string | null;
  readonly icon: string;
  readonly internalLinks: readonly string[];
  /** A version in another language, to be requested. */
  readonly alternate: string | null;
  /** Addresses of all versions that the page names. */
  readonly versions: readonly string[];
  readonly sitemaps: readonly string[];
  readonly listed: readonly string[];
}

export interface CheckResult {
  readonly engineVersion: number;
  readonly outcomes: readonly CheckedOutcome[];
  readonly summary: PageSummary;
  /** Sentences of the checks that could not examine the page. */
  readonly unseen: readonly string[];
}

const sampledLinks = 20;

/**
 * Runs all checks whose facts have arrived. Makes no requests and reads no clock, so that stored
 * facts always give the same result.
 */
export function runChecks(facts: Facts, mostLinks = sampledLinks): CheckResult {
  const site = readSite(facts);
  const ready = checks.filter(({ needs = [] }) => needs.every((fact) => site.has(fact)));
  const outcomes = ready.map(({ id, run }) => ({ check: id, outcome: run(site) }));
  const unseen = outcomes.flatMap(({ outcome }) =>
    outcome.kind === "unseen" ? [outcome.sentence] : [],
  );
  const { stoppedBecause } = site.page;
  return {
    engineVersion,
    outcomes,
    summary: summaryOf(site, mostLinks),
    unseen: stoppedBecause === null ? unseen : [stoppedBecause, ...unseen],
  };
}

function summaryOf({ page, links, robots, sitemap }: ReadSite, mostLinks: number): PageSummary {
  const icon = page
    .all("link")
    .find(({ attributes }) => /(^|\s)icon(\s|$)/i.test(attributes.get("rel") ?? ""));
  const internal = links.flatMap(({ address, isInternal }) =>
    isInternal && address !== page.address ? [address] : [],
  );
  const other = alternatesOf(page).find(
    ({ address }) => address !== null && address !== page.address,
  );
  return {
    address: page.address,
    title: page.title || null,
    description: page.meta("description")?.attributes.get("content")?.trim() || null,
    icon: resolveAddress(icon?.attributes.get("href") ?? "/favicon.ico", page.base) ?? "",
    internalLinks: [...new Set(internal)].slice(0, mostLinks),
    alternate: other?.address ?? null,
    versions: versionsOf(page),
    sitemaps: (robots?.sitemaps ?? []).slice(0, 5),
    listed: (sitemap?.kind === "sitemapindex" ? [] : (sitemap?.addresses ?? [])).slice(
      0,
      sampledLinks,
    ),
  };
}
