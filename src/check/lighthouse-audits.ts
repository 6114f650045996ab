export interface LighthouseAudit {
  readonly audit: string;
  /** Ids of the checks that look for the same faults as the audit. */
  readonly checks: readonly string[];
  /** How the audit and the checks can give different results for a page, and why. */
  readonly difference?: string;
}

/** Lighthouse's SEO audits, each with the checks that look for the same faults. */
export const lighthouseAudits: readonly LighthouseAudit[] = [
  { audit: "document-title", checks: ["title-missing"] },
  { audit: "meta-description", checks: ["description-missing"] },
  { audit: "http-status-code", checks: ["page-status"] },
  {
    audit: "is-crawlable",
    checks: ["robots-meta", "robots-header", "robots-search-engines"],
    difference:
      "Lighthouse passes a page that robots.txt forbids to Google alone. The checks find it, because such a page is not in Google’s results.",
  },
  { audit: "robots-txt", checks: ["robots-file"] },
  {
    audit: "canonical",
    checks: ["canonical-other", "canonical-contradicting"],
    difference:
      "Lighthouse fails a relative canonical address. The checks accept it, because search engines resolve it.",
  },
  { audit: "hreflang", checks: ["hreflang-codes"] },
  {
    audit: "crawlable-anchors",
    checks: ["crawlable-links"],
    difference:
      "Lighthouse fails only some links that run a script. The checks find each of them, because no crawler follows them.",
  },
  {
    audit: "link-text",
    checks: ["link-text"],
    difference:
      "Lighthouse compares the words in the page’s own language, which `lang` names. The check knows the same words of five languages on every page.",
  },
  { audit: "image-alt", checks: ["picture-text"] },
];
