import type { CheckedOutcome } from "../engine/run-checks.ts";
import { findCheck } from "../registry.ts";
import type { PageOutcomes } from "./crawls.ts";

/**
 * Leaves out checks that cannot be compared between crawls, such as response times. Keeps the
 * checks of the whole site only for the home page.
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
