import type { Migration } from "kysely/migration";
import type { AnyDatabase } from "./folding.ts";

/** A text that was not true of PayPal, with the text that replaces it. */
const replaced: Readonly<Record<string, readonly (readonly [former: string, now: string])[]>> = {
  "letter-price-moved": [
    [
      "If you do not want the new price, cancel the plan before its first day. You can do so even within a minimum term.",
      "Below you see what happens if you do nothing.",
    ],
  ],
};

/** Replaces texts that the owner has not changed. */
export const migration: Migration = {
  async up(db: AnyDatabase) {
    const rows = await db
      .selectFrom("content_records")
      .select(["id", "block", "field_values"])
      .where("block", "in", Object.keys(replaced))
      .execute();
    for (const row of rows) {
      let field_values: string = row.field_values;
      for (const [former, now] of replaced[row.block] ?? []) {
        field_values = field_values.replace(former, now);
      }
      if (field_values === row.field_values) continue;
      await db
        .updateTable("content_records")
        .set({ field_values })
        .where("id", "=", row.id)
        .execute();
    }
  },
};
