import type { Database } from "#platform/database/database.ts";

const betweenRequestsMs = 1000;

/**
 * Reserves the next request to a site, and returns the time at which the request may begin. All
 * processes together make one request per second to a site.
 */
export async function reserveTurn(database: Database, host: string, now: number): Promise<number> {
  const site = host.replace(/^www\./, "").replace(/:\d+$/, "");
  return database.write(async (tx) => {
    const { free_at: next } = await tx
      .insertInto("site_crawl_turns")
      .values({ site, free_at: now + betweenRequestsMs })
      .onConflict((conflict) =>
        conflict.column("site").doUpdateSet((set) => ({
          free_at: set
            .case()
            .when("site_crawl_turns.free_at", "<", now)
            .then(now + betweenRequestsMs)
            .else(set("site_crawl_turns.free_at", "+", betweenRequestsMs))
            .end(),
        })),
      )
      .returning("free_at")
      .executeTakeFirstOrThrow();
    return next - betweenRequestsMs;
  });
}
