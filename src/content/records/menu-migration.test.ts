import { sql } from "kysely";
import { expect, test } from "vitest";
import { openDatabase } from "#platform/database/database.ts";
import { migrate } from "#platform/database/migrations.ts";
import { migrations } from "#server/migrations.ts";
import { olga } from "../../../tests/support/content.ts";
import { emptyAddress } from "../../../tests/support/databases/address-of.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { footerMenu, headerMenu } from "../blocks/menus.ts";
import { listForEditing } from "../drafts/editable-record.ts";

describeOnEachDatabase("The migration of menus", (openTestDatabase) => {
  const migrated = async (records: readonly (readonly [block: string, values: object])[]) => {
    const database = openDatabase(await emptyAddress(await openTestDatabase()));
    const db = database.libraryHandle;
    const earlier = Object.entries(migrations).filter(([name]) => name < "0467");
    await migrate(db, Object.fromEntries(earlier));
    for (const [index, [block, values]] of records.entries()) {
      await sql`insert into content_records (id, block, position, field_values, revision,
          created_at, updated_at, author, published_at)
        values (${`r${index}`}, ${block}, 1, ${JSON.stringify(values)}, 1, 1, 1, 'olga', 1)`.execute(
        db,
      );
    }
    await migrate(db, migrations);
    const entriesOf = async (block: typeof headerMenu) =>
      (await listForEditing({ database }, olga, block)).map(({ values }) => values);
    const menus = { header: await entriesOf(headerMenu), footer: await entriesOf(footerMenu) };
    await database.close();
    return menus;
  };

  test("gives a site the menus that it showed, with its own titles of the legal pages", async () => {
    const { header, footer } = await migrated([
      ["terms", { legalTitle: "What we agree on", legalText: "Text" }],
      ["privacy-policy", {}],
    ]);
    expect(header).toEqual(headerMenu.seed);
    expect(footer).toEqual(
      footerMenu.seed.map((entry) =>
        entry.leadsTo === "/terms" ? { ...entry, entryLabel: "What we agree on" } : entry,
      ),
    );
  });

  test("leaves the menus of a new installation to its other content", async () => {
    expect(await migrated([])).toEqual({ header: [], footer: [] });
  });
});
