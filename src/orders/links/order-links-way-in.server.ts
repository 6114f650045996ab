import type { Queries } from "#platform/database/database.ts";
import type { WayIn } from "#policy/ways-in.ts";
import { deleteLinksById } from "./issue-link.server.ts";

/** Emailed links that open an order of the person's company without a login, and their visits. */
export const orderLinksWayIn: WayIn = {
  kind: "orderLinks",
  words: ["emailed link to an order", "emailed links to orders"],
  secrets: [
    "order_links.token_hash",
    "order_link_visits.secret_hash",
    "order_link_visits.code_hash",
  ],
  count: async (queries, { accountId }) => (await linksOf(queries, accountId)).length,
  async end(tx, { accountId }) {
    await deleteLinksById(tx, await linksOf(tx, accountId));
  },
};

async function linksOf(queries: Queries, accountId: string): Promise<string[]> {
  const links = await queries
    .selectFrom("order_links")
    .select("id")
    .where("account_id", "=", accountId)
    .execute();
  return links.map(({ id }) => id);
}
