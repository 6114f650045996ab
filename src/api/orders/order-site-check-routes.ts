import type { Hono } from "hono";
import { z } from "zod";
import { longestAddress } from "#check/fetching/typed-address.ts";
import { isoTime } from "#platform/time/dates.ts";
import type { Actor } from "#policy/actor.ts";
import {
  checkOrderSite,
  differencesOfOrder,
  goOnWithoutBefore,
  orderSiteChecks,
  type ShownSiteCheck,
  websiteForm,
  withoutBeforeForm,
} from "#work/site-checks/order-site-checks.ts";
import type { ApiContext, ApiDependencies } from "../api-app.ts";
import { addCall } from "../call.ts";

const checkSchema = z
  .strictObject({
    state: z.enum(["waiting", "crawling", "reading", "done", "unreachable", "refused"]),
    website: z.string().max(longestAddress),
    sentence: z.string().meta({ description: "What went wrong and what to do; usually empty" }),
    pages: z.int().meta({ description: "Pages that the check asks for, so far" }),
    askedPages: z.int(),
    readPages: z.int(),
    knownPages: z.int().meta({ description: "Pages that the sitemap and the links name" }),
    isSampled: z.boolean().meta({ description: "Whether the site has more pages than the limit" }),
    requestedAt: z.iso.datetime(),
    finishedAt: z.iso.datetime().nullable(),
    nextAttemptAt: z.iso.datetime().nullable(),
    findings: z
      .record(z.string(), z.int())
      .nullable()
      .meta({ description: "Number of pages by finding; null before the check is done" }),
  })
  .meta({ id: "OrderSiteCheck" });

const pages = z.array(z.string());
const siteChecksSchema = z
  .strictObject({
    website: z.string(),
    before: checkSchema.nullable().meta({ description: "The check before the work" }),
    withoutBefore: z
      .string()
      .nullable()
      .meta({ description: "Why the team goes on without a check before the work" }),
    after: checkSchema.nullable().meta({ description: "The last check with a result" }),
    nextAfter: checkSchema.nullable().meta({ description: "A later check without a result" }),
    differences: z
      .array(
        z.strictObject({
          finding: z.string(),
          mended: pages,
          new: pages,
          same: pages,
          notComparable: pages,
        }),
      )
      .nullable()
      .meta({ description: "Pages by finding; null until both checks are done" }),
  })
  .meta({ id: "OrderSiteChecks" });

const tag = "Orders";
const answer = { schema: siteChecksSchema };

/** The checks of the website of an order, before and after the work. */
export function orderSiteCheckRoutes(api: Hono<ApiContext>, services: ApiDependencies): void {
  const shown = async (actor: Actor, id: string): Promise<z.output<typeof siteChecksSchema>> => {
    const checks = await orderSiteChecks(services, actor, id);
    const found = await differencesOfOrder(services.database.read, id);
    return {
      website: checks.website,
      before: toRest(checks.before),
      withoutBefore: checks.withoutBefore,
      after: toRest(checks.after),
      nextAfter: toRest(checks.nextAfter),
      differences:
        found?.checks.map(({ check, mended, added, same, notComparable }) => ({
          finding: check,
          mended: [...mended],
          new: [...added],
          same: [...same],
          notComparable: [...notComparable],
        })) ?? null,
    };
  };
  addCall(api, "GET", "/order/:id/site-checks", {
    tag,
    who: "signed in",
    summary: "The checks of the website of an order; for its customer and for the team",
    answer,
    run: ({ actor, id }) => shown(actor, id),
  });
  addCall(api, "POST", "/order/:id/site-checks", {
    tag,
    who: "admin",
    summary: "Checks the website of a Paid order now",
    detail:
      "The first check with a result is the one before the work. A check that is under way goes on. Another `website` replaces the address of the order and needs a `reason`.",
    body: {
      schema: websiteForm,
      example: { website: "example.com", reason: "The shop has moved." },
    },
    answer,
    refusals: [409],
    run: async ({ actor, id, body }) => {
      await checkOrderSite(services, actor, id, body);
      return shown(actor, id);
    },
  });
  addCall(api, "POST", "/order/:id/site-checks/without-before", {
    tag,
    who: "admin",
    summary: "Goes on without a check before the work, after it could not be made",
    body: { schema: withoutBeforeForm, example: { reason: "The website is new." } },
    answer,
    refusals: [409],
    run: async ({ actor, id, body }) => {
      await goOnWithoutBefore(services, actor, id, body);
      return shown(actor, id);
    },
  });
}

function toRest(check: ShownSiteCheck | null): z.output<typeof checkSchema> | null {
  if (check === null) return null;
  const { state, website, sentence, isSampled, counts } = check;
  const timeOf = (at: number | null) => (at === null ? null : isoTime(at));
  return {
    state,
    website,
    sentence,
    pages: check.pages,
    askedPages: check.asked,
    readPages: check.read,
    knownPages: check.known,
    isSampled,
    requestedAt: isoTime(check.requestedAt),
    finishedAt: timeOf(check.finishedAt),
    nextAttemptAt: timeOf(check.nextAttemptAt),
    findings: counts && { ...counts },
  };
}
