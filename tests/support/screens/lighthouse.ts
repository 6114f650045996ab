import lighthouse from "lighthouse";

export const categories = ["performance", "accessibility", "best-practices", "seo"] as const;
export type Category = (typeof categories)[number];
/** Categories that do not depend on the speed of the machine. */
export const untimedCategories = categories.filter((one) => one !== "performance");

/** Lighthouse's results for a page in its mobile setting with simulated throttling. */
export interface PageAudit {
  /** Scores from 0 to 100. */
  readonly scores: Readonly<Partial<Record<Category, number>>>;
  /** Largest contentful paint, in milliseconds. */
  readonly paintMs: number;
  /** Cumulative layout shift. */
  readonly shift: number;
  /** Total blocking time, in milliseconds. */
  readonly blockedMs: number;
  readonly bytes: number;
  readonly requests: number;
  /** Titles of the audits that lower a score. */
  readonly faults: readonly string[];
}

/** Audits a page in the browser whose debugger listens at `port`. */
export async function auditPage(
  url: string,
  port: number,
  onlyCategories: readonly Category[],
): Promise<PageAudit> {
  const result = await lighthouse(url, {
    port,
    logLevel: "error",
    onlyCategories: [...onlyCategories],
    // The two full-page screenshots take longer than everything else, and are not used here.
    disableFullPageScreenshot: true,
  });
  if (result === undefined) throw new Error(`Lighthouse says nothing about ${url}.`);
  const { audits, categories: judged, runtimeError } = result.lhr;
  if (runtimeError) throw new Error(`Lighthouse could not look at ${url}: ${runtimeError.message}`);
  const figure = (id: string) => audits[id]?.numericValue ?? 0;
  const costly = Object.values(judged)
    .flatMap(({ auditRefs }) => auditRefs)
    .filter(({ weight }) => weight > 0)
    .map(({ id }) => audits[id])
    .filter((audit) => audit !== undefined && audit.score !== null && audit.score < 1);
  const details = audits["network-requests"]?.details;
  return {
    scores: Object.fromEntries(
      Object.entries(judged).map(([name, { score }]) => [name, Math.round((score ?? 0) * 100)]),
    ),
    paintMs: figure("largest-contentful-paint"),
    shift: figure("cumulative-layout-shift"),
    blockedMs: figure("total-blocking-time"),
    bytes: figure("total-byte-weight"),
    requests: details?.type === "table" ? details.items.length : 0,
    faults: costly.flatMap((audit) => audit?.title ?? []),
  };
}
