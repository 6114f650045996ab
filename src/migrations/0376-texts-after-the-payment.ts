import type { Migration } from "kysely/migration";
import type { AnyDatabase } from "./folding.ts";

/** The former texts of emails, which contradicted other emails, with the texts that replace them. */
const replaced: Readonly<Record<string, readonly (readonly [former: string, now: string])[]>> = {
  "letter-payment-received": [
    [
      "We are starting work on your {plan} plan and will email you when it is delivered.",
      "The page of your order shows the next step at any time.",
    ],
  ],
  "letter-brief-wanted": [
    ["Three minutes, then we begin", "A few questions about order {orderNumber}, then we begin"],
    [
      "Thank you for your payment, {customerName}. Before we start work on your {plan} plan, we have a few questions.",
      "Before we start work on your {plan} plan, {customerName}, we have a few questions.",
    ],
    [
      "Answering them takes about three minutes. Your answers are saved, so you can stop and continue later.",
      "You or a colleague can answer them, and every answer is saved at once.",
    ],
  ],
  "letter-money-returned": [
    [
      "We have refunded {amount} of your payment for the {plan} plan, {customerName}.",
      "We have refunded {amount} of the payment for the {plan} plan, {customerName}.",
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
