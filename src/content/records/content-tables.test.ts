import { sql } from "kysely";
import { expect, test } from "vitest";
import { migrations } from "#server/migrations.ts";
import { banner, olga } from "../../../tests/support/content.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { readForEditing } from "../drafts/editable-record.ts";
import { listRecords } from "./content-store.server.ts";
import { seedContent } from "./seed-content.ts";

describeStore("A database of a version without drafts", (openDatabase) => {
  test("keeps its published content when it is migrated", async () => {
    const database = await openDatabase();
    await seedContent(database, Date.now);
    const before = await listRecords(database.read, banner);
    const db = database.libraryHandle;
    await sql`drop index content_history_by_time`.execute(db);
    await sql`drop index content_history_of_block`.execute(db);
    await sql`drop index content_records_drafted`.execute(db);
    const where = database.engine === "sqlite" ? sql`` : sql` on content_records`;
    for (const change of ["added", "changed", "removed"]) {
      const trigger = sql.ref(`content_records_${change}_on_site`);
      await sql`drop trigger ${trigger}${where}`.execute(db);
    }
    for (const column of ["published_at", "draft_values", "draft_author", "draft_at"]) {
      await sql`alter table content_records drop column ${sql.ref(column)}`.execute(db);
    }
    await sql`alter table content_history drop column draft_values`.execute(db);
    await migrations["0052-content-drafts"]?.up(db);
    expect(await listRecords(database.read, banner)).toEqual(before);
    const [record] = before;
    const edited = await readForEditing({ database }, olga, banner, record?._id ?? "");
    expect(edited).toMatchObject({ draft: null, isDemonstration: true });
  });
});
