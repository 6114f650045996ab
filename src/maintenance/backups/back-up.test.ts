import { pbkdf2 } from "node:crypto";
import {
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  utimes,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setImmediate as letOthersWork } from "node:timers/promises";
import { promisify } from "node:util";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createMedia } from "#media/media.ts";
import { uploadPicture } from "#media/uploads/upload-picture.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import { type Database, inSnapshot, openDatabase as open } from "#platform/database/database.ts";
import { prepareDatabase as prepare } from "#server/open-database.ts";
import { addressOf } from "../../../tests/support/databases/address-of.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { sqliteDatabases } from "../../../tests/support/databases/sqlite-databases.ts";
import {
  mailServerOf,
  savedMailServer,
  saveMailServer,
} from "../../../tests/support/mail/saved-mail-server.ts";
import { ada, orderForm, owner } from "../../../tests/support/orders/shop.ts";
import { parseHere } from "../../../tests/support/parse-here.ts";
import { booksReport, openBooks } from "../../../tests/support/payments/sample-ledger.ts";
import { photo } from "../../../tests/support/pictures.ts";
import { checkLedger } from "../ledger-checks/check-ledger.ts";
import { backUp } from "./back-up.ts";
import { listBackupFiles, pruneBackups } from "./backup-files.ts";
import { copyDatabaseFile } from "./copy-database-file.ts";
import { restore } from "./restore.ts";

let elsewhere: string;
beforeAll(async () => {
  elsewhere = await mkdtemp(join(tmpdir(), "furrow-backup-"));
});
afterAll(async () => {
  await rm(elsewhere, { recursive: true, force: true });
});

const secret = "a secret of thirty-two characters";
const newDirectory = () => mkdtemp(join(elsewhere, "place-"));
const say = () => {};

async function backUpOf(database: Database, directory: string) {
  const address = await addressOf(database);
  return backUp({ address, secret, directory, kind: "backup", prepare, now: Date.now() });
}

const restoreInto = (dataDirectory: string, file: string) =>
  restore({ file, dataDirectory, databaseUrl: undefined, bucket: undefined, prepare, say });

async function lookInto<T>(directory: string, look: (database: Database) => Promise<T>) {
  const database = open({ engine: "sqlite", file: join(directory, "furrow.db") });
  try {
    return await look(database);
  } finally {
    await database.close();
  }
}

describeOnEachDatabase("A backup", (openDatabase) => {
  async function openSite() {
    const database = await openDatabase();
    await prepare(database);
    const shop = await openBooks(database);
    const media = createMedia({
      parse: parseHere,
      database,
      clock: Date.now,
      log: pino({ level: "silent" }),
      usesOf: async () => new Map(),
    });
    await uploadPicture(media, owner, await photo(400, 300), { name: "field.jpg" });
    await saveMailServer(database, secret);
    return { database, shop };
  }

  test("contains the whole site, and is restored only into an empty place", async () => {
    const { database } = await openSite();
    const [directory, place] = [await newDirectory(), await newDirectory()];
    const made = await backUpOf(database, directory);
    expect(made).toMatchObject({ pictures: 1, ledger: booksReport });
    expect(await readdir(directory)).toEqual([made.file.slice(directory.length + 1)]);
    expect((await stat(made.file)).mode & 0o777).toBe(0o600);

    // A killed first start leaves empty files, which do not count as a site.
    for (const suffix of ["", "-wal", "-shm", "-journal"]) {
      await writeFile(join(place, `furrow.db${suffix}`), "");
    }
    const restored = await restoreInto(place, made.file);
    expect(restored).toMatchObject({ rows: made.rows, pictures: 1, ledger: booksReport, secret });
    expect((await readdir(place)).sort()).toEqual(["furrow.db", "secret"]);
    expect(await readFile(join(place, "secret"), "utf8")).toBe(`${secret}\n`);
    await lookInto(place, async (there) => {
      const pictures = async ({ read }: Database) =>
        (await read.selectFrom("media_variants").select("bytes").orderBy("format").execute()).map(
          ({ bytes }) => Buffer.from(bytes).toString("hex"),
        );
      expect(await pictures(there)).toEqual(await pictures(database));
      expect(await mailServerOf(there, secret)).toEqual(savedMailServer);
      // With another SECRET, only the password of the mail server cannot be read.
      expect(await mailServerOf(there, `another ${secret}`)).toEqual({ state: "unreadable" });
      // Triggers are restored as well: they protect append-only tables and update sums.
      await expect(sql`delete from payment_ledger`.execute(there.libraryHandle)).rejects.toThrow(
        "Rows of payment_ledger are only ever added.",
      );
      await there.write((tx) => tx.updateTable("orders").set({ customer_name: "A" }).execute());
      expect(await inSnapshot(there, checkLedger)).toEqual(booksReport);
      // The lost site may have given out numbers of invoices after the backup.
      const issuing = there.read.selectFrom("invoice_issuing").select("restored_at");
      expect(await issuing.execute()).toEqual([{ restored_at: expect.any(Number) }]);
    });
    await expect(restoreInto(place, made.file)).rejects.toThrow("There is already a site");
  });

  test("made during writes is consistent", async () => {
    const { database, shop } = await openSite();
    const [directory, place] = [await newDirectory(), await newDirectory()];
    const load = { isOn: true, placed: 0 };
    const writers = Array.from({ length: 4 }, async () => {
      while (load.isOn) {
        await placeOrder(shop, ada, orderForm);
        load.placed++;
        // Yields to other tasks, which SQLite's synchronous calls would block.
        await letOthersWork();
      }
    });
    while (load.placed < 50) await letOthersWork();
    const before = load.placed;
    const made = await backUpOf(database, directory);
    load.isOn = false;
    await Promise.all(writers);
    const { ledger } = await restoreInto(place, made.file);
    expect(load.placed).toBeGreaterThan(before);
    expect(ledger.orders).toBeGreaterThanOrEqual(5 + before);
    expect(ledger.orders).toBeLessThanOrEqual(5 + load.placed);
    expect(ledger.differences).toEqual([]);
    await lookInto(place, async ({ read }) => {
      const { rows } = await sql`pragma integrity_check`.execute(read);
      expect(rows).toEqual([{ integrity_check: "ok" }]);
    });
  });
});

