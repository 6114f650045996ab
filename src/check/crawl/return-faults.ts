import { hreflangReturn } from "../checks/understood/hreflang-return.ts";
import { returnFault } from "../engine/alternates.ts";
import type { StoredOutcomes } from "./crawls.ts";

interface PageOfCrawl {
  readonly address: string;
  readonly outcomes: StoredOutcomes;
}

/**
 * Adds the findings about language versions that do not link back to each other. These findings
 * need several pages, so the crawl calls this function after it has read all pages. Returns the
 * same object for a page without a finding.
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
