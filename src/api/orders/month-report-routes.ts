import type { Hono } from "hono";
import { z } from "zod";
import { isoTime } from "#platform/time/dates.ts";
import { listKinds } from "#reports/figures/list-kinds.ts";
import { listReports, readReport } from "#reports/read-reports.ts";
import type { MonthReport } from "#reports/report.ts";
import { reportStates } from "#reports/report-tables.server.ts";
import type { ApiContext, ApiDependencies } from "../api-app.ts";
import { addCall } from "../call.ts";

const tag = "Orders";

const reportSchema = z
  .strictObject({
    month: z.string().meta({ description: 'Such as "2026-11"' }),
    state: z.enum(reportStates).meta({ description: "Customers see sent reports only" }),
    sentAt: z.iso.datetime().nullable(),
    done: z.string().meta({ description: "What we did" }),
    changed: z.string().meta({ description: "What changed" }),
    next: z.string().meta({ description: "What comes next" }),
    numbers: z.array(
      z.strictObject({
        label: z.string(),
        value: z.string().meta({ description: 'A decimal number such as "-12.5"' }),
        earlier: z.string().meta({ description: '"" if there is none' }),
        unit: z.string(),
        source: z.string(),
      }),
    ),
    lists: z
      .array(
        z.strictObject({
          kind: z.enum(listKinds),
          source: z.string(),
          note: z.string().meta({ description: 'What the list leaves out; "" if it is whole' }),
          lines: z.array(
            z.strictObject({
              name: z.string().meta({ description: "The search, or the address of the page" }),
              clicks: z.int(),
              impressions: z.int().nullable(),
              position: z.string().meta({ description: 'Such as "11.5"; "" if there is none' }),
            }),
          ),
        }),
      )
      .meta({ description: "The searches and the pages with the most clicks" }),
  })
  .meta({ id: "MonthReport" });

export function monthReportRoutes(api: Hono<ApiContext>, services: ApiDependencies): void {
  addCall(api, "GET", "/order/:id/months", {
    tag,
    who: "signed in",
    summary: "The reports of an order's months, the newest first",
    answer: { schema: z.array(reportSchema) },
    run: async ({ actor, id }) => (await listReports(services, actor, id)).map(toRest),
  });
  addCall(api, "GET", "/order/:id/months/:month", {
    tag,
    who: "signed in",
    summary: "The report of one month of an order",
    answer: { schema: reportSchema },
    run: async ({ actor, id, month }) => {
      const { report } = await readReport(services, actor, id, month);
      return toRest(report);
    },
  });
}

function toRest(report: MonthReport): z.output<typeof reportSchema> {
  const { month, state, sentAt, done, changed, next, numbers, lists } = report;
  return {
    month,
    state,
    sentAt: sentAt === null ? null : isoTime(sentAt),
    done,
    changed,
    next,
    numbers: numbers.map((one) => ({ ...one })),
    lists: lists.map(({ figures: _, lines, ...list }) => ({ ...list, lines: [...lines] })),
  };
}
