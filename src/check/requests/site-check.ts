import type { CheckTexts, Found, Stated } from "../engine/check.ts";
import type { CheckResult, PageSummary } from "../engine/run-checks.ts";
import { findCheck } from "../registry.ts";
import type { SiteCheckState } from "./site-check-tables.server.ts";

export interface Finding {
  readonly check: CheckTexts;
  readonly outcome: Found | Stated;
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
  /** Why the page could not be read; then there is no other finding. Null for a page that was read. */
  readonly obstacle: Finding | null;
  /** Faults, the most costly first. */
  readonly findings: readonly Finding[];
  readonly stated: readonly Finding[];
  /** Results of checks without judgement. */
  readonly notes: readonly { readonly check: CheckTexts; readonly note: string }[];
  /** Checks that found nothing. */
  readonly sound: readonly CheckTexts[];
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
  const [findings, stated] = [of("found"), of("stated")];
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
    obstacle: [...findings, ...stated].find(({ check }) => check.id === result?.obstacle) ?? null,
    findings: findings.sort((one, other) => other.check.weight - one.check.weight),
    stated,
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

/** The findings that cost most, or what kept us from looking for any. */
export function firstFindings({ obstacle, findings }: SiteCheck): readonly Finding[] {
  return obstacle === null ? findings.slice(0, 3) : [obstacle];
}

/** The most important finding, as emails say it. */
export function firstSentence(check: SiteCheck): string {
  const [first] = firstFindings(check);
  return first?.outcome.sentence ?? "none. Congratulations, the page is sound.";
}
