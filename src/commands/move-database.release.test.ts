import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { emptyAddress } from "../../tests/support/databases/address-of.ts";
import { postgresDatabases } from "../../tests/support/databases/postgres-databases.ts";
import {
  mailServerOf,
  savedMailServer,
  saveMailServer,
} from "../../tests/support/mail/saved-mail-server.ts";
import { ada } from "../../tests/support/orders/shop.ts";
import { booksReport, openBooks } from "../../tests/support/payments/sample-ledger.ts";
import { headersFrom, openAccess } from "../../tests/support/rights/access.ts";
import { openSubscriptionShop } from "../../tests/support/subscriptions/subscription-shop.ts";
import { scaled } from "../../tests/support/time-limits.ts";
import { signIn, signUp } from "../access/sessions/sign-in.ts";
import { backUp } from "../maintenance/backups/back-up.ts";
import { restore } from "../maintenance/backups/restore.ts";
import { moveDatabase } from "../maintenance/copying/move-database.ts";
import { checkLedger } from "../maintenance/ledger-checks/check-ledger.ts";
import { readConfiguration } from "../platform/configuration.ts";
import { type Database, inSnapshot, openDatabase } from "../platform/database/database.ts";
import { createLog } from "../platform/metrics/log.ts";
import { openPreparedDatabase, prepareDatabase } from "../server/open-database.ts";
import { pauseSubscription, resumeSubscription } from "../subscriptions/changes/stop-and-go.ts";

const program = fileURLToPath(new URL("furrow.ts", import.meta.url));
const url = inject("postgresUrl");
const person = { email: "ada@example.com", password: "hedgerow and barley", name: "Ada" };
const ip = headersFrom("203.0.113.7");

let elsewhere: string;
beforeAll(async () => {
  elsewhere = await mkdtemp(join(tmpdir(), "furrow-move-"));
});
afterAll(async () => {
  await rm(elsewhere, { recursive: true, force: true });
});

async function openSource(): Promise<{ directory: string; source: Database }> {
  const directory = await mkdtemp(join(elsewhere, "site-"));
  const source = openDatabase({ engine: "sqlite", file: join(directory, "furrow.db") });
  await prepareDatabase(source);
  return { directory, source };
}

