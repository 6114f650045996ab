import { hreflangReturn } from "../checks/understood/hreflang-return.ts";
import { returnFault } from "../engine/alternates.ts";
import { pageKey } from "../engine/page-key.ts";
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
  const named = new Map(
    pages.map(({ address, outcomes }) => [
      pageKey(address),
      new Set((outcomes.versions ?? []).map(pageKey)),
    ]),
  );
  return pages.map((page) => {
    const { address, outcomes } = page;
    const fault = returnFault(address, outcomes.versions ?? [], (key) => named.get(key) ?? null);
    if (fault === null) return page;
    const found = { ...outcomes.found, [hreflangReturn.id]: fault.sentence };
    return { ...page, outcomes: { ...outcomes, found } };
  });
}
