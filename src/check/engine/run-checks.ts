import { checks as allChecks } from "../registry.ts";
import { alternatesOf, versionsOf } from "./alternates.ts";
import { type Check, type Outcome, unseen } from "./check.ts";
import { engineVersion } from "./engine-version.ts";
import type { Facts } from "./facts.ts";
import { distinctPages, pageKey } from "./page-key.ts";
import type { ReadPage } from "./read-page.ts";
import { type ReadSite, readSite } from "./read-site.ts";
import { resolveAddress } from "./resolve-address.ts";

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
  /** Number of addresses in the sitemap; absent in results of older engines. */
  readonly pages?: number;
}

/** A check, or a part of the summary, that threw. */
interface CheckFault {
  readonly part: string;
  /** Stack of the error. */
  readonly reason: string;
}

export interface CheckResult {
  readonly engineVersion: number;
  readonly outcomes: readonly CheckedOutcome[];
  readonly summary: PageSummary;
  /** Id of the question that tells why the page could not be read; absent for a page that was read. */
  readonly obstacle?: string;
  /** Sentences of the checks that could not examine the page. */
  readonly unseen: readonly string[];
  /** Faults of the engine itself, for the log; absent without one. */
  readonly faults?: readonly CheckFault[];
}

const sampledLinks = 20;

/**
 * Runs all checks whose facts have arrived. Makes no requests and reads no clock, so that stored
 * facts always give the same result. A check that throws has not seen the page and ends no other
 * check.
 */
export function runChecks(
  facts: Facts,
  mostLinks = sampledLinks,
  checks: readonly Check[] = allChecks,
): CheckResult {
  const site = readSite(facts);
  const faults: CheckFault[] = [];
  const attempt = <Value>(part: string, run: () => Value, otherwise: Value): Value => {
    try {
      return run();
    } catch (error) {
      faults.push({ part, reason: error instanceof Error ? (error.stack ?? "") : String(error) });
      return otherwise;
    }
  };
  const ready = checks.filter(({ needs = [] }) => needs.every((fact) => site.has(fact)));
  const outcomes = ready.map(({ id, question, run }) => ({
    check: id,
    outcome: attempt(id, () => run(site), unseen(`${question} This check failed on our side.`)),
  }));
  const sentences = outcomes.flatMap(({ outcome }) =>
    outcome.kind === "unseen" ? [outcome.sentence] : [],
  );
  const stoppedBecause = attempt("page", () => site.page.stoppedBecause, null);
  return {
    engineVersion,
    outcomes,
    summary: summaryOf(site, mostLinks, attempt),
    unseen: stoppedBecause === null ? sentences : [stoppedBecause, ...sentences],
    ...(faults.length > 0 && { faults }),
  };
}

type Attempt = <Value>(part: string, run: () => Value, otherwise: Value) => Value;

function summaryOf(site: ReadSite, mostLinks: number, attempt: Attempt): PageSummary {
  const { address } = site.facts.page;
  const listed = attempt("listed", () => listedIn(site), []);
  return {
    address,
    title: attempt("title", () => site.page.title || null, null),
    description: attempt("description", () => descriptionOf(site.page), null),
    icon: attempt("icon", () => iconOf(site.page), ""),
    internalLinks: attempt("links", () => internalLinksOf(site).slice(0, mostLinks), []),
    alternate: attempt("alternate", () => otherVersionOf(site.page), null),
    versions: attempt("versions", () => versionsOf(site.page), []),
    sitemaps: attempt("sitemaps", () => sitemapsOf(site).slice(0, 5), []),
    listed: listed.slice(0, sampledLinks),
    pages: listed.length,
  };
}

function descriptionOf(page: ReadPage): string | null {
  return page.meta("description")?.attributes.get("content")?.trim() || null;
}

function iconOf(page: ReadPage): string {
  const icon = page
    .all("link")
    .find(({ attributes }) => /(^|\s)icon(\s|$)/i.test(attributes.get("rel") ?? ""));
  return resolveAddress(icon?.attributes.get("href") ?? "/favicon.ico", page.base) ?? "";
}

/** The pages that the page links to, each with the address of the first link. */
function internalLinksOf({ page, links }: ReadSite): string[] {
  const own = pageKey(page.address);
  const internal = links.filter(({ key, isInternal }) => isInternal && key !== own);
  return distinctPages(internal.map(({ address }) => address));
}

function otherVersionOf(page: ReadPage): string | null {
  const own = pageKey(page.address);
  const addresses = alternatesOf(page).flatMap(({ address }) => address ?? []);
  return addresses.find((address) => pageKey(address) !== own) ?? null;
}

/** Whole addresses, although some sites write only a path into robots.txt. */
function sitemapsOf({ robots, facts }: ReadSite): string[] {
  const base = new URL("/robots.txt", facts.page.address).href;
  return (robots?.sitemaps ?? []).flatMap((address) => resolveAddress(address, base) ?? []);
}

function listedIn({ sitemap }: ReadSite): readonly string[] {
  return sitemap === null || sitemap.kind === "sitemapindex" ? [] : sitemap.addresses;
}
