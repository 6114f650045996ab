import type { Migration } from "kysely/migration";
import { type AnyDatabase, chunksOf, foldedText } from "./folding.ts";

export const migration: Migration = {
  async up(db: AnyDatabase) {
    const profiles = chunksOf(db, {
      name: "account_profiles",
      key: "account_id",
      columns: ["customer_name", "name_key"],
    });
    for await (const rows of profiles) {
      for (const { account_id, customer_name = "", name_key } of rows) {
        const folded = foldedText(customer_name);
        if (folded === name_key) continue;
        await db
          .updateTable("account_profiles")
          .set({ name_key: folded })
          .where("account_id", "=", account_id)
          .execute();
      }
    }
  },
};
