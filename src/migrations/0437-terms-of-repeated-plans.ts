import type { Migration } from "kysely/migration";
import type { AnyDatabase } from "./folding.ts";

/** Demonstration texts that knew only plans that are charged once. */
const reworded = [
  {
    block: "terms",
    field: "legalText",
    before:
      "One order pays for one month of work on one website, beginning on the day when the payment has arrived and we have what we need to begin.",
    after:
      "A plan is charged once, or every month, quarter or year, as it says beside its price. One order pays for one month of work on one website, or for one quarter or year of it, beginning on the day when the payment has arrived and we have what we need to begin.",
  },
  {
    block: "terms",
    field: "legalText",
    before:
      "# Nothing renews by itself\nA month ends without notice. If you want another one, you order again.",
    after:
      "# Plans that are charged once\nNothing renews by itself. The work ends without notice. If you want another month, you order again.\n\n# Plans that are charged every month, quarter or year\nBefore you pay, we show what is charged, on which days, in which way, and for how long at least. The plan goes on until you stop it. You stop it on the page of your plan, without a reason and without a call, or by a link in an email; that page also pauses it. What you have paid runs to its end, and nothing is charged after it. Where a minimum term was shown, the plan ends at the end of that term at the earliest, and is charged until then. If a payment does not arrive, we write to you, and the work stands still until it does. A new price applies to a plan that runs only after we have written to you at least 30 days before, and you can stop the plan until then.",
  },
  {
    block: "refund-policy",
    field: "legalText",
    before: "After fourteen days the month is paid for, and the work goes on to its end.",
    after:
      "After fourteen days the month is paid for, and the work goes on to its end.\n\n# Plans that are charged every month, quarter or year\nAll of this holds for each payment by itself. You can stop such a plan at any time on its page: what you have paid runs to its end, and nothing is charged after it. Where a minimum term was shown, the plan ends with that term, and is charged until then.",
  },
  {
    block: "faq-item",
    field: "accodingText",
    before:
      "Each order pays for one month of work, which is with you in the working days that its plan names. Nothing renews by itself. Stop by not ordering again.",
    after:
      "A plan that is charged once pays for one month of work, and nothing renews by itself: stop by not ordering again. A plan with a price “a month” goes on until you cancel it, in two clicks on its page, and then runs to the end of the month that you have paid.",
  },
  {
    block: "listing-pricing",
    field: "listingDescription",
    before: "No contract, nothing renews by itself.",
    after: "No long contract: stop after any month.",
  },
];

export const migration: Migration = {
  async up(db: AnyDatabase) {
    for (const { block, field, before, after } of reworded) {
      const rows = await db
        .selectFrom("content_records")
        .select(["id", "field_values"])
        .where("block", "=", block)
        // A record that an owner has edited keeps its texts.
        .where("author", "=", "demonstration")
        .execute();
      for (const { id, field_values } of rows) {
        const values = JSON.parse(field_values) as Readonly<Record<string, string>>;
        const text = values[field];
        if (text === undefined || !text.includes(before)) continue;
        await db
          .updateTable("content_records")
          .set({
            field_values: JSON.stringify({ ...values, [field]: text.replace(before, after) }),
          })
          .where("id", "=", id)
          .execute();
      }
    }
  },
};