describe.skipIf(url === null)("A site that moves to PostgreSQL", () => {
  const databases = postgresDatabases(url ?? "");
  afterAll(() => databases.remove());

  async function emptyTarget(): Promise<{ database: Database; address: string }> {
    const database = await databases.open();
    const address = await emptyAddress(database);
    return { database, address: address.engine === "postgres" ? address.url : "" };
  }

  /** Kills the command once it prints `killAt`. */
  async function runMove(directory: string, address: string, killAt?: string) {
    const child = spawn(process.execPath, [program, "move-database", "--to", address], {
      cwd: directory,
      env: { PATH: process.env.PATH, DATA_DIR: directory },
    });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        said += text;
        if (killAt !== undefined && said.includes(killAt)) child.kill("SIGKILL");
      });
    }
    await once(child, "close");
    return { code: child.exitCode, said };
  }

  test("is complete, with all sessions, when the command is killed and run again", {
    timeout: scaled(60_000),
  }, async () => {
    const { directory, source } = await openSource();
    await openBooks(source);
    const plan = await openSubscriptionShop(source, "UTC", { isReopened: true });
    const { order, id } = await plan.subscribe();
    await plan.pay(order.id);
    await plan.turnTo("2026-12-15T00:00:00Z");
    await pauseSubscription(plan, ada, id, {});
    await plan.turnTo("2026-12-16T00:00:00Z");
    const subscribed = await plan.held(id);
    expect(subscribed.cycles[1]).toMatchObject({ paymentStatus: "Cancelled" });
    const report = await checkLedger(source.read);
    expect(report.differences).toEqual([]);
    const access = await openAccess(source);
    const { cookies } = await signUp(access, ip, person);
    await saveMailServer(source, access.secret);
    // Inserts enough rows to keep the move running until the test kills the command.
    await source.write((tx) =>
      sql`insert into rate_limits with recursive numbered (number) as
        (select 1 union all select number + 1 from numbered where number < 20000)
        select number, 1, 1 from numbered`.execute(tx),
    );
    await source.close();
    const before = await readFile(join(directory, "furrow.db"));
    const { database, address } = await emptyTarget();

    expect(await runMove(directory, address, `orders: ${report.orders}`)).toMatchObject({
      code: null,
    });
    const configuration = readConfiguration({
      DATABASE_URL: address,
      SECRET: access.secret,
    });
    const log = createLog("silent");
    const starting = openPreparedDatabase({ configuration, log, clock: Date.now });
    await expect(starting).rejects.toThrow("Run the same command again");

    const { code, said } = await runMove(directory, address);
    expect(said).toMatch(/^Continuing an earlier attempt\.\nTables that are already there: \d+\./);
    expect(said).not.toContain(`orders: ${report.orders}`);
    // More than the 20,000 rows inserted above, because the sign-up was counted in `rate_limits`
    // too.
    expect(said).toMatch(/^rate_limits: 200\d\d$/m);
    expect(said).toContain("Sales $797.00, refunded $49.00, net $748.00.\n✓ Everything agrees.");
    expect(said).toContain(`SECRET to what stands in ${join(directory, "secret")}`);
    expect(code).toBe(0);
    expect((await readFile(join(directory, "furrow.db"))).equals(before)).toBe(true);
    expect(await readdir(directory)).toEqual(["furrow.db"]);

    expect(await inSnapshot(database, checkLedger)).toEqual(report);
    const there = await openSubscriptionShop(database, "UTC", { isReopened: true });
    there.time.now = plan.time.now;
    expect(await there.held(id)).toEqual(subscribed);
    await resumeSubscription(there, ada, id);
    await there.turnTo("2027-01-15T00:00:00Z");
    const statuses = (await there.held(id)).cycles.map(({ paymentStatus }) => paymentStatus);
    expect(statuses).toEqual(["Paid", "UnPaid"]);
    const moved = await openAccess(database);
    expect(await moved.visit(cookies).actor()).toMatchObject({ email: person.email });
    await signIn(moved, ip, person);
    expect(await mailServerOf(database, access.secret)).toEqual(savedMailServer);
    await expect(sql`delete from payment_ledger`.execute(database.libraryHandle)).rejects.toThrow(
      "Rows of payment_ledger are only ever added.",
    );
  });

  test("is not reported as moved if it changes during the move, and is moved by the next attempt", async () => {
    const { source } = await openSource();
    const { database: target } = await emptyTarget();
    const count = async () =>
      (await target.read.selectFrom("first_steps").select("step").execute()).length;
    const tick = (step: string) =>
      source.write((tx) =>
        tx.insertInto("first_steps").values({ step, ticked_by: "A", ticked_at: 1 }).execute(),
      );
    await tick("before");
    const running = moveDatabase({
      source,
      target,
      prepare: prepareDatabase,
      say: (sentence) => {
        if (sentence.startsWith("orders:")) void tick("meanwhile");
      },
    });
    await expect(running).rejects.toThrow("The site was still running");
    expect(await count()).toBe(1);
    await moveDatabase({ source, target, prepare: prepareDatabase, say: () => {} });
    expect(await count()).toBe(2);
    await source.close();
  });

  test("can be restored into PostgreSQL from a backup of its file", async () => {
    const { directory, source } = await openSource();
    await openBooks(source);
    const from = { engine: "sqlite", file: join(directory, "furrow.db") } as const;
    const options = { address: from, secret: null, directory, kind: "backup" } as const;
    const { file, rows } = await backUp({ ...options, prepare: prepareDatabase, now: Date.now() });
    await source.close();
    const { database, address } = await emptyTarget();
    const place = await mkdtemp(join(elsewhere, "place-"));
    const into = { dataDirectory: place, databaseUrl: address, bucket: undefined };
    const restoring = { file, ...into, prepare: prepareDatabase, say: () => {} };
    expect(await restore(restoring)).toMatchObject({ rows, ledger: booksReport });
    expect(await readdir(place)).toEqual([]);
    expect(await inSnapshot(database, checkLedger)).toEqual(booksReport);
    await expect(restore(restoring)).rejects.toThrow("The database is not empty");
  });

  test("is refused by a database with the data of another site", async () => {
    const { source } = await openSource();
    const used = await databases.open();
    const options = { source, prepare: prepareDatabase, say: () => {} };
    await expect(moveDatabase({ ...options, target: used })).rejects.toThrow("is not empty");

    const { database: target } = await emptyTarget();
    const breakOff = () => {
      throw new Error("broken off");
    };
    await expect(moveDatabase({ ...options, target, say: breakOff })).rejects.toThrow("broken off");
    await source.write((tx) => sql`update kysely_migration set timestamp = 'another'`.execute(tx));
    await expect(moveDatabase({ ...options, target })).rejects.toThrow(
      "incomplete copy of another site",
    );
    await source.close();
  });
});
