import type { WayIn } from "../policy/ways-in.ts";

/** The address under which a calendar program reads the due days of orders. */
export const calendarWayIn: WayIn = {
  kind: "calendar",
  words: ["calendar address", "calendar addresses"],
  secrets: ["calendar_feeds.id"],
  async count(queries, { accountId }) {
    const { count } = await queries
      .selectFrom("calendar_feeds")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("account_id", "=", accountId)
      .executeTakeFirstOrThrow();
    return Number(count);
  },
  async end(tx, { accountId }) {
    await tx.deleteFrom("calendar_feeds").where("account_id", "=", accountId).execute();
  },
};
