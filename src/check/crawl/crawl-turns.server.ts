import type { Database } from "../../platform/database/database.ts";

const betweenRequestsMs = 1000;

/** Reserves a request to a site, one a second for all processes, and returns when it may begin. */
export async function reserveTurn(database: Database, host: string, now: number): Promise<number> {
  const site = host.replace(/^www\./, "").replace(/:\d+$/, "");
  return database.write(async (tx) => {
    const { next_at: next } = await tx
      .insertInto("site_crawl_turns")
      .values({ site, next_at: now + betweenRequestsMs })
      .onConflict((conflict) =>
        conflict.column("site").doUpdateSet((set) => ({
          next_at: set
            .case()
            .when("site_crawl_turns.next_at", "<", now)
            .then(now + betweenRequestsMs)
            .else(set("site_crawl_turns.next_at", "+", betweenRequestsMs))
            .end(),
        })),
      )
      .returning("next_at")
      .executeTakeFirstOrThrow();
    return next - betweenRequestsMs;
  });
}
