import { isoTime } from "#platform/time/dates.ts";
import type { PersonalData } from "#policy/personal-data.ts";
import { deleteLinksById } from "./issue-link.server.ts";

/** The links to orders that a person got by email. Their tokens are stored nowhere. */
export const personalLinks: PersonalData = {
  name: "orderLinks",
  async *records(queries, { accountId }) {
    const links = await queries
      .selectFrom("order_links")
      .select(["order_id", "purpose", "sent_at", "expires_at", "last_used_at"])
      .where("account_id", "=", accountId)
      .orderBy("sent_at")
      .execute();
    yield links.map((link) => ({
      order: link.order_id,
      opens: link.purpose,
      sentAt: isoTime(link.sent_at),
      expiresAt: isoTime(link.expires_at),
      lastUsedAt: link.last_used_at === null ? null : isoTime(link.last_used_at),
    }));
  },
  async forget(tx, { accountId }) {
    const links = await tx
      .selectFrom("order_links")
      .select("id")
      .where("account_id", "=", accountId)
      .execute();
    await deleteLinksById(
      tx,
      links.map(({ id }) => id),
    );
  },
};
