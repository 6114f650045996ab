import type { Hono } from "hono";
import { z } from "zod";
import { streamedBody } from "../../http/streamed-body.ts";
import { type Order, orderStatuses, paymentStatuses } from "../../orders/order.ts";
import { exportOrders, orderCsvHead, orderCsvRow } from "../../orders/search/export-orders.ts";
import { orderSorts, readOrderSearch } from "../../orders/search/order-search.ts";
import { AppError } from "../../platform/errors.ts";
import { requireRight } from "../../policy/rights.ts";
import type { ApiContext, ApiDependencies } from "../api-app.ts";
import { describeCall } from "../describe-call.ts";

/** Exports the orders of a search as CSV, for admins. */
export function orderExportRoutes(
  api: Hono<ApiContext>,
  { database, configuration, log }: ApiDependencies,
): void {
  const { timeZone } = configuration;
  api.get("/orders/export", exportCall, async (c) => {
    const actor = await c.var.actor();
    requireRight(actor, "see every order");
    const { search, issues } = readOrderSearch(new URL(c.req.url).searchParams);
    // The panel ignores an invalid filter and shows a notice; a file could not show one.
    if (issues.length > 0) {
      throw new AppError("invalid", issues.map(({ message }) => message).join(" "), { issues });
    }
    const rows = csvOf(exportOrders({ database, timeZone }, actor, search), timeZone);
    return c.body(await streamedBody(rows, log), 200, {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="orders.csv"`,
      "Cache-Control": "no-store",
    });
  });
}

async function* csvOf(
  chunks: AsyncIterable<readonly Order[]>,
  timeZone: string,
): AsyncGenerator<string> {
  yield orderCsvHead;
  for await (const orders of chunks) {
    yield orders.map((order) => orderCsvRow(order, timeZone)).join("");
  }
}

const day = z.string().optional().meta({ description: "Such as 2026-11-20" });
const sorts = Object.keys(orderSorts) as (keyof typeof orderSorts)[];

const exportCall = describeCall({
  tag: "Orders",
  summary: "Exports the orders of a search as CSV",
  who: "admin",
  query: z.object({
    q: z.string().optional().meta({ description: "Words of name, email and plan, or a number" }),
    payment: z.enum(paymentStatuses).optional(),
    status: z.enum(orderStatuses).optional(),
    plan: z.string().optional(),
    from: day,
    to: day,
    sort: z.enum(sorts).optional(),
  }),
  answer: { type: "text/csv", schema: z.string() },
});
