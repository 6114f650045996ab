import { findCheck } from "#check/registry.ts";
import type { WriteTransaction } from "#platform/database/database.ts";
import { AppError, type FieldIssue } from "#platform/errors.ts";
import { type CheckDifference, differencesOfOrder } from "../site-checks/order-site-checks.ts";
import type { DeliveredKind, DeliveryCheckRow, ShownKind } from "./delivery-tables.server.ts";

/** A finding that the work has fixed, as proof of a promised point. */
export interface MendedFinding {
  /** Id of the check. */
  readonly id: string;
  /** Paths of the fixed pages. */
  readonly pages: readonly string[];
  readonly website: string;
  readonly beforeAt: number;
  readonly afterAt: number;
}

export function mendedFinding(row: DeliveryCheckRow): MendedFinding {
  return {
    id: row.check_name,
    website: row.website,
    pages: JSON.parse(row.pages),
    beforeAt: row.before_at,
    afterAt: row.after_at,
  };
}

/** Such as "Pages without a title: 12 → 0". Counts only pages that both checks have read. */
export function fixedSentence({ check, mended, added, same }: CheckDifference): string {
  const counted = findCheck(check)?.counted ?? check;
  return `${counted}: ${mended.length + same.length} → ${added.length + same.length}`;
}

interface Point {
  readonly position: number;
  readonly point: string;
  readonly kind: ShownKind;
  readonly value: string;
  readonly unit: string;
  readonly file_id: string | null;
}

type StoredPoint = Omit<Point, "kind"> & { readonly kind: DeliveredKind };

/**
 * Replaces the id of a check by a sentence about the fixed finding. Stores copies of the fixed pages
 * as evidence, because later checks of the website must not change a proof. Throws "invalid" for a
 * finding that was fixed on no page.
 */
export async function withChecks(
  tx: WriteTransaction,
  orderId: string,
  points: readonly Point[],
): Promise<{
  readonly points: readonly StoredPoint[];
  readonly checks: readonly Omit<DeliveryCheckRow, "delivery_id">[];
}> {
  const hasChecks = points.some(({ kind }) => kind === "check");
  const differences = hasChecks ? await differencesOfOrder(tx, orderId) : null;
  const issues: FieldIssue[] = [];
  const stored: StoredPoint[] = [];
  const checks: Omit<DeliveryCheckRow, "delivery_id">[] = [];
  for (const [index, point] of points.entries()) {
    const { kind, position } = point;
    if (kind !== "check") {
      stored.push({ ...point, kind });
      continue;
    }
    const finding = differences?.checks.find(({ check }) => check === point.value);
    if (differences === null || finding === undefined || finding.mended.length === 0) {
      const message =
        "Choose a finding that is fixed. The last check of the website shows none of this kind.";
      issues.push({ path: `points.${index}.value`, message });
      continue;
    }
    stored.push({ ...point, kind: "text", value: fixedSentence(finding) });
    checks.push({
      position,
      check_name: finding.check,
      pages: JSON.stringify(finding.mended),
      website: differences.website,
      before_at: differences.beforeAt,
      after_at: differences.afterAt,
    });
  }
  if (issues.length > 0) {
    throw new AppError("invalid", issues.map(({ message }) => message).join(" "), { issues });
  }
  return { points: stored, checks };
}
