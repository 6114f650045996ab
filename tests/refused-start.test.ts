import { mkdirSync, mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { StartError } from "#platform/errors.ts";
import { damageTable } from "./support/databases/damage-file.ts";
import { copyMigratedFile } from "./support/databases/migrated-file.ts";
import { openSiteDatabase } from "./support/databases/site-database.ts";
import { composeIn } from "./support/servers/compose-in.ts";

let elsewhere: string;
beforeAll(() => {
  elsewhere = mkdtempSync(join(tmpdir(), "furrow-refused-"));
});
afterAll(() => rmSync(elsewhere, { recursive: true, force: true }));

interface Refusal {
  readonly settings?: (folder: string) => Record<string, string>;
  /** Changes the data directory, or the database file that an earlier start has left in it. */
  readonly prepare?: (folder: string, file: string) => void;
  readonly isFirstStart?: boolean;
  readonly says: RegExp;
}

const below = (folder: string) => join(folder, "file", "below");
const nothingHere = /furrow\.db cannot be opened/;

// `tests/start.test.ts` proves that the program prints such a sentence and exits with 1.
const refusals: Readonly<Record<string, Refusal>> = {
  "a data directory that cannot be created": {
    settings: (folder) => ({ DATA_DIR: below(folder) }),
    says: /^DATA_DIR .*\/below cannot be written/,
  },
  "a backup directory that cannot be created": {
    settings: (folder) => ({ BACKUP_DIR: below(folder), BACKUP_EVERY: "1d" }),
    says: /^The directory for backups .*\/below cannot be made or written/,
  },
  "a first admin with a common password": {
    settings: () => ({ ADMIN_PASSWORD: "1234567890" }),
    says: /too common/,
  },
  "a database server that does not respond": {
    settings: () => ({
      DATABASE_URL: "postgres://nobody@127.0.0.1:1/furrow",
      SECRET: "a secret of thirty-two characters",
    }),
    says: /DATABASE_URL/,
  },
  "a damaged secret": {
    prepare: (folder) => writeFileSync(join(folder, "secret"), ""),
    says: /\/secret is damaged/,
  },
  "a file that is no database": {
    prepare: (_, file) => writeFileSync(file, "a shopping list, many times over\n".repeat(1000)),
    isFirstStart: true,
    says: nothingHere,
  },
  "a directory in place of the database": {
    prepare: (_, file) => void mkdirSync(file),
    isFirstStart: true,
    says: nothingHere,
  },
  "a truncated database file": {
    prepare: (_, file) => truncateSync(file, statSync(file).size / 2),
    says: nothingHere,
  },
  "a database file with a damaged page": {
    prepare: (_, file) => damageTable(file, "orders"),
    says: /furrow\.db cannot be opened: it is damaged.*npm run restore/,
  },
  "a database from a newer version": {
    prepare(_, file) {
      const database = openSiteDatabase(file);
      database.exec("insert into kysely_migration values ('9999-hovercraft', '2030-01-01')");
      database.close();
    },
    says: /newer version of Furrow.*9999-hovercraft/,
  },
};

test.each(Object.entries(refusals))(
  "a start is refused with one sentence because of %s",
  async (_, { settings = () => ({}), prepare = () => {}, isFirstStart = false, says }) => {
    const folder = mkdtempSync(join(elsewhere, "data-"));
    const file = join(folder, "furrow.db");
    writeFileSync(join(folder, "file"), "");
    if (!isFirstStart) copyMigratedFile(file);
    prepare(folder, file);
    const starting = composeIn(folder, settings(folder));
    await expect(starting).rejects.toThrow(StartError);
    await expect(starting).rejects.toThrow(says);
    await expect(starting).rejects.toThrow(/^[^\n]+$/);
  },
);