describe("An unusable backup", () => {
  const databases = sqliteDatabases();
  let backup: string;
  beforeAll(async () => {
    const database = await databases.open();
    await prepare(database);
    backup = (await backUpOf(database, await newDirectory())).file;
  });
  afterAll(() => databases.remove());

  async function copyOfBackup(...statements: readonly string[]) {
    const file = join(await newDirectory(), basename(backup));
    await copyFile(backup, file);
    const database = new DatabaseSync(file);
    for (const statement of statements) database.exec(statement);
    database.close();
    return file;
  }

  test("is refused when it was changed or damaged, is no backup or does not exist, and the target stays empty", async () => {
    const changes = {
      "delete from kysely_migration where rowid = 1": "kysely_migration should have",
      "update order_counter set time_zone = 'Mars'": "not the same ones",
      "delete from furrow_backup": "cannot read",
    };
    const place = await newDirectory();
    for (const [change, words] of Object.entries(changes)) {
      await expect(restoreInto(place, await copyOfBackup(change))).rejects.toThrow(words);
    }
    const file = await copyOfBackup();
    const bytes = await readFile(file);
    await writeFile(file, bytes.fill(0, bytes.length / 2, bytes.length / 2 + 40_000));
    await expect(restoreInto(place, file)).rejects.toThrow("is damaged");
    await writeFile(file, "a shopping list, many times over\n".repeat(1000));
    await expect(restoreInto(place, file)).rejects.toThrow("is not a Furrow backup");
    await expect(restoreInto(place, join(place, "none"))).rejects.toThrow("There is no file");
    expect(await readdir(place)).toEqual([]);
  });

  test("that lacks the data of a picture is deleted as soon as it is made", async () => {
    const directory = await newDirectory();
    const database = await databases.open();
    await prepare(database);
    await sql`insert into media_files select 'p', 'field.jpg', '', 1, 1, 0, 0, '', 1, '', '', '', 0, 0, '', 0, null, null, '', null, 0`.execute(
      database.libraryHandle,
    );
    await expect(backUpOf(database, directory)).rejects.toThrow(
      "The backup differs from the site and was deleted.\nThe picture field.jpg has no data.",
    );
    expect(await readdir(directory)).toEqual([]);
  });

  test("is not restored into a directory with the secret of another site", async () => {
    const place = await newDirectory();
    await writeFile(join(place, "secret"), "quite another one of thirty-two characters");
    await expect(restoreInto(place, backup)).rejects.toThrow("is the secret of another site");
  });

  test("that was interrupted is not listed, and is deleted later", async () => {
    const file = await copyOfBackup();
    const directory = dirname(file);
    const partial = join(directory, "backup-2026-11-20T00-00-00-000Z.db.partial");
    for (const path of [partial, `${partial}-wal`]) {
      await copyFile(file, path);
      await utimes(path, new Date(0), new Date(0));
    }
    expect(listBackupFiles(directory)).toHaveLength(1);
    const database = open({ engine: "sqlite", file });
    await backUpOf(database, directory).catch(() => {});
    await database.close();
    expect((await readdir(directory)).filter((name) => name.includes("partial"))).toEqual([]);
  });
});

test("the copy of a database file contains exactly the rows that were counted, also during writes", async () => {
  const directory = await newDirectory();
  const [file, copy] = [join(directory, "furrow.db"), join(directory, "copy.db")];
  const database = new DatabaseSync(file);
  database.exec("pragma journal_mode = wal; create table seeds (id); insert into seeds values (1)");
  // Occupies all threads of Node's pool, so that the copy has to wait for a thread.
  const busy = Array.from({ length: 8 }, () => promisify(pbkdf2)("a", "b", 50_000, 8, "sha512"));
  const copying = copyDatabaseFile(file, copy);
  database.exec("insert into seeds values (2)");
  expect(await copying).toEqual({ seeds: { rows: 1 } });
  await Promise.all(busy);
  database.close();
  const copied = new DatabaseSync(copy);
  expect(copied.prepare("select id from seeds").all()).toEqual([{ id: 1 }]);
  copied.close();
});

test("a new backup deletes only the oldest backups of its own kind, and never itself", async () => {
  const directory = join(await newDirectory(), "backups");
  await mkdir(directory);
  const name = (kind: string, day: number) => `${kind}-2026-11-0${day}T00-00-00-000Z.db`;
  const others = [name("backup", 1), name("before-upgrade", 1), "furrow.db", "notes.txt"];
  const own = [1, 2, 3, 4].map((day) => name("scheduled", day));
  for (const file of [...others, ...own]) await writeFile(join(directory, file), "");
  const [first, second, third, fourth] = own;
  expect(pruneBackups(join(directory, fourth ?? ""), 2)).toEqual([first, second]);
  expect((await readdir(directory)).sort()).toEqual([...others, ...own.slice(2)].sort());
  // When the clock was set back, the new backup stays, although its name is older.
  expect(pruneBackups(join(directory, third ?? ""), 1)).toEqual([fourth]);
});
