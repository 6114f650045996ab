import type { SiteCheck } from "./requests/site-check.ts";

/** A kind of work, under which the points of plans name what they fix. */
export type Topic = "texts" | "links" | "structured data" | "speed" | "languages" | "technology";

/** What a website needs, as its check has found. */
export interface Needs {
  /** Weights of the faults that a plan fixes, added up by topic. */
  readonly topics: Readonly<Partial<Record<Topic, number>>>;
  /** Number of pages in the sitemap; 0 if unknown. */
  readonly pages: number;
  /** Number of faults, with those that need no plan. */
  readonly faults: number;
  /** Whether the page could not be read, so that little is known about it. */
  readonly isUnread: boolean;
}

/** Beginnings of the ids of checks. All other faults belong to the technology of the site. */
const beginnings: readonly (readonly [Topic, RegExp])[] = [
  ["texts", /^(title|description|main-heading|heading-order|page-language)/],
  ["links", /^(internal-links|crawlable-links|link-text|broken-links)/],
  ["structured data", /^structured-data/],
  ["speed", /^(first-byte|answer-in-time|compression|page-weight|picture-sizes|redirect-chain)/],
  ["languages", /^hreflang/],
];

/** What a website needs, from all findings of its check. */
export function needsOf({ findings, obstacle, summary }: SiteCheck): Needs {
  const topics: Partial<Record<Topic, number>> = {};
  for (const { check } of findings) {
    if (!check.fixedByPlan) continue;
    const [topic] = beginnings.find(([, ids]) => ids.test(check.id)) ?? ["technology"];
    topics[topic] = (topics[topic] ?? 0) + check.weight;
  }
  // The first work on a site that could not be read is to look at all of it.
  if (obstacle !== null) topics.technology = (topics.technology ?? 0) + 1;
  return {
    topics,
    pages: summary?.pages ?? 0,
    faults: findings.length,
    isUnread: obstacle !== null,
  };
}
