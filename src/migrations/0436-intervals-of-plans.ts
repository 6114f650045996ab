import type { Migration } from "kysely/migration";
import type { AnyDatabase } from "./folding.ts";

type Texts = Readonly<Record<string, string>>;
type Draft = Readonly<Record<string, { readonly text: string; readonly over: string }>>;

/** Every plan so far is charged once. */
const once: Texts = { packageCharged: "once", packageMinimumCycles: "" };
const onceInDraft: Draft = Object.fromEntries(
  Object.entries(once).map(([name, text]) => [name, { text, over: "" }]),
);

export const migration: Migration = {
  async up(db: AnyDatabase) {
    // The history too, or the next edit would seem to have set the interval.
    for (const table of ["content_records", "content_history"] as const) await fillPlans(db, table);
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
    const texts = isPublished ? { field_values: JSON.stringify({ ...once, ...values }) } : {};
    // An unpublished plan has all its texts in its draft.
    const drafted =
      draft === null || isPublished
        ? {}
        : { draft_values: JSON.stringify({ ...onceInDraft, ...draft }) };
    const changes = { ...texts, ...drafted };
    if (Object.keys(changes).length === 0) continue;
    await db.updateTable(table).set(changes).where("id", "=", id).execute();
  }
}
