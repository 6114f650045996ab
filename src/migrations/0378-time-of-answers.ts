import type { Migration } from "kysely/migration";
import type { AnyDatabase } from "./folding.ts";

const seeded =
  "Tell us what you sell and who should find it. Within one working day a person answers, with a first opinion and no sales call.";
const now =
  "Tell us what you sell and who should find it. A person answers, with a first opinion and no sales call.";

/**
 * Moves the promised time of an answer from the seeded text of the contact section to the words of
 * the site. A site whose owner has changed the text promises nothing in addition.
 */
export const migration: Migration = {
  async up(db: AnyDatabase) {
    const rows = await db
      .selectFrom("content_records")
      .select(["id", "block", "field_values"])
      .where("block", "in", ["contact-section", "site-words"])
      .execute();
    const sections = rows.filter(
      ({ block, field_values }) => block === "contact-section" && field_values.includes(seeded),
    );
    const words = rows.filter(({ block }) => block === "site-words");
    if (words.length === 0) return;
    const changed = [
      ...sections.map((row) => ({ ...row, field_values: row.field_values.replace(seeded, now) })),
      ...words.map((row) => ({
        ...row,
        field_values: JSON.stringify({
          ...JSON.parse(row.field_values),
          answerTime: sections.length > 0 ? "one working day" : "",
        }),
      })),
    ];
    for (const { id, field_values } of changed) {
      await db.updateTable("content_records").set({ field_values }).where("id", "=", id).execute();
    }
  },
};
