import type { CheckedOutcome } from "../engine/run-checks.ts";
import { findCheck } from "../registry.ts";
import type { PageOutcomes } from "./crawls.ts";

/**
 * Leaves out the checks that cannot be compared between crawls, such as response times, and on all
 * pages but the home page the checks of the whole site.
 */
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
