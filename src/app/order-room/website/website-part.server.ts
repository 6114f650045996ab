import { fields, intent } from "#app/intents.server.ts";
import { families, familyTitles } from "#check/engine/check.ts";
import { findCheck } from "#check/registry.ts";
import { type DateReader, longDateOf, minuteOf } from "#platform/time/dates.ts";
import { fixedSentence } from "#work/deliveries/delivery-checks.server.ts";
import {
  type CheckDifference,
  checkOrderSite,
  differencesOfOrder,
  goOnWithoutBefore,
  type OrderDifferences,
  orderSiteChecks,
  type ShownSiteCheck,
} from "#work/site-checks/order-site-checks.ts";
import type { TeamForm } from "../room-form.server.ts";
import type { RoomReading } from "../room-part.ts";

export type WebsiteView = Awaited<ReturnType<typeof websiteView>>;

/** The website of an order, with the checks before and after the work and their differences. */
async function websiteView({ services, actor, order, reader }: RoomReading) {
  const [checks, found] = await Promise.all([
    orderSiteChecks(services, actor, order.id),
    differencesOfOrder(services.database.read, order.id),
  ]);
  return {
    website: checks.website,
    isChecking: checks.isChecking,
    withoutBefore: checks.withoutBefore,
    before: checkView(checks.before, reader),
    after: checkView(checks.after, reader),
    nextAfter: checkView(checks.nextAfter, reader),
    differences: found && differencesView(found, reader),
    /** Findings that can prove a promised point. */
    proofs: (found?.checks ?? [])
      .filter(({ mended }) => mended.length > 0)
      .map((difference) => ({ value: difference.check, label: fixedSentence(difference) })),
  };
}

export const teamWebsite = {
  read: websiteView,
  intents: {
    "check-website": intent(
      fields("website", "reason"),
      async ({ services, actor, orderId }: TeamForm, form) => {
        await checkOrderSite(services, actor, orderId, form);
        return { said: "The website is being checked" };
      },
    ),
    "without-before": intent(
      fields("reason"),
      async ({ services, actor, orderId }: TeamForm, form) => {
        await goOnWithoutBefore(services, actor, orderId, form);
        return { said: "The check before the work is skipped" };
      },
    ),
  },
};

export const customerWebsite = { read: websiteView };

export type CheckView = NonNullable<ReturnType<typeof checkView>>;

function checkView(check: ShownSiteCheck | null, reader: DateReader) {
  if (check === null) return null;
  const { state, sentence, pages, asked, read, known, isSampled, nextAttemptAt } = check;
  const isReading = state === "reading";
  return {
    state,
    sentence,
    pages,
    website: check.website,
    /** Share of the pages that are fetched or read, in percent. */
    progress: pages === 0 ? 0 : Math.round((100 * (isReading ? read : asked)) / pages),
    progressWords: progressWords(check),
    sample: isSampled ? `A sample of ${pages} of at least ${known} pages.` : "",
    nextAttempt: nextAttemptAt === null ? "" : minuteOf(nextAttemptAt, reader),
    date: longDateOf(check.finishedAt ?? check.requestedAt, reader),
    findings: Object.values(check.counts ?? {}).reduce((sum, count) => sum + count, 0),
  };
}

function progressWords({ state, asked, pages, read }: ShownSiteCheck): string {
  if (state === "waiting") return "Waiting for the website";
  if (state === "crawling") return `${asked} of ${pages} pages fetched, one a second`;
  if (state === "reading") return `${read} of ${pages} pages read`;
  return "";
}

export type DifferencesView = ReturnType<typeof differencesView>;

function differencesView(found: OrderDifferences, reader: DateReader) {
  const checks = found.checks.map(differenceView).sort((one, other) => other.weight - one.weight);
  const compared = found.beforePages - found.gonePages.length;
  return {
    beforeDate: longDateOf(found.beforeAt, reader),
    afterDate: longDateOf(found.afterAt, reader),
    families: families.flatMap((family) => {
      const own = checks.filter((check) => check.family === family);
      const sum = (key: "before" | "after") => own.reduce((total, check) => total + check[key], 0);
      const [before, after] = [sum("before"), sum("after")];
      return before + after === 0 ? [] : [{ family, title: familyTitles[family], before, after }];
    }),
    checks,
    compared,
    /** Sentences about pages that the numbers do not count. */
    notes: [
      found.gonePages.length > 0 &&
        `${pagesInWords(found.gonePages.length)} of the first check ${found.gonePages.length === 1 ? "is" : "are"} gone or did not answer, and not counted.`,
      found.newPages.length > 0 &&
        `${pagesInWords(found.newPages.length)} added later ${found.newPages.length === 1 ? "is" : "are"} not counted.`,
    ].filter((note) => note !== false),
  };
}

const pagesInWords = (count: number) => (count === 1 ? "1 page" : `${count} pages`);

/** Counts only pages that both checks have read. */
function differenceView({ check: id, mended, added, same, notComparable }: CheckDifference) {
  const check = findCheck(id);
  return {
    id,
    family: check?.family ?? "reachable",
    weight: check?.weight ?? 0,
    label: check?.counted ?? id,
    fix: check?.fix ?? "",
    before: mended.length + same.length,
    after: added.length + same.length,
    mended,
    added,
    same,
    notComparable: notComparable.length,
  };
}
