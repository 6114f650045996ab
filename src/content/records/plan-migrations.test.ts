import { sql } from "kysely";
import { expect, test } from "vitest";
import { openDatabase } from "#platform/database/database.ts";
import { migrate } from "#platform/database/migrations.ts";
import { migrations } from "#server/migrations.ts";
import { olga, plans } from "../../../tests/support/content.ts";
import { emptyAddress } from "../../../tests/support/databases/address-of.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { listForEditing } from "../drafts/editable-record.ts";
import { listHistory } from "../history/history.ts";
import { blocks } from "../model/blocks.ts";

const laterFields = [
  "packageDrawing",
  "packageRecommended",
  "packageCharged",
  "packageMinimumCycles",
];
const seedOf = (index: number) => {
  const values: Record<string, string> = { ...plans.seed[index] };
  for (const name of laterFields) delete values[name];
  return values;
};

describeOnEachDatabase("The migrations of plans", (openTestDatabase) => {
  test("give plans what their names gave them, charge them once, and reword demonstration texts", async () => {
    const database = openDatabase(await emptyAddress(await openTestDatabase()));
    const db = database.libraryHandle;
    const earlier = Object.entries(migrations).filter(([name]) => name < "0310");
    await migrate(db, Object.fromEntries(earlier));
    async function store(
      id: string,
      block: string,
      values: object,
      { draft = null as object | null, author = "demonstration" } = {},
    ) {
      const [texts, draftTexts] = [JSON.stringify(values), draft && JSON.stringify(draft)];
      const publishedAt = texts === "{}" ? null : 1;
      await sql`insert into content_records (id, block, position, field_values, revision,
          created_at, updated_at, author, published_at, draft_values, draft_author, draft_at)
        values (${id}, ${block}, ${Number.parseInt(id, 36)}, ${texts}, 1, 1, 1, ${author},
          ${publishedAt}, ${draftTexts}, ${draft && author}, ${draft && 1})`.execute(db);
      await sql`insert into content_history (id, record_id, block, revision, action,
          field_values, draft_values, author, at)
        values (${`h${id}`}, ${id}, ${block}, 1, 'created', ${texts}, ${draftTexts}, ${author},
          1)`.execute(db);
    }
    await store("a", plans.name, seedOf(0));
    await store("b", plans.name, seedOf(1), {
      draft: { packageName: { text: "Acre", over: "Standard" } },
    });
    await store("c", plans.name, seedOf(2));
    await store("d", plans.name, { ...seedOf(0), packageName: "Gold" }, { author: "olga" });
    await store("e", plans.name, {}, { draft: { packageName: { text: "Field", over: "" } } });
    const titles = { ...blocks.sectionTitles.seed[0] };
    const old = "Three packets, and what grows from each";
    await store("f", "section-titles", { ...titles, pricingHeading: old });
    const oldTerms =
      "# Nothing renews by itself\nA month ends without notice. If you want another one, you order again.";
    const [terms = { legalTitle: "", legalText: "" }] = blocks.terms.seed;
    await store("h", "terms", { ...terms, legalText: oldTerms });
    await store("i", "refund-policy", { ...terms, legalText: oldTerms }, { author: "olga" });
    await store("g", "listing-home", { listingDescription: old }, { author: "olga" });

    await migrate(db, migrations);

    const records = await listForEditing({ database }, olga, plans);
    const shown = records.map(({ values }) => [
      values.packageName,
      values.packageDrawing,
      values.packageRecommended,
      values.packageCharged,
    ]);
    expect(shown).toEqual([
      ["Basic", "radishes", "", "once"],
      ["Acre", "wheat", "Yes", "once"],
      ["Premium", "sunflower", "", "once"],
      ["Gold", "radishes", "", "once"],
      ["Field", "sunflower", "", "once"],
    ]);
    // The demonstration plan "Premium" is charged every month by now; a stored one is not changed.
    expect(records.map(({ isDemonstration }) => isDemonstration)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(records[1]?.draft?.fields).toEqual(["packageName"]);
    const [entry] = await listHistory({ database }, olga, { recordId: "a" });
    expect(entry?.changes).toContainEqual({
      path: "packageDrawing",
      before: "",
      after: "radishes",
    });
    const [section] = await listForEditing({ database }, olga, blocks.sectionTitles);
    expect(section?.values.pricingHeading).toBe(titles.pricingHeading);
    const [listing] = await listForEditing({ database }, olga, blocks.listingHome);
    expect(listing?.values.listingDescription).toBe(old);
    const [told] = await listForEditing({ database }, olga, blocks.terms);
    expect(terms.legalText).toContain(told?.values.legalText);
    expect(told?.values.legalText).toContain(
      "# Plans that are charged every month, quarter or year",
    );
    const [own] = await listForEditing({ database }, olga, blocks.refundPolicy);
    expect(own?.values.legalText).toBe(oldTerms);
    await database.close();
  });
});
