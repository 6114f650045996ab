import type { Migration } from "kysely/migration";
import type { AnyDatabase } from "./folding.ts";

type Texts = Readonly<Record<string, string>>;
type Draft = Readonly<Record<string, { readonly text: string; readonly over: string }>>;

/**
 * What pages showed of a plan while its name decided: the drawing, and whether it was recommended.
 * Names other than the three of the specification got a drawing by their length.
 */
function fieldsByName(planName: string): Texts {
  const name = planName.toLowerCase();
  if (name === "standard") return { packageDrawing: "wheat", packageRecommended: "Yes" };
  const isBasic = name === "basic" || (name !== "premium" && name.length % 2 === 0);
  return { packageDrawing: isBasic ? "radishes" : "sunflower", packageRecommended: "" };
}

function published(values: Texts): Texts {
  const { packageName } = values;
  return packageName === undefined ? values : { ...fieldsByName(packageName), ...values };
}

/** An unpublished plan has all its texts in its draft. */
function drafted(draft: Draft): Draft {
  const texts = Object.entries(fieldsByName(draft.packageName?.text ?? ""));
  return {
    ...Object.fromEntries(texts.map(([name, text]) => [name, { text, over: "" }])),
    ...draft,
  };
}

/** Demonstration texts that stated a number of plans, and the texts of a new installation. */
const reworded = [
  {
    block: "section-titles",
    field: "pricingHeading",
    before: "Three packets, and what grows from each",
    after: "Seed packets, and what grows from each",
  },
  {
    block: "listing-home",
    field: "listingDescription",
    before:
      "SEO for small companies and startups, in three plans with fixed prices: the right pages, sown well and tended every month.",
    after:
      "SEO for small companies and startups, in plans with fixed prices: the right pages, sown well and tended every month.",
  },
  {
    block: "listing-pricing",
    field: "listingDescription",
    before:
      "Three SEO plans with fixed prices in dollars, and what each of them does for your site in a month. No contract, nothing renews by itself.",
    after:
      "SEO plans with fixed prices in dollars, and what each of them does for your site in a month. No contract, nothing renews by itself.",
  },
];

export const migration: Migration = {
  async up(db: AnyDatabase) {
    // The history too, or the next edit would seem to have set the drawing.
    for (const table of ["content_records", "content_history"] as const) await fillPlans(db, table);
    for (const { block, field, before, after } of reworded) {
      const rows = await db
        .selectFrom("content_records")
        .select(["id", "field_values"])
        .where("block", "=", block)
        // A record that an owner has edited keeps its texts.
        .where("author", "=", "demonstration")
        .execute();
      for (const { id, field_values } of rows) {
        const values = JSON.parse(field_values) as Texts;
        if (values[field] !== before) continue;
        await db
          .updateTable("content_records")
          .set({ field_values: JSON.stringify({ ...values, [field]: after }) })
          .where("id", "=", id)
          .execute();
      }
    }
  },
};

async function fillPlans(
  db: AnyDatabase,
  table: "content_records" | "content_history",
): Promise<void> {
  const rows = await db
    .selectFrom(table)
    .select(["id", "field_values", "draft_values"])
    .where("block", "=", "pricing-package")
    .execute();
  for (const { id, field_values, draft_values } of rows) {
    const values = JSON.parse(field_values) as Texts;
    const isPublished = values.packageName !== undefined;
    const draft = draft_values === null ? null : (JSON.parse(draft_values) as Draft);
    await db
      .updateTable(table)
      .set({
        field_values: JSON.stringify(published(values)),
        ...(draft && !isPublished ? { draft_values: JSON.stringify(drafted(draft)) } : {}),
      })
      .where("id", "=", id)
      .execute();
  }
}
