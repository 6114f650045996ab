import type { Migration } from "kysely/migration";
import { type AnyDatabase, foldedText } from "./folding.ts";

/** Names of the last orders, for accounts without saved details. */
export const migration: Migration = {
  async up(db: AnyDatabase) {
    await db.schema
      .alterTable("account_profiles")
      .addColumn("origin", "text", (column) => column.notNull().defaultTo("form"))
      .execute();
    for (let last = ""; ; ) {
      // The table of accounts does not exist yet in a new database, so the orders name them.
      const accounts = await db
        .selectFrom("orders")
        .leftJoin("account_profiles", "account_profiles.account_id", "orders.account_id")
        .select("orders.account_id as id")
        .distinct()
        .where("account_profiles.account_id", "is", null)
        .where("customer_email", "<>", "")
        .where("is_demonstration", "=", 0)
        .where("orders.account_id", ">", last)
        .orderBy("orders.account_id")
        .limit(500)
        .execute();
      for (const { id } of accounts) await nameFromLastOrder(db, id);
      if (accounts.length < 500) return;
      last = accounts.at(-1)?.id;
    }
  },
};

async function nameFromLastOrder(db: AnyDatabase, accountId: string): Promise<void> {
  const order = await db
    .selectFrom("orders")
    .select(["customer_name", "placed_at"])
    .where("account_id", "=", accountId)
    .where("customer_email", "<>", "")
    .orderBy("placed_at", "desc")
    .limit(1)
    .executeTakeFirst();
  if (order === undefined) return;
  await db
    .insertInto("account_profiles")
    .values({
      account_id: accountId,
      customer_name: order.customer_name,
      customer_address: "",
      customer_country: "",
      customer_website: "",
      name_key: foldedText(order.customer_name),
      updated_at: order.placed_at,
      origin: "order",
    })
    .execute();
}
