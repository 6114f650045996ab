import { hreflangReturn } from "../checks/understood/hreflang-return.ts";
import { returnFault } from "../engine/alternates.ts";
import type { StoredOutcomes } from "./crawls.ts";

interface PageOfCrawl {
  readonly address: string;
  readonly outcomes: StoredOutcomes;
}

/**
 * Adds the findings about language versions that do not name each other. The answer of a page depends
 * on other pages, so the crawl asks when it has read all of them. Pages without a finding stay the
 * same objects.
 */
export function withReturnFaults<Page extends PageOfCrawl>(
  pages: readonly Page[],
): readonly Page[] {
  const versions = new Map(
    pages.map(({ address, outcomes }) => [address, outcomes.versions ?? []] as const),
  );
  return pages.map((page) => {
    const { address, outcomes } = page;
    const fault = returnFault(
      ...([address, outcomes.versions ?? []] as const),
      (version) => versions.get(version) ?? null,
    );
    if (fault === null) return page;
    const found = { ...outcomes.found, [hreflangReturn.id]: fault.sentence };
    return { ...page, outcomes: { ...outcomes, found } };
  });
}
