import type { Parse } from "#platform/parsing/parser.ts";
import type { FetchedResponse } from "../engine/facts.ts";
import { siteParsers } from "../site-parsers.ts";

/** What the check engine finds in a page that is being written. */
interface DraftFinding {
  /** Id of the check. */
  readonly check: string;
  readonly sentence: string;
  readonly fix: string;
  /** Lines of the document at which the faults are, from 1. */
  readonly lines: readonly number[];
}

export interface CheckedDraft {
  readonly findings: readonly DraftFinding[];
  /** Whole addresses of the pages of the same site to which the draft links. */
  readonly links: readonly string[];
}

/** Checks of what a person writes; the others examine the server, or what the program itself renders. */
const writtenChecks: ReadonlySet<string> = new Set([
  "title-missing",
  "title-length",
  "description-missing",
  "description-length",
  "main-heading",
  "heading-order",
  "link-text",
  "mixed-content",
]);

const mostLinks = 1000;

/** Runs the checks of the free check that concern texts on a document that no server has sent. */
export async function checkDraft(
  parse: Parse,
  { html, address, at }: { readonly html: string; readonly address: string; readonly at: number },
): Promise<CheckedDraft> {
  const page: FetchedResponse = {
    asked: address,
    hops: [],
    address,
    status: 200,
    headers: [["content-type", "text/html; charset=utf-8"]],
    body: new TextEncoder().encode(html),
    isCut: false,
    firstByteMs: 0,
  };
  const robots = { ...page, status: 404, body: new Uint8Array() };
  const facts = { asked: address, at, page, robots, secureFailure: null };
  const { outcomes, summary } = await parse(siteParsers.page, { facts, mostLinks });
  // Loaded here, because only editors need the texts of the checks.
  const { checks } = await import("../registry.ts");
  const findings = outcomes.flatMap(({ check, outcome }) => {
    if (outcome.kind !== "found" || !writtenChecks.has(check)) return [];
    const lines = outcome.places.flatMap(({ line }) => line ?? []);
    const fix = checks.find(({ id }) => id === check)?.fix ?? "";
    return [{ check, sentence: outcome.sentence, fix, lines: [...new Set(lines)] }];
  });
  return { findings, links: summary.internalLinks };
}
