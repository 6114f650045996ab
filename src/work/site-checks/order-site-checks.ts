import { z } from "zod";
import { type Crawl, readCrawledPages, retryCrawlNow } from "#check/crawl/crawls.ts";
import { type Differences, differencesBetween } from "#check/crawl/differences.ts";
import { longestAddress, readTypedAddress } from "#check/fetching/typed-address.ts";
import { findRoomOrder, lockTeamOrder } from "#orders/find-order.ts";
import type { Order } from "#orders/order.ts";
import { selectOrder } from "#orders/order-store.server.ts";
import type { Database, Queries } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { newId } from "#platform/ids.ts";
import { isPlainText, trimmed } from "#platform/texts/plain-text.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import type { Clock } from "#platform/time/clock.ts";
import { type Actor, authorOf } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import { requireRoomRight } from "#policy/rights.ts";
import {
  addSiteCheck,
  hasEnded,
  hasResult,
  type RecordedCheck,
  readSiteChecks,
  type SiteCheckRecord,
} from "./site-check-record.server.ts";

interface SiteChecksDependencies {
  readonly database: Database;
  readonly clock: Clock;
  /** Starts a new crawl at once instead of within a second. */
  readonly siteChecks: { wake(): void };
}

const longestReason = 500;

const reason = (missing: string) =>
  z
    .string(missing)
    .overwrite(trimmed)
    .max(longestReason, `A reason has at most ${longestReason} characters.`)
    .refine(isPlainText, "The reason has characters that cannot be shown.");

export const websiteForm = z.strictObject({
  website: z
    .string("Enter the address of the website, such as example.com.")
    .overwrite(trimmed)
    .max(longestAddress, "The address is too long.")
    .refine(isPlainText, "The address has characters that cannot be shown.")
    .default("")
    .meta({ description: "An address other than the current one; needs a reason" }),
  reason: reason("Write why the address changes.").default(""),
});

const noReason = "Write why you continue without a first check.";

export const withoutBeforeForm = z.strictObject({ reason: reason(noReason).min(1, noReason) });

/** A check of the website of an order, before or after the work. */
export type ShownSiteCheck = Omit<Crawl, "id" | "engineVersion" | "origin" | "reason">;

export interface OrderSiteChecks {
  readonly website: string;
  /** Null before the first check, and when the team went on without a first check. */
  readonly before: ShownSiteCheck | null;
  /** Why the team went on without a first check; null otherwise. */
  readonly withoutBefore: string | null;
  readonly after: ShownSiteCheck | null;
  /** A later check that is not finished or has no result. */
  readonly nextAfter: ShownSiteCheck | null;
  readonly isChecking: boolean;
}

/**
 * The checks of the website of an order, for its customer and the team. Throws "unauthenticated"
 * and "not-found".
 */
export async function orderSiteChecks(
  { database }: Pick<SiteChecksDependencies, "database">,
  actor: Actor,
  orderId: string,
): Promise<OrderSiteChecks> {
  const order = await findRoomOrder(database.read, actor, orderId);
  return shown(await readSiteChecks(database.read, order));
}

function shown({ website, before, after, nextAfter }: SiteCheckRecord): OrderSiteChecks {
  const crawls = [before, nextAfter].flatMap((one) => one?.crawl ?? []);
  return {
    website,
    before: shownCheck(before),
    withoutBefore: before !== null && before.crawl === null ? before.row.reason : null,
    after: shownCheck(after),
    nextAfter: shownCheck(nextAfter),
    isChecking: crawls.some((crawl) => !hasEnded(crawl)),
  };
}

function shownCheck(check: RecordedCheck | null): ShownSiteCheck | null {
  if (check?.crawl == null) return null;
  const { id: _, engineVersion: __, origin: ___, reason: ____, ...crawl } = check.crawl;
  return crawl;
}

/**
 * Checks the website of a Paid order now. The check is an "after" if the "before" has a result or
 * the team went on without a "before"; otherwise it is the "before". A check that waits for its
 * next attempt makes this attempt at once; a running check goes on. Input: `websiteForm`. Throws
 * "forbidden", "invalid", "not-found", and "conflict" for an order that is not paid or belongs to
 * the demonstration.
 */
export async function checkOrderSite(
  { database, clock, siteChecks }: SiteChecksDependencies,
  actor: Actor,
  orderId: string,
  input: unknown,
): Promise<OrderSiteChecks> {
  requireRoomRight(actor, "deliver orders");
  const typed = parseOrThrow(websiteForm, input);
  const checks = await database.write(async (tx) => {
    const order = await lockTeamOrder(tx, actor, "deliver orders", orderId);
    requireCheckable(order);
    const record = await readSiteChecks(tx, order);
    const { website, isMoved } = websiteIn(record, typed);
    const at = clock();
    const hasBefore = hasResult(record.before?.crawl ?? null);
    const isWithoutBefore = record.before !== null && record.before.crawl === null;
    const purpose = hasBefore || isWithoutBefore ? "after" : "before";
    const current = purpose === "after" ? record.nextAfter : record.before;
    const running = current?.crawl && !hasEnded(current.crawl) ? current.crawl : null;
    if (running !== null && !isMoved) {
      await retryCrawlNow(tx, running.id, at);
      return shown(record);
    }
    // A running crawl of the former address is not stopped; the new crawl replaces its result.
    await addSiteCheck(tx, order, {
      purpose,
      website,
      reason: isMoved ? typed.reason : "",
      author: authorOf(actor),
      at,
      seedId: hasBefore ? (record.before?.crawl?.id ?? null) : null,
    });
    await audit(tx, actor, {
      action: isMoved ? "Change address and check website" : "Check website",
      subject: "order",
      subjectId: order.id,
      label: `Order ${order.number}`,
      before: null,
      // The audit log is never deleted, so it does not contain the customer's address.
      after: { check: purpose, ...(isMoved && { reason: typed.reason }) },
      at,
    });
    return shown(await readSiteChecks(tx, order));
  });
  siteChecks.wake();
  return checks;
}

