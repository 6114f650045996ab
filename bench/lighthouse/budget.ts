import { defaultAddresses } from "#content/addresses/listings.ts";
import {
  type Category,
  categories,
  type PageAudit,
} from "../../tests/support/screens/lighthouse.ts";

/** Name of the result of a free SEO check, whose address has a random part. */
export const resultPage = "/seo-check/…";
const unlistedPages = ["/login", "/register", "/reset", resultPage];

export const pages: readonly string[] = [...Object.values(defaultAddresses), ...unlistedPages];

/** Unlisted pages get no SEO score, because they tell search engines not to list them. */
export function categoriesOf(page: string): readonly Category[] {
  return unlistedPages.includes(page) ? categories.filter((one) => one !== "seo") : categories;
}

const latestPaintMs = 900;
/** Lighthouse shows the layout shift with three digits, so it shows a shift below 0.0005 as 0. */
const leastShift = 0.0005;
/** Lighthouse shows whole milliseconds, so it shows a blocking time below 0.5 ms as 0. */
const leastBlockingMs = 0.5;

interface Target {
  readonly name: string;
  readonly isMet: (audit: PageAudit) => boolean;
  /** The measured value, for the message about a page that misses the target. */
  readonly found: (audit: PageAudit) => string;
}

const targets: readonly Target[] = [
  ...categories.map((category) => ({
    name: `${category} is 100`,
    isMet: ({ scores }: PageAudit) => (scores[category] ?? 100) === 100,
    found: ({ scores, faults }: PageAudit) => `${scores[category]} (${faults.join("; ")})`,
  })),
  {
    name: `the largest paint comes within ${latestPaintMs} ms`,
    isMet: ({ paintMs }) => paintMs <= latestPaintMs,
    found: ({ paintMs }) => `${Math.round(paintMs)} ms`,
  },
  {
    name: "nothing moves",
    isMet: ({ shift }) => shift < leastShift,
    found: ({ shift }) => shift.toFixed(3),
  },
  {
    name: "nothing is blocked",
    isMet: ({ blockedMs }) => blockedMs < leastBlockingMs,
    found: ({ blockedMs }) => `${Math.round(blockedMs)} ms`,
  },
];

export function keepsBudget(audit: PageAudit): boolean {
  return targets.every(({ isMet }) => isMet(audit));
}

/**
 * One line for each target: "met", or "NOT MET" with the pages that miss the target and their
 * values.
 */
export function verdictsOn(audits: ReadonlyMap<string, PageAudit>): string[] {
  return targets.map(({ name, isMet, found }) => {
    const missed = [...audits]
      .filter(([, audit]) => !isMet(audit))
      .map(([page, audit]) => `${page} ${found(audit)}`);
    return missed.length === 0 ? `met: ${name}` : `NOT MET: ${name}: ${missed.join(", ")}`;
  });
}
