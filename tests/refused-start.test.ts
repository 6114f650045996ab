import { once } from "node:events";
import { mkdirSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openDatabase } from "#platform/database/database.ts";
import { migrate } from "#platform/database/migrations.ts";
import { migrations } from "#server/migrations.ts";
import { damageTable } from "./support/databases/damage-file.ts";
import { openSiteDatabase } from "./support/databases/site-database.ts";
import { startsForEachTest } from "./support/servers/starts.ts";

const { place, start } = startsForEachTest();

// The files of a test are as private as those of a start, which says when it had to change them.
let formerMask: number;
beforeEach(() => {
  formerMask = process.umask(0o077);
});
afterEach(() => void process.umask(formerMask));

describe("The start fails with exit code 1 and one sentence for", () => {
  /** Output of a failed start: one fixed line, then one sentence without a stack trace. */
  async function refusal(settings: Record<string, string> = {}): Promise<string> {
    const program = await start(settings);
    expect([await program.ended, program.output()]).toEqual([1, expect.any(String)]);
    const said = program.output();
    expect(said).toMatch(/^Furrow could not start\.\n[^\n]+\n$/);
    expect(said).not.toMatch(/^\s+at |\.js:\d+/m);
    return said;
  }

  test("a port that is in use", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const address = other.address();
    const port = String(typeof address === "object" ? address?.port : "");
    expect(await refusal({ PORT: port })).toContain(`PORT ${port} is taken`);
    other.close();
  });

  test("an address that this machine does not have", async () => {
    expect(await refusal({ HOST: "192.0.2.1" })).toContain("HOST 192.0.2.1");
  });

  test("a data directory that cannot be created", async () => {
    const file = place("file");
    writeFileSync(file, "");
    const below = join(file, "data");
    expect(await refusal({ DATA_DIR: below })).toContain(`DATA_DIR ${below} cannot be written`);
  });

  test("a backup directory that cannot be created", async () => {
    const file = place("file");
    writeFileSync(file, "");
    const below = join(file, "backups");
    const said = await refusal({ BACKUP_DIR: below, BACKUP_EVERY: "1d" });
    expect(said).toContain(`The directory for backups ${below} cannot be made or written`);
  });

  test("a first admin with a common password", async () => {
    expect(await refusal({ ADMIN_PASSWORD: "1234567890" })).toContain("too common");
  });

  test("a database file that is not a database", async () => {
    const file = place("furrow.db");
    writeFileSync(file, "a shopping list, many times over\n".repeat(1000));
    expect(await refusal()).toContain(`${file} cannot be opened`);
  });

  test("a directory in place of the database file", async () => {
    const file = place("furrow.db");
    mkdirSync(file);
    expect(await refusal()).toContain(`${file} cannot be opened`);
  });

  /** Creates a database file as an earlier start would leave it; returns its path. */
  async function leaveDatabase(): Promise<string> {
    const file = place("furrow.db");
    const database = openDatabase({ engine: "sqlite", file });
    await migrate(database.libraryHandle, migrations);
    await database.close();
    return file;
  }

  test("a truncated database file", async () => {
    const file = await leaveDatabase();
    truncateSync(file, statSync(file).size / 2);
    expect(await refusal()).toContain(`${file} cannot be opened`);
  });

  test("a database file with a damaged page", async () => {
    const file = await leaveDatabase();
    damageTable(file, "orders");
    const said = await refusal();
    expect(said).toContain(`${file} cannot be opened: it is damaged`);
    expect(said).toContain("npm run restore");
  });

  test("a database from a newer version", async () => {
    const database = openSiteDatabase(await leaveDatabase());
    database.exec("insert into kysely_migration values ('9999-hovercraft', '2030-01-01')");
    database.close();
    expect(await refusal()).toMatch(/newer version of Furrow.*9999-hovercraft/);
  });

  test("a database server that does not respond", async () => {
    const secret = "a secret of thirty-two characters";
    const url = "postgres://nobody@127.0.0.1:1/furrow";
    expect(await refusal({ DATABASE_URL: url, SECRET: secret })).toContain("DATABASE_URL");
  });

  test("a damaged secret", async () => {
    writeFileSync(place("secret"), "");
    expect(await refusal()).toContain(`${place("secret")} is damaged`);
  });

  test.each([
    ["TIME_ZONE", "Oslo"],
    ["PORT", "eighty"],
    ["RATE_LIMIT_FACTOR", "-1"],
    ["PUBLIC_URL", "furrow.example"],
  ])("the invalid setting %s=%s", async (name, value) => {
    expect(await refusal({ [name]: value })).toMatch(new RegExp(`\n${name} .+\\.\n$`));
  });

  test("a public address without a payment provider", async () => {
    expect(await refusal({ PUBLIC_URL: "https://furrow.example" })).toContain("PAYMENTS");
  });
});
