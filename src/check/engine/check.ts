import type { SampleSite } from "../samples/sample-site.ts";
import type { ReadSite } from "./read-site.ts";

export const families = [
  "reachable",
  "indexable",
  "understood",
  "pictures",
  "links",
  "machines",
] as const;
export type Family = (typeof families)[number];

/** The headings of the families in results and documents. */
export const familyTitles: Readonly<Record<Family, string>> = {
  reachable: "Can visitors and search engines reach the site?",
  indexable: "May search engines show the page?",
  understood: "Do search engines understand the page?",
  pictures: "Does the page work with pictures and on phones?",
  links: "Do the links lead somewhere?",
  machines: "May AI assistants read the site?",
};

/** A place in the source, as evidence for a finding. */
export interface Place {
  /** Address of the response: the page, robots.txt, the sitemap. */
  readonly address: string;
  /** Line of the source, from 1; absent for a header or a whole response. */
  readonly line?: number;
  readonly snippet: string;
}

/**
 * `found`: a fault. `stated`: a fact without judgement. `unseen`: the check could not examine the
 * page.
 */
export type Outcome =
  | {
      readonly kind: "sound";
      /** Note about a sound page, from a check that only states facts. */
      readonly note?: string;
    }
  | {
      readonly kind: "found";
      readonly sentence: string;
      readonly places: readonly Place[];
      /** Number of all places; `places` contains only the first places. */
      readonly count: number;
    }
  | { readonly kind: "stated"; readonly sentence: string; readonly places: readonly Place[] }
  | { readonly kind: "unseen"; readonly sentence: string };

export type Found = Extract<Outcome, { kind: "found" }>;
export type Stated = Extract<Outcome, { kind: "stated" }>;

/** A change of the sound sample site. A test applies the change and compares the outcome. */
export interface SampleCase {
  readonly title: string;
  readonly change: (site: SampleSite) => SampleSite;
  /** Ids of further checks that also report a finding after this change, and rightly so. */
  readonly alsoTrips?: readonly string[];
}

/** What people read about a check. */
export interface CheckTexts {
  /** Key of stored findings, so it never changes once released. */
  readonly id: string;
  readonly family: Family;
  readonly question: string;
  /** Label for the number of pages with this finding, such as "Pages without a title". */
  readonly counted: string;
  /**
   * Subject of an outcome: the page by default. "site": the whole site, so a crawl keeps only the
   * outcome of the home page. "visit": a single moment, such as a response time, so a comparison of
   * two crawls leaves this check out.
   */
  readonly scope?: "site" | "visit";
  readonly why: string;
  readonly fix: string;
  /** From 0 (stated only) to 10 (the page cannot be found at all). */
  readonly weight: number;
  readonly weightReason: string;
  /** Whether the work of a plan fixes this fault. */
  readonly fixedByPlan: boolean;
}

export interface Check extends CheckTexts {
  /** Facts that arrive after the page, without which the check cannot run. */
  readonly needs?: readonly LateFact[];
  /** Sample sites for which the check reports no finding, besides the sound sample site. */
  readonly good: readonly SampleCase[];
  /** Sample sites for which the check reports a finding. */
  readonly bad: readonly SampleCase[];
  readonly run: (site: ReadSite) => Outcome;
}

const lateFacts = [
  "plainHttp",
  "otherHost",
  "missingPage",
  "sitemap",
  "llms",
  "alternate",
  "listedPages",
  "linkedPages",
] as const;
export type LateFact = (typeof lateFacts)[number];

export function defineCheck(check: Check): Check {
  return check;
}

const shownPlaces = 5;
const snippetLength = 160;

export const sound: Outcome = { kind: "sound" };

export function noted(note: string): Outcome {
  return { kind: "sound", note };
}

export function found(sentence: string, places: readonly Place[] = [], count?: number): Found {
  return {
    kind: "found",
    sentence,
    places: places.slice(0, shownPlaces).map(shortened),
    count: count ?? Math.max(1, places.length),
  };
}

export function stated(sentence: string, places: readonly Place[] = []): Stated {
  return { kind: "stated", sentence, places: places.slice(0, shownPlaces).map(shortened) };
}

export function unseen(sentence: string): Outcome {
  return { kind: "unseen", sentence };
}

function shortened(place: Place): Place {
  const snippet = place.snippet.replace(/\s+/g, " ").trim();
  if (snippet.length <= snippetLength) return { ...place, snippet };
  return { ...place, snippet: `${snippet.slice(0, snippetLength - 1)}…` };
}
