import type { Hono } from "hono";
import { z } from "zod";
import { resultPath } from "#check/requests/check-addresses.ts";
import { allChecks, checkFilters, type ListedCheck } from "#check/requests/read-checks.ts";
import { requestCheck, requestSchema } from "#check/requests/request-check.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import { isoTime } from "#platform/time/dates.ts";
import type { ApiContext, ApiDependencies } from "../api-app.ts";
import { addCall } from "../call.ts";
import { streamedList } from "../list-response.ts";

const tag = "SEO checks";

const listQuery = z.object({
  finding: z
    .string()
    .max(100)
    .optional()
    .meta({ description: "Id of a check, such as title-missing; only websites with this fault" }),
  filter: z
    .enum(checkFilters)
    .optional()
    .meta({ description: "confirmed: with a confirmed address; ordered: led to an order" }),
});

const checkAnswer = z
  .strictObject({
    _id: z.string(),
    website: z.string(),
    state: z.enum(["waiting", "fetching", "done", "refused"]),
    requestedAt: z.string(),
    findings: z.number(),
    email: z.string(),
    orderId: z.string().nullable(),
    result: z.string(),
  })
  .meta({ id: "SiteCheck" });

export function siteCheckRoutes(api: Hono<ApiContext>, services: ApiDependencies): void {
  const shown = (check: ListedCheck): z.infer<typeof checkAnswer> => ({
    _id: check.id,
    website: check.website,
    state: check.state,
    findings: check.findings,
    requestedAt: isoTime(check.requestedAt),
    email: check.email,
    orderId: check.orderId,
    result: `${services.publicUrl}${resultPath(check.key)}`,
  });
  addCall(api, "POST", "/site-checks", {
    tag,
    who: "everyone",
    summary: "Checks a website",
    detail: "The answer names the address of the result, which is ready within half a minute.",
    body: { schema: requestSchema, example: { website: "example.com" } },
    answer: { status: 201, schema: z.strictObject({ result: z.string() }) },
    refusals: [404, 429],
    run: async ({ context, body }) => {
      const { key } = await requestCheck(services, context.var.facts, body);
      return { result: `${services.publicUrl}${resultPath(key)}` };
    },
  });
  addCall(api, "GET", "/site-checks", {
    tag,
    who: "admin",
    summary: "All checks of the last 90 days, the newest first",
    query: listQuery,
    answer: { schema: z.array(checkAnswer) },
    run: ({ context, actor }) => {
      const request = parseOrThrow(listQuery, context.req.query());
      return streamedList(context, services.log, allChecks(services, actor, request), shown);
    },
  });
}
