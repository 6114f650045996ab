import { sql } from "kysely";
import { expect, test } from "vitest";
import { describeStore } from "../../tests/support/databases/databases.ts";
import type { Database } from "../platform/database/database.ts";
import { findEntries } from "./audit-search.ts";

const size = 16_000;
const idOf = (number: number) => String(number).padStart(12, "0");

/**
 * Words of the test entries. Each function tells whether the entry with a number has the word. Only
 * `rare` has fewer entries than `commonCount`, up to which the search counts.
 */
const words: Readonly<Record<string, (number: number) => boolean>> = {
  even: (number) => number % 2 === 0,
  third: (number) => number % 3 === 0,
  early: (number) => number <= size / 2,
  late: (number) => number > size / 2,
  ends: (number) => number <= 2600 || number > size - 2600,
  rare: (number) => number % 1000 === 0,
};

async function fillAuditLog(database: Database): Promise<void> {
  const rows = Array.from({ length: size }, (_, index) => index + 1).flatMap((number) =>
    Object.entries(words)
      .filter(([, has]) => has(number))
      .map(([word]) => ({ word, entry_id: idOf(number) })),
  );
  const id = database.engine === "sqlite" ? sql`printf('%012d', n)` : sql`lpad(n::text, 12, '0')`;
  await database.write(async (tx) => {
    await sql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers
      where n < ${sql.lit(size)}) insert into audit_log
        (id, account_id, author, action, subject, subject_id, label, before_json, after_json, at)
      select ${id}, '', '', '', '', '', '', '1', '2', n from numbers`.execute(tx);
    for (let from = 0; from < rows.length; from += 5000) {
      await tx
        .insertInto("audit_words")
        .values(rows.slice(from, from + 5000))
        .execute();
    }
  });
}

function expected(terms: readonly string[], before: string | null): string[] {
  return Array.from({ length: size }, (_, index) => index + 1)
    .filter((number) => terms.every((word) => words[word]?.(number)))
    .map(idOf)
    .filter((id) => before === null || id < before)
    .reverse();
}

describeStore("The search of the audit log", (openDatabase) => {
  test("finds every entry that has all words, once and in order, from any cursor", async () => {
    const database = await openDatabase();
    await fillAuditLog(database);
    const cursors = [null, idOf(3), idOf(8000), idOf(14_000)];
    const searches = [
      ["even"],
      ["even", "third"],
      ["even", "third", "ends"],
      ["early", "late"],
      ["ends", "late"],
      ["rare", "even"],
      ["rare", "early", "third"],
    ];
    for (const search of searches) {
      const terms = search.map((word) => ({ words: [word], isNarrowed: false }));
      for (const cursor of cursors) {
        const all = expected(search, cursor);
        // Only two cursors read the whole result, because reading the whole result takes long.
        const limits = cursor === null || cursor === idOf(8000) ? [21, size] : [21];
        for (const limit of limits) {
          const range = { lowest: null, highest: null, before: cursor };
          const found = await findEntries(database.read, terms, range, limit);
          expect({ search, cursor, found }).toEqual({ search, cursor, found: all.slice(0, limit) });
        }
      }
    }
  });
});
