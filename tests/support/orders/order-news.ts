import { orderNewsJobs } from "#conversation/news/order-news.server.ts";
import type { Post } from "#mail/mailer.ts";
import { runDueJob, type ScheduleDependencies } from "#platform/schedule/scheduled-jobs.server.ts";

interface NewsShop extends Omit<ScheduleDependencies, "handlers"> {
  readonly post: Post;
  readonly time: { now: number };
}

/** Lets time pass until all news of orders are distributed, which takes up to ten minutes. */
export async function distributeNews(shop: NewsShop): Promise<void> {
  shop.time.now += 15 * 60_000;
  while (await runDueJob({ ...shop, handlers: orderNewsJobs(shop.post) }));
}
