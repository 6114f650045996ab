import { execFile } from "node:child_process";
import { mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { damageTable } from "../../tests/support/databases/damage-file.ts";
import { ada, openShop, orderForm } from "../../tests/support/orders/shop.ts";
import { openS3Server } from "../../tests/support/servers/s3-server.ts";
import { scaled } from "../../tests/support/time-limits.ts";
import { copyToBucket } from "../maintenance/backup-copies/copies-in-bucket.ts";
import { readCopies } from "../maintenance/backup-copies/copy-schedule.ts";
import { placeOrder } from "../orders/placing/place-order.ts";
import { readConfiguration } from "../platform/configuration.ts";
import { openDatabase } from "../platform/database/database.ts";
import { prepareDatabase } from "../server/open-database.ts";

let elsewhere: string;
beforeAll(async () => {
  elsewhere = await mkdtemp(join(tmpdir(), "furrow-commands-"));
});
afterAll(() => rm(elsewhere, { recursive: true, force: true }));

function runCommand(
  name: "backup" | "backup-key" | "restore" | "check-ledger",
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
) {
  const program = fileURLToPath(new URL("furrow.ts", import.meta.url));
  return new Promise<{ readonly code: number | string; readonly said: string }>((resolve) => {
    const env = { PATH: process.env.PATH, ...settings };
    execFile(
      process.execPath,
      [program, name, ...args],
      { cwd: elsewhere, env },
      (error, out, err) => {
        resolve({ code: error?.code ?? 0, said: out + err });
      },
    );
  });
}

test("npm run backup and npm run restore copy a running site into an empty directory", {
  timeout: scaled(60_000),
}, async () => {
  const [site, place] = [await mkdtemp(join(elsewhere, "site-")), join(elsewhere, "place")];
  const database = openDatabase({ engine: "sqlite", file: join(site, "furrow.db") });
  await prepareDatabase(database);
  await placeOrder(await openShop(database), ada, orderForm);
  const secret = "a secret of thirty-two characters";

  const made = await runCommand("backup", [], { DATA_DIR: site, SECRET: secret });
  expect(made.said).toMatch(
    /^\/.+\/backups\/backup-.+Z\.db \(\d+\.\d MB, \d+\.\d s\)\nChecked: the file itself, \d+ rows of \d+ tables, 0 pictures\.\nOrders checked: 1, /,
  );
  expect(made.code).toBe(0);
  const [name = ""] = await readdir(join(site, "backups"));

  const settings = { DATA_DIR: place, SECRET: `${secret}, another one` };
  const restored = await runCommand("restore", [join(site, "backups", name)], settings);
  expect(restored.said).toContain(`✓ Everything agrees.\nRestored into ${place}.`);
  expect(restored.said).toContain("SECRET differs from this site's own");
  expect(restored.code).toBe(0);
  expect(await readdir(place)).toContain("furrow.db");
  await database.close();

  const without = await runCommand("backup", [], { DATA_DIR: elsewhere });
  expect(without.said).toMatch(/^The backup failed\.\nThere is no database at /);
  expect(without.code).toBe(1);
});

test("a copy in a bucket is restored with the owner's key, and a test of the restore is recorded", {
  timeout: scaled(60_000),
}, async () => {
  const s3 = await openS3Server();
  try {
    const site = await mkdtemp(join(elsewhere, "copied-"));
    const database = openDatabase({ engine: "sqlite", file: join(site, "furrow.db") });
    await prepareDatabase(database);
    await placeOrder(await openShop(database), ada, orderForm);
    const key = join(elsewhere, "key.txt");
    const printed = await runCommand("backup-key", [], {});
    await writeFile(key, printed.said);
    const recipient = /age1\w+/.exec(printed.said)?.[0] ?? "";
    const settings = { DATA_DIR: site, BACKUP_URL: s3.url, BACKUP_RECIPIENT: recipient };
    const { backupCopies } = readConfiguration(settings);
    await runCommand("backup", [], settings);
    const [name = ""] = await readdir(join(site, "backups"));
    const copy = join(elsewhere, name.replace("backup-", "scheduled-"));
    await rename(join(site, "backups", name), copy);
    if (backupCopies === undefined) throw new Error("The copies are not configured.");
    await copyToBucket(backupCopies, copy, 7);

    const tested = await runCommand("restore", [s3.url, "--key", key, "--test"], settings);
    expect(tested.said).toContain("The status page shows this test.");
    expect(tested.code).toBe(0);
    const { tested_at, tested_file } = await readCopies(database.read);
    expect(tested_at).toBeGreaterThan(Date.now() - scaled(60_000));
    expect(tested_file).toBe(`${copy.slice(elsewhere.length + 1)}.age`);
    expect((await readdir(site)).filter((file) => file.startsWith("restoring"))).toEqual([]);
    await database.close();

    const place = { ...settings, DATA_DIR: join(elsewhere, "place of a copy") };
    const without = await runCommand("restore", [s3.url], place);
    expect(without.said).toContain("add --key with the file of your key");
    const restored = await runCommand("restore", ["s3://files-of-shop", "--key", key], place);
    expect(restored.said).toContain(`✓ Everything agrees.\nRestored into ${place.DATA_DIR}.`);
    expect(restored.code).toBe(0);
  } finally {
    await s3.close();
  }
});

test("relative paths in the arguments of a command refer to the caller's folder", {
  timeout: scaled(60_000),
}, async () => {
  const site = await mkdtemp(join(elsewhere, "called-"));
  const database = openDatabase({ engine: "sqlite", file: join(site, "furrow.db") });
  await prepareDatabase(database);
  await database.close();
  const calledFrom = await mkdtemp(join(elsewhere, "from-"));
  const settings = { DATA_DIR: site, INIT_CWD: calledFrom };
  await runCommand("backup", ["--to", "mine"], settings);
  const [name = ""] = await readdir(join(calledFrom, "mine"));
  const place = join(elsewhere, "place by name");
  const restored = await runCommand("restore", [`mine/${name}`], { ...settings, DATA_DIR: place });
  expect(restored.said).toContain(`Restored into ${place}.`);
});

test("commands print the name of a damaged file, with advice", {
  timeout: scaled(60_000),
}, async () => {
  const site = await mkdtemp(join(elsewhere, "damaged-"));
  const file = join(site, "furrow.db");
  const database = openDatabase({ engine: "sqlite", file });
  await prepareDatabase(database);
  await database.close();
  damageTable(file, "payment_ledger");
  for (const name of ["backup", "check-ledger"] as const) {
    const { code, said } = await runCommand(name, [], { DATA_DIR: site });
    expect(said).toContain(`${file} cannot be opened: it is damaged`);
    expect(said).toContain("npm run restore");
    expect(code).toBe(1);
  }
  expect(await readdir(join(site, "backups"))).toEqual([]);
  const place = { DATA_DIR: join(elsewhere, "place of nothing") };
  const restored = await runCommand("restore", [file], place);
  expect(restored.said).toContain(`The backup ${file} is damaged. Take an older one`);
  expect(restored.code).toBe(1);
});
