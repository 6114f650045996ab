import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addressOf } from "../../tests/support/databases/address-of.ts";
import { describeOnEachDatabase } from "../../tests/support/databases/databases.ts";
import { ada, openShop, orderForm } from "../../tests/support/orders/shop.ts";
import { placeOrder } from "../orders/placing/place-order.ts";
import type { Database } from "../platform/database/database.ts";

const program = fileURLToPath(new URL("furrow.ts", import.meta.url));

let elsewhere: string;
beforeAll(async () => {
  elsewhere = await mkdtemp(join(tmpdir(), "furrow-check-"));
});
afterAll(() => rm(elsewhere, { recursive: true, force: true }));

function runCheck(settings: Readonly<Record<string, string>>) {
  return new Promise<{ readonly code: number | string; readonly said: string }>((resolve) => {
    const env = { PATH: process.env.PATH, ...settings };
    execFile(
      process.execPath,
      [program, "check-ledger"],
      { cwd: elsewhere, env },
      (error, stdout, stderr) => {
        resolve({ code: error?.code ?? 0, said: stdout + stderr });
      },
    );
  });
}

async function settingsFor(database: Database): Promise<Record<string, string>> {
  const address = await addressOf(database);
  return address.engine === "sqlite"
    ? { DATA_DIR: dirname(address.file) }
    : { DATABASE_URL: address.url, SECRET: "a secret of thirty-two characters" };
}

describeOnEachDatabase("npm run check-ledger", (openDatabase) => {
  test("exits with 0 for a correct ledger of a running installation, and with 1 for a wrong ledger", async () => {
    const database = await openDatabase();
    const shop = await openShop(database);
    await placeOrder(shop, ada, orderForm);
    const settings = await settingsFor(database);
    expect(await runCheck(settings)).toEqual({
      code: 0,
      said: "Orders checked: 1, with entries in the ledger: 0.\nSales $0.00, refunded $0.00, net $0.00.\n✓ Everything agrees.\n",
    });
    await database.write((tx) => tx.updateTable("order_counter").set({ last_number: 2 }).execute());
    const { code, said } = await runCheck(settings);
    expect(code).toBe(1);
    expect(said).toContain(
      "✗ The newest order is 1, and the counter stands at 2.\nDifferences: 1.",
    );
  });

  test("refuses a database of another version", async () => {
    const database = await openDatabase();
    const settings = await settingsFor(database);
    await sql`delete from kysely_migration where name = '0110-orders'`.execute(
      database.libraryHandle,
    );
    const older = await runCheck(settings);
    expect(older.code).toBe(1);
    expect(older.said).toContain('is not up to date (the change "0110-orders" is missing)');
  });
});

test("npm run check-ledger creates no database", async () => {
  const { code, said } = await runCheck({ DATA_DIR: elsewhere });
  expect(code).toBe(1);
  expect(said).toContain("There is no database at");
  expect(await readdir(elsewhere)).toEqual([]);
});
