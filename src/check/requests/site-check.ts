import type { Check, Outcome } from "../engine/check.ts";
import type { CheckResult, PageSummary } from "../engine/run-checks.ts";
import { findCheck } from "../registry.ts";
import type { SiteCheckState } from "./site-check-tables.server.ts";

export interface Finding {
  readonly check: Check;
  readonly outcome: Extract<Outcome, { kind: "found" | "stated" }>;
}

/**
 * A check as its result page shows it. Contains nothing about the person who requested the check.
 */
export interface SiteCheck {
  readonly id: string;
  readonly key: string;
  readonly website: string;
  readonly state: SiteCheckState;
  readonly refusal: string;
  readonly requestedAt: number;
  readonly finishedAt: number | null;
  readonly summary: PageSummary | null;
  readonly icon: string;
  /** Faults, the most costly first. */
  readonly findings: readonly Finding[];
  readonly stated: readonly Finding[];
  /** Results of checks without judgement. */
  readonly notes: readonly { readonly check: Check; readonly note: string }[];
  /** Checks that found nothing. */
  readonly sound: readonly Check[];
  readonly unseen: readonly string[];
  readonly isConfirmed: boolean;
}

export interface SiteCheckRow {
  readonly id: string;
  readonly key: string;
  readonly website: string;
  readonly state: SiteCheckState;
  readonly refusal: string;
  readonly result: string;
  readonly icon: string;
  readonly requested_at: number;
  readonly finished_at: number | null;
  readonly email_confirmed_at: number | null;
}

export const shownColumns = [
  "id",
  "key",
  "website",
  "state",
  "refusal",
  "result",
  "icon",
  "requested_at",
  "finished_at",
  "email_confirmed_at",
] as const;

export function siteCheckOf(row: SiteCheckRow): SiteCheck {
  const result = row.result === "" ? null : (JSON.parse(row.result) as CheckResult);
  const outcomes = (result?.outcomes ?? []).flatMap(({ check: id, outcome }) => {
    const check = findCheck(id);
    return check === undefined ? [] : [{ check, outcome }];
  });
  const of = (kind: "found" | "stated") =>
    outcomes.flatMap(({ check, outcome }) =>
      outcome.kind === kind ? [{ check, outcome } as Finding] : [],
    );
  return {
    id: row.id,
    key: row.key,
    website: row.website,
    state: row.state,
    refusal: row.refusal,
    requestedAt: row.requested_at,
    finishedAt: row.finished_at,
    summary: result?.summary ?? null,
    icon: row.icon,
    findings: of("found").sort((one, other) => other.check.weight - one.check.weight),
    stated: of("stated"),
    notes: outcomes.flatMap(({ check, outcome }) =>
      outcome.kind === "sound" && outcome.note !== undefined ? [{ check, note: outcome.note }] : [],
    ),
    sound: outcomes.flatMap(({ check, outcome }) =>
      outcome.kind === "sound" && outcome.note === undefined ? [check] : [],
    ),
    unseen: result?.unseen ?? [],
    isConfirmed: row.email_confirmed_at !== null,
  };
}
