import type { Migration } from "kysely/migration";
import type { AnyDatabase } from "./folding.ts";

/** Texts that left out what a minimum term still charges, with the texts that replace them. */
const replaced: Readonly<Record<string, readonly (readonly [former: string, now: string])[]>> = {
  terms: [
    [
      "the plan ends at the end of that term at the earliest. If a payment",
      "the plan ends at the end of that term at the earliest, and is charged until then. If a payment",
    ],
  ],
  "refund-policy": [
    [
      "You can stop such a plan at any time on its page: what you have paid runs to its end, and nothing is charged after it.",
      "You can stop such a plan at any time on its page: what you have paid runs to its end, and nothing is charged after it. Where a minimum term was shown, the plan ends with that term, and is charged until then.",
    ],
  ],
  "letter-subscription-cancelled": [
    [
      "Your {plan} plan is cancelled, {customerName}. The period that you have paid runs to its end, and nothing is charged after it.\\n\\nIf you want to go on after all, the page of your plan says how.",
      "Your {plan} plan is cancelled, {customerName}. Below you see what that means for your payments.",
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
