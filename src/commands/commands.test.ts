import { spawnSync } from "node:child_process";
import { mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { switchOnCodes } from "../../tests/support/browser/switch-on-codes.ts";
import { settingsOf, testSecret } from "../../tests/support/databases/address-of.ts";
import { damageTable } from "../../tests/support/databases/damage-file.ts";
import { describeOnEachDatabase } from "../../tests/support/databases/databases.ts";
import { sqliteDatabases } from "../../tests/support/databases/sqlite-databases.ts";
import { ada, openShop, orderForm } from "../../tests/support/orders/shop.ts";
import {
  goodPassword,
  headersFrom,
  openAccess,
  registered,
  signedInAgain,
  verified,
} from "../../tests/support/rights/access.ts";
import { runFurrow } from "../../tests/support/run-furrow.ts";
import { findFreePort } from "../../tests/support/servers/free-port.ts";
import { openS3Server } from "../../tests/support/servers/s3-server.ts";
import { resetPassword } from "../access/sessions/reset-password.ts";
import { copyToBucket } from "../maintenance/backup-copies/copies-in-bucket.ts";
import { readCopies } from "../maintenance/backup-copies/copy-schedule.ts";
import { placeOrder } from "../orders/placing/place-order.ts";
import { readConfiguration } from "../platform/configuration.ts";
import { prepareDatabase } from "../server/open-database.ts";
import { createCommandLine } from "./command-line.ts";
import { completionScript } from "./completion.ts";

let elsewhere: string;
beforeAll(async () => {
  elsewhere = await mkdtemp(join(tmpdir(), "furrow-commands-"));
});
afterAll(() => rm(elsewhere, { recursive: true, force: true }));

const newFolder = () => mkdtemp(join(elsewhere, "folder-"));

describeOnEachDatabase("furrow", (openDatabase) => {
  test("backs up a running site, and restores it into an empty place", async () => {
    const database = await openDatabase();
    await prepareDatabase(database);
    await placeOrder(await openShop(database), ada, orderForm);
    const [caller, place] = [await newFolder(), await newFolder()];
    const settings = { ...(await settingsOf(database)), INIT_CWD: caller };
    const made = await runFurrow(["backup", "--to", "mine"], settings);
    expect(made.said).toMatch(
      /^\/.+\/mine\/backup-.+Z\.db \(\d+\.\d MB, \d+\.\d s\)\nChecked: the file itself, \d+ rows of \d+ tables, 0 pictures\.\nOrders checked: 1, /,
    );
    expect(made.code).toBe(0);
    const [name = ""] = await readdir(join(caller, "mine"));
    const target = { DATA_DIR: place, SECRET: `${testSecret}, another one`, INIT_CWD: caller };
    const restored = await runFurrow(["restore", `mine/${name}`], target);
    expect(restored.said).toContain(`✓ Everything agrees.\nRestored into ${place}.`);
    expect(restored.said).toContain("SECRET differs from this site's own");
    expect([restored.code, (await readdir(place)).sort()]).toEqual([0, ["furrow.db", "secret"]]);
  });

  test("checks the ledger of a running site, and refuses a database of another version", async () => {
    const database = await openDatabase();
    await placeOrder(await openShop(database), ada, orderForm);
    const check = async () => runFurrow(["check-ledger"], await settingsOf(database));
    expect(await check()).toEqual({
      code: 0,
      said: "Orders checked: 1, with entries in the ledger: 0.\nSales $0.00, refunded $0.00, net $0.00.\n✓ Everything agrees.\n",
    });
    await database.write((tx) => tx.updateTable("order_counter").set({ last_number: 2 }).execute());
    const wrong = await check();
    expect(wrong).toMatchObject({ code: 1 });
    expect(wrong.said).toContain(
      "✗ The newest order is 1, and the counter stands at 2.\nDifferences: 1.",
    );
    const { libraryHandle } = database;
    await sql`delete from kysely_migration where name = '0110-orders'`.execute(libraryHandle);
    expect((await check()).said).toContain('(the change "0110-orders" is missing)');
  });

  test("prints a link that sets a new password once, and removes a lost second factor", async () => {
    const access = await openAccess(await openDatabase());
    const person = await registered(access, "ada@example.com");
    await verified(access, person.actor.accountId);
    await switchOnCodes(access.access, person, goodPassword);
    const settings = await settingsOf(access.database);
    const unlocked = await runFurrow(["reset-second-factor", "ada@example.com"], settings);
    expect(unlocked.said).toMatch(/^✓ The second factor of ada@example\.com is reset/);
    expect(await access.database.read.selectFrom("twoFactor").select("id").execute()).toEqual([]);
    expect((await access.lettersTo("ada@example.com")).at(-1)).toBe("secondFactorOff");

    const { said } = await runFurrow(["reset-password", "Ada@example.com"], settings);
    const token = /^http:\/\/localhost:3000\/reset\?token=(\S+)$/m.exec(said)?.[1] ?? "";
    const reset = () =>
      resetPassword(access.access, headersFrom("203.0.113.7"), token, "a wholly new hedgerow");
    await reset();
    await signedInAgain(access, "ada@example.com", "a wholly new hedgerow");
    await expect(reset()).rejects.toMatchObject({ code: "invalid" });
    for (const name of ["reset-password", "reset-second-factor"]) {
      const unknown = await runFurrow([name, "nobody@example.com"], settings);
      expect(unknown).toMatchObject({ code: 1, said: expect.stringContaining("is no account") });
    }
  });
});

describe("furrow with a file", () => {
  const databases = sqliteDatabases();
  afterAll(() => databases.remove());

  test("tests a copy in a bucket, and restores it with the owner's key", async () => {
    const s3 = await openS3Server();
    const database = await databases.open();
    await placeOrder(await openShop(database), ada, orderForm);
    const key = join(elsewhere, "key.txt");
    const printed = await runFurrow(["backup-key"]);
    await writeFile(key, printed.said);
    const settings: Record<string, string> = {
      ...(await settingsOf(database)),
      BACKUP_URL: s3.url,
      BACKUP_RECIPIENT: /age1\w+/.exec(printed.said)?.[0] ?? "",
    };
    await runFurrow(["backup"], settings);
    const backups = join(settings.DATA_DIR ?? "", "backups");
    const [name = ""] = await readdir(backups);
    const scheduled = name.replace("backup-", "scheduled-");
    await rename(join(backups, name), join(backups, scheduled));
    const { backupCopies } = readConfiguration(settings);
    if (backupCopies === undefined) throw new Error("The copies are not configured.");
    await copyToBucket(backupCopies, join(backups, scheduled), 7);

    const tested = await runFurrow(["restore", s3.url, "--key", key, "--test"], settings);
    expect(tested).toMatchObject({ code: 0, said: expect.stringContaining("shows this test") });
    expect(await readCopies(database.read)).toMatchObject({ tested_file: `${scheduled}.age` });
    const left = (await readdir(settings.DATA_DIR ?? "")).filter((each) => /^restoring/.test(each));
    expect(left).toEqual([]);

    const place = { ...settings, DATA_DIR: await newFolder() };
    const without = await runFurrow(["restore", s3.url], place);
    expect(without.said).toContain("add --key with the file of your key");
    const restored = await runFurrow(["restore", "s3://files-of-shop", "--key", key], place);
    expect(restored.said).toContain(`✓ Everything agrees.\nRestored into ${place.DATA_DIR}.`);
    expect(restored.code).toBe(0);
    await s3.close();
  });

  test("names a damaged file with advice, and creates no database where there is none", async () => {
    const database = await databases.open();
    const settings = await settingsOf(database);
    const file = join(settings.DATA_DIR ?? "", "furrow.db");
    await database.close();
    damageTable(file, "payment_ledger");
    const [place, empty] = [await newFolder(), await newFolder()];
    for (const name of ["backup", "check-ledger"]) {
      expect(await runFurrow([name], settings)).toEqual({
        code: 1,
        said: expect.stringMatching(`${file} cannot be opened: it is damaged.*npm run restore`),
      });
      const without = await runFurrow([name], { DATA_DIR: empty });
      expect(without).toMatchObject({ code: 1, said: expect.stringContaining("no database at") });
    }
    expect(await readdir(empty)).toEqual([]);
    const restored = await runFurrow(["restore", file], { DATA_DIR: place });
    expect(restored.said).toContain(`The backup ${file} is damaged. Take an older one`);
  });
});

test("furrow setup refuses a wrong answer, and writes settings that the doctor accepts", async () => {
  const folder = await newFolder();
  const run = (...args: string[]) => runFurrow(args, {}, folder);
  const port = String(await findFreePort());
  const wrong = await run("setup", "--yes", "--port", port, "--smtp-url", "smtp://127.0.0.1:1");
  expect(wrong).toMatchObject({ code: 1, said: expect.stringContaining("MAIL_FROM") });
  expect(await readdir(folder)).toEqual([]);

  const answers = join(await newFolder(), "answers");
  await writeFile(answers, `PORT=${port}\nOWNER_EMAIL=ada@example.com\nLOG_LEVEL=warn\n`);
  const data = join(folder, "data");
  const given = ["--answers", answers, "--yes", "--backup-every", "12h"];
  const made = await run("setup", ...given);
  expect(made.said).toMatch(/once: http:\/\/localhost:\d+\/set-up\?token=[\w-]{43}\n/);
  const settings = await readFile(join(folder, ".env"), "utf8");
  expect(parseEnv(settings)).toEqual({
    PORT: port,
    PUBLIC_URL: `http://localhost:${port}`,
    DATA_DIR: data,
    OWNER_EMAIL: "ada@example.com",
    BACKUP_EVERY: "12h",
    BACKUP_DIR: join(data, "backups"),
    LOG_LEVEL: "warn",
  });
  const modes = [await stat(data), await stat(join(folder, ".env"))].map(
    ({ mode }) => mode & 0o777,
  );
  expect(modes).toEqual([0o700, 0o600]);

  const again = await run("setup", "--yes");
  expect(await readFile(join(folder, ".env"), "utf8")).toBe(settings);
  expect(/token=(\S+)/.exec(again.said)?.[1]).toBe(/token=(\S+)/.exec(made.said)?.[1]);
  const doctor = await run("doctor");
  expect(doctor.said).toContain(`✓ Port: Port ${port} of 127.0.0.1 is free.`);
  expect(doctor.code).toBe(0);
  await writeFile(join(folder, ".env"), settings.replace("12h", "soon"));
  expect(await run("doctor")).toEqual({
    code: 1,
    said: "✗ Settings: BACKUP_EVERY must be a time such as 30m, 24h or 1d.\n",
  });
});

test("furrow lists its commands, and exits with 2 on a wrong command line", async () => {
  const help = await runFurrow(["--help"]);
  const furrow = createCommandLine(undefined);
  for (const command of furrow.createHelp().visibleCommands(furrow)) {
    expect(help.said).toMatch(new RegExp(`^ +${command.name()} `, "m"));
  }
  expect([help.code, help.said.includes("try-upgrade")]).toEqual([0, false]);
  for (const args of [["restor"], ["restore"], ["backup", "--too"], ["completion", "fish"]]) {
    expect(await runFurrow(args), args.join(" ")).toMatchObject({ code: 2 });
  }
});

test("shells complete commands, options and files", () => {
  const script = completionScript(createCommandLine(undefined), "bash");
  const offered = (...words: string[]) => {
    const typed = words.map((word) => `'${word}'`).join(" ");
    const set = `COMP_WORDS=(${typed}); COMP_CWORD=${words.length - 1}`;
    const lines = [script, set, '_furrow; echo "$' + '{COMPREPLY[*]}"'].join("\n");
    return spawnSync("bash", ["-c", lines], { encoding: "utf8" }).stdout.trim().split(" ");
  };
  expect(offered("furrow", "mo")).toEqual(["move-database", "move-files"]);
  expect(offered("furrow", "backup", "--k")).toEqual(["--keep"]);
  expect(offered("furrow", "restore", "package.js")).toEqual(["package.json"]);
  expect(completionScript(createCommandLine(undefined), "zsh")).toContain(
    "restore) compadd -- --key --test --help; _files ;;",
  );
});
