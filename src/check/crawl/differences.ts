import type { CrawledPage } from "./crawls.ts";

/** Result of a check for a page; null when the crawl does not have the page. */
type Seen = "found" | "unseen" | "sound" | null;

/**
 * "not-comparable": the page is in one crawl only, the check could not examine the page, or
 * different engines have read the page.
 */
type DifferenceKind = "mended" | "new" | "same" | "not-comparable";

/**
 * Results of one check of one page in the two crawls; `was` in the earlier crawl, `is` in the later
 * one.
 */
interface Difference {
  readonly check: string;
  readonly page: string;
  readonly was: Seen;
  readonly is: Seen;
  readonly kind: DifferenceKind;
}

export interface Differences {
  /**
   * One entry for each check of each page, if the check found a fault or could not examine the page
   * in at least one of the crawls; in the order of the pages.
   */
  readonly list: readonly Difference[];
  readonly gone: readonly string[];
  readonly added: readonly ReadPage[];
  /**
   * Pages that are in both crawls but were read by different engine versions; each with the later
   * engine version.
   */
  readonly engines: readonly ReadPage[];
}

interface ReadPage {
  readonly page: string;
  readonly engineVersion: number;
}

/** The findings of the pages of a crawl. A comparison ignores the sentences of the findings. */
export type Snapshot = readonly Pick<CrawledPage, "page" | "engineVersion" | "found" | "unseen">[];

/** Compares two crawls by check and page. */
export function differencesBetween(before: Snapshot, after: Snapshot): Differences {
  const now = byPage(after);
  const then = byPage(before);
  const pages = new Set([...then.keys(), ...now.keys()]);
  const list = [...pages].flatMap((page): Difference[] => {
    const [old, present] = [then.get(page), now.get(page)];
    const checks = new Set([old, present].flatMap((one) => (one ? namedBy(one) : [])));
    return [...checks].sort().map((check) => {
      const [was, is] = [seenIn(old, check), seenIn(present, check)];
      const isSameEngine = old?.engineVersion === present?.engineVersion;
      return { check, page, was, is, kind: isSameEngine ? kindOf(was, is) : "not-comparable" };
    });
  });
  const versionsOf = (pages: Snapshot) =>
    pages.map(({ page, engineVersion }) => ({ page, engineVersion }));
  return {
    list,
    gone: [...then.keys()].filter((page) => !now.has(page)),
    added: versionsOf([...now.values()].filter(({ page }) => !then.has(page))),
    engines: versionsOf(
      [...now.values()].filter(({ page, engineVersion }) => {
        const old = then.get(page);
        return old !== undefined && old.engineVersion !== engineVersion;
      }),
    ),
  };
}

/**
 * Computes the later crawl from the earlier crawl and the differences. Pages are identified by
 * their path.
 */
export function applyDifferences(before: Snapshot, differences: Differences): Snapshot {
  const { list, gone, added, engines } = differences;
  const newEngines = new Map(engines.map(({ page, engineVersion }) => [page, engineVersion]));
  const isGone = new Set(gone);
  const changes = Map.groupBy(list, ({ page }) => page);
  const kept = [...byPage(before).values()].filter(({ page }) => !isGone.has(page));
  const nothing = { found: {}, unseen: [] };
  return [...kept, ...added.map((page) => ({ ...page, ...nothing }))].map((old) => {
    const found = new Map(Object.entries(old.found));
    const unseen = new Set(old.unseen);
    for (const { check, is } of changes.get(old.page) ?? []) {
      found.delete(check);
      unseen.delete(check);
      if (is === "found") found.set(check, "");
      if (is === "unseen") unseen.add(check);
    }
    return {
      page: old.page,
      engineVersion: newEngines.get(old.page) ?? old.engineVersion,
      found: Object.fromEntries(found),
      unseen: [...unseen],
    };
  });
}

function kindOf(was: Seen, is: Seen): DifferenceKind {
  if (was === null || is === null || was === "unseen" || is === "unseen") return "not-comparable";
  if (was === is) return "same";
  return was === "found" ? "mended" : "new";
}

type SnapshotPage = Snapshot[number];

/**
 * A page can occur twice in a crawl, such as under http and https. Only the first occurrence
 * counts.
 */
function byPage(snapshot: Snapshot): ReadonlyMap<string, SnapshotPage> {
  const pages = new Map<string, SnapshotPage>();
  for (const one of snapshot) if (!pages.has(one.page)) pages.set(one.page, one);
  return pages;
}

function namedBy({ found, unseen }: SnapshotPage): string[] {
  return [...Object.keys(found), ...unseen];
}

function seenIn(page: SnapshotPage | undefined, check: string): Seen {
  if (page === undefined) return null;
  if (Object.hasOwn(page.found, check)) return "found";
  return page.unseen.includes(check) ? "unseen" : "sound";
}
