import type { WayIn } from "#policy/ways-in.ts";
import { countVerifications } from "./authentication-tables.server.ts";

export const sessionsWayIn: WayIn = {
  kind: "sessions",
  words: ["session", "sessions"],
  secrets: ["session.token"],
  async count(queries, { accountId, exceptToken = "" }) {
    const { count } = await queries
      .selectFrom("session")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("userId", "=", accountId)
      .where("token", "!=", exceptToken)
      .executeTakeFirstOrThrow();
    return Number(count);
  },
  async end(tx, { accountId, exceptToken = "" }) {
    await tx
      .deleteFrom("session")
      .where("userId", "=", accountId)
      .where("token", "!=", exceptToken)
      .execute();
  },
};

const resetLink = "reset-password:%";

/** Links for a new password that were emailed and not used. */
export const resetLinksWayIn: WayIn = {
  kind: "resetLinks",
  words: ["link for a new password", "links for a new password"],
  secrets: ["verification.identifier"],
  count: (queries, { accountId }) => countVerifications(queries, accountId, resetLink),
  async end(tx, { accountId }) {
    await tx
      .deleteFrom("verification")
      .where("value", "=", accountId)
      .where("identifier", "like", resetLink)
      .execute();
  },
};
