import type { CheckedOutcome } from "../engine/run-checks.ts";
import { findCheck } from "../registry.ts";

/** What the checks said about a page. Every other check found nothing. */
export interface PageOutcomes {
  /** Sentences by the id of the check. */
  readonly found: Readonly<Record<string, string>>;
  /** Checks that could not look. */
  readonly unseen: readonly string[];
}

export const noOutcomes: PageOutcomes = { found: {}, unseen: [] };

/** Leaves out checks of one moment, and those about the whole site on all but its home page. */
export function outcomesOf(outcomes: readonly CheckedOutcome[], isHome: boolean): PageOutcomes {
  const compared = outcomes.filter(({ check }) => {
    const scope = findCheck(check)?.scope;
    return scope !== "visit" && (scope !== "site" || isHome);
  });
  return {
    found: Object.fromEntries(
      compared.flatMap(({ check, outcome }) =>
        outcome.kind === "found" ? [[check, outcome.sentence]] : [],
      ),
    ),
    unseen: compared.flatMap(({ check, outcome }) => (outcome.kind === "unseen" ? [check] : [])),
  };
}
