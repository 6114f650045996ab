import type { Migration } from "kysely/migration";
import type { AnyDatabase } from "./folding.ts";

/** Former texts of emails that were wrong for colleagues or contradicted other emails. */
const replaced: readonly (readonly [former: string, now: string])[] = [
  [
    "You are receiving this email because you placed an order here.",
    "You are receiving this email because you or your company placed an order here.",
  ],
  [
    "You have not been charged yet: we start work as soon as we receive {amount}.",
    "Nothing is charged yet: the next step is the payment of {amount}.",
  ],
  [
    "Your payment for the cancelled order {orderNumber} has arrived",
    "A payment for the cancelled order {orderNumber} has arrived",
  ],
  [
    "but your payment of {amount} arrived afterwards.",
    "but a payment of {amount} arrived afterwards.",
  ],
];

/** Replaces texts that the owner has not changed. */
export const migration: Migration = {
  async up(db: AnyDatabase) {
    const rows = await db
      .selectFrom("content_records")
      .select(["id", "field_values"])
      .where("block", "like", "letter-%")
      .execute();
    for (const row of rows) {
      let field_values: string = row.field_values;
      for (const [former, now] of replaced) field_values = field_values.replace(former, now);
      if (field_values === row.field_values) continue;
      await db
        .updateTable("content_records")
        .set({ field_values })
        .where("id", "=", row.id)
        .execute();
    }
  },
};
