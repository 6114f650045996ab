import type { Queries } from "#platform/database/database.ts";

/** When each provider last sent a genuine notification; providers without one are left out. */
export async function lastHeard(
  queries: Queries,
  providers: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const heard = await Promise.all(
    providers.map(async (provider) => {
      const row = await queries
        .selectFrom("payment_notifications")
        .select("received_at")
        .where("provider", "=", provider)
        .where("state", "=", "verified")
        .where("source", "=", "provider")
        .orderBy("received_at", "desc")
        .limit(1)
        .executeTakeFirst();
      return row === undefined ? [] : [[provider, row.received_at] as const];
    }),
  );
  return new Map(heard.flat());
}
