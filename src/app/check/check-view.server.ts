import type { CheckTexts, Place } from "#check/engine/check.ts";
import { families, familyTitles } from "#check/engine/check.ts";
import { readResult } from "#check/requests/read-checks.ts";
import { websiteOf } from "#check/requests/report-mail.ts";
import { type Finding, firstFindings, type SiteCheck } from "#check/requests/site-check.ts";
import { type Needs, needsOf } from "#check/website-needs.ts";
import type { Services } from "#compose.ts";

export interface ShownFinding {
  readonly id: string;
  readonly sentence: string;
  readonly why: string;
  readonly fix: string;
  readonly weightReason: string;
  readonly fixedByPlan: boolean;
  /** True for a fact without judgement. */
  readonly isStated: boolean;
  readonly places: readonly Place[];
  /** Number of places that are not shown. */
  readonly more: number;
}

export interface ShownFamily {
  readonly title: string;
  readonly findings: readonly ShownFinding[];
  readonly stated: readonly ShownFinding[];
  readonly notes: readonly string[];
  /** Questions of the checks that found nothing. */
  readonly sound: readonly string[];
}

export interface CheckView {
  readonly key: string;
  readonly id: string;
  readonly website: string;
  /** The website as it was typed. */
  readonly typed: string;
  readonly state: SiteCheck["state"];
  readonly refusal: string;
  readonly at: number;
  readonly count: number;
  /** Number of findings that a plan fixes. */
  readonly fixableCount: number;
  /** Why the page could not be read; null for a page that was read. */
  readonly obstacle: ShownFinding | null;
  readonly firstThree: readonly ShownFinding[];
  /** Number of checks that found nothing. */
  readonly soundCount: number;
  readonly needs: Needs;
  /** All findings by family; empty while `isGated`. */
  readonly families: readonly ShownFamily[];
  readonly unseen: readonly string[];
  readonly isGated: boolean;
  readonly listing: {
    readonly address: string;
    readonly title: string | null;
    readonly description: string | null;
    readonly icon: string;
  } | null;
}

/**
 * Throws "not-found". With `isGateClosed`, only the first three findings are shown until the
 * visitor confirms an email address.
 */
export async function readCheckView(
  services: Pick<Services, "database">,
  key: string,
  isGateClosed: boolean,
): Promise<CheckView> {
  return viewOf(await readResult(services, key), isGateClosed);
}

export function viewOf(check: SiteCheck, isGateClosed: boolean): CheckView {
  const isMore = check.findings.length > firstFindings(check).length;
  const isGated = isGateClosed && !check.isConfirmed && isMore;
  const { summary } = check;
  return {
    key: check.key,
    id: check.id,
    state: check.state,
    refusal: check.refusal,
    website: websiteOf(summary?.address ?? check.website),
    typed: check.website,
    at: check.finishedAt ?? check.requestedAt,
    count: check.findings.length,
    fixableCount: check.findings.filter((one) => one.check.fixedByPlan).length,
    obstacle: check.obstacle && shown(check.obstacle),
    firstThree: firstFindings(check).map(shown),
    soundCount: check.sound.length + check.notes.length,
    needs: needsOf(check),
    families: isGated ? [] : families.map((family) => familyOf(check, family)),
    unseen: check.unseen,
    isGated,
    listing:
      check.obstacle === null && summary !== null
        ? {
            address: summary.address,
            title: summary.title,
            description: summary.description,
            icon: check.icon,
          }
        : null,
  };
}

function familyOf(check: SiteCheck, family: (typeof families)[number]): ShownFamily {
  const isOwn = (one: CheckTexts) => one.family === family;
  return {
    title: familyTitles[family],
    findings: check.findings.filter((one) => isOwn(one.check)).map(shown),
    stated: check.stated.filter((one) => isOwn(one.check)).map(shown),
    notes: check.notes.filter((one) => isOwn(one.check)).map(({ note }) => note),
    sound: check.sound.filter(isOwn).map(({ question }) => question),
  };
}

function shown({ check, outcome }: Finding): ShownFinding {
  const { id, why, fix, weightReason, fixedByPlan } = check;
  const count = outcome.kind === "found" ? outcome.count : outcome.places.length;
  return {
    id,
    why,
    fix,
    weightReason,
    fixedByPlan,
    isStated: outcome.kind === "stated",
    sentence: outcome.sentence,
    places: outcome.places,
    more: Math.max(0, count - outcome.places.length),
  };
}