/**
 * Decides that an order goes on without a "before", after its website could not be checked. Later
 * checks then show their findings without a comparison. Input: `withoutBeforeForm`. Throws
 * "forbidden", "invalid", "not-found", and "conflict" while the check can still succeed.
 */
export async function goOnWithoutBefore(
  { database, clock }: Pick<SiteChecksDependencies, "database" | "clock">,
  actor: Actor,
  orderId: string,
  input: unknown,
): Promise<OrderSiteChecks> {
  requireRoomRight(actor, "deliver orders");
  const { reason } = parseOrThrow(withoutBeforeForm, input);
  return database.write(async (tx) => {
    const order = await lockTeamOrder(tx, actor, "deliver orders", orderId);
    requireCheckable(order);
    const { before, website } = await readSiteChecks(tx, order);
    if (before === null) {
      throw new AppError("conflict", "The website has not been checked yet. Check it first.");
    }
    if (before.crawl !== null && (hasResult(before.crawl) || !hasEnded(before.crawl))) {
      throw new AppError(
        "conflict",
        "The first check has a result or is still under way. Reload the page to see it.",
      );
    }
    if (before.crawl !== null) {
      const at = clock();
      const author = authorOf(actor);
      const row = { id: newId(), order_id: order.id, purpose: "before", crawl_id: null } as const;
      await tx
        .insertInto("order_site_checks")
        .values({ ...row, website, reason, author, at })
        .execute();
      await audit(tx, actor, {
        action: "Go on without first check of website",
        subject: "order",
        subjectId: order.id,
        label: `Order ${order.number}`,
        before: null,
        after: { reason },
        at,
      });
    }
    return shown(await readSiteChecks(tx, order));
  });
}

function requireCheckable(order: Order): void {
  if (order.isDemonstration) {
    throw new AppError(
      "conflict",
      "This is a demonstration order, so no website is checked for it.",
    );
  }
  if (order.paymentStatus !== "Paid") {
    throw new AppError("conflict", "This order is not paid, so its website is not checked.");
  }
}

function websiteIn({ website }: SiteCheckRecord, typed: z.output<typeof websiteForm>) {
  if (typed.website === "" || typed.website === website) {
    if (website !== "") return { website, isMoved: false };
    throw invalid("website", "Enter the address of the website, such as example.com.");
  }
  const address = readTypedAddress(typed.website);
  if (!("address" in address)) throw invalid("website", address.sentence);
  const isMoved = website !== "";
  if (isMoved && typed.reason === "") {
    throw invalid("reason", "Write why the address changes. It replaces the customer’s address.");
  }
  return { website: typed.website, isMoved };
}

function invalid(path: string, message: string): AppError {
  return new AppError("invalid", message, { issues: [{ path, message }] });
}

/** Changes of a finding between the "before" and the last "after" of an order. */
export interface CheckDifference {
  /** Id of the check. */
  readonly check: string;
  /** Numbers of pages with the finding in the whole "before" and in the whole "after". */
  readonly before: number;
  readonly after: number;
  /** Paths of pages, in the order of the crawl. */
  readonly mended: readonly string[];
  readonly added: readonly string[];
  readonly same: readonly string[];
  readonly notComparable: readonly string[];
}

export interface OrderDifferences {
  readonly website: string;
  readonly beforeAt: number;
  readonly afterAt: number;
  readonly beforePages: number;
  readonly afterPages: number;
  /** Changes of all findings of both crawls, sorted by the id of the check. */
  readonly checks: readonly CheckDifference[];
  /** Pages that only the "before" has. */
  readonly gonePages: readonly string[];
  /** Pages that only the "after" has. */
  readonly newPages: readonly string[];
}

/**
 * The differences between the "before" and the last "after" of an order; null until both are done.
 * Checks no rights: call it after the order was found for the actor.
 */
export async function differencesOfOrder(
  queries: Queries,
  orderId: string,
): Promise<OrderDifferences | null> {
  const order = await selectOrder(queries, orderId);
  if (order === undefined) return null;
  const { website, before, after } = await readSiteChecks(queries, order);
  const [first, last] = [before?.crawl ?? null, after?.crawl ?? null];
  if (!hasResult(first) || !hasResult(last)) return null;
  const beforePages = await readCrawledPages(queries, first.id);
  const afterPages = await readCrawledPages(queries, last.id);
  const differences = differencesBetween(beforePages, afterPages);
  return {
    website,
    beforeAt: first.finishedAt ?? first.requestedAt,
    afterAt: last.finishedAt ?? last.requestedAt,
    beforePages: beforePages.length,
    afterPages: afterPages.length,
    checks: byCheck(differences),
    gonePages: differences.gone,
    newPages: differences.added.map(({ page }) => page),
  };
}

function byCheck({ list }: Differences): CheckDifference[] {
  const found = list.filter(({ was, is }) => was === "found" || is === "found");
  const groups = [...Map.groupBy(found, ({ check }) => check)];
  return groups
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([check, own]) => {
      const pagesOf = (wanted: string) =>
        own.flatMap(({ kind, page }) => (kind === wanted ? [page] : []));
      return {
        check,
        before: own.filter(({ was }) => was === "found").length,
        after: own.filter(({ is }) => is === "found").length,
        mended: pagesOf("mended"),
        added: pagesOf("new"),
        same: pagesOf("same"),
        notComparable: pagesOf("not-comparable"),
      };
    });
}
