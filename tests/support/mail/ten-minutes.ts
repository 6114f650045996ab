import { join } from "node:path";
import { orderNewsJob } from "#conversation/news/order-news.server.ts";
import { openSiteDatabase } from "../databases/site-database.ts";
import type { FurrowServer } from "../servers/furrow-server.ts";

/**
 * Skips the ten minutes for which the email about a placed order waits for the payment, and for
 * which the server collects news of an order.
 */
export function tenMinutesPass({ dataDirectory }: FurrowServer): void {
  const database = openSiteDatabase(join(dataDirectory, "furrow.db"));
  database.exec("update mail_outbox set due_at = 0 where state = 'waiting'");
  database.exec("update order_news set created_at = 0");
  database.exec(
    `update scheduled_jobs set scheduled_for = 0, due_at = 0 where kind = '${orderNewsJob}'`,
  );
  database.close();
}
