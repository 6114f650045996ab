import { pino } from "pino";
import { expect, test } from "vitest";
import { readConfiguration } from "#platform/configuration.ts";
import type { Database } from "#platform/database/database.ts";
import type { BackupPlan } from "#settings/stored-settings.server.ts";
import { capturedLog } from "../../../tests/support/captured-log.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { postFor } from "../../../tests/support/mail/post.ts";
import { ada, owner } from "../../../tests/support/orders/shop.ts";
import { readBackups } from "./read-backups.ts";
import { backUpWhenDue, type ScheduleDependencies } from "./scheduled-backups.ts";

const hour = 60 * 60 * 1000;
const signal = new AbortController().signal;
const configuration = readConfiguration({ BACKUP_EVERY: "24h", DATA_DIR: "/nonexistent" });

describeOnEachDatabase("Scheduled backups", (openDatabase) => {
  async function openSchedule() {
    const time = { now: Date.UTC(2026, 10, 20) };
    const made: number[] = [];
    const dependencies: ScheduleDependencies & { readonly database: Database } = {
      database: await openDatabase(),
      clock: () => time.now,
      log: pino({ level: "silent" }),
      post: postFor({ ownerEmail: "owner@example.com", clock: () => time.now }),
      readPlan: async () => ({ everyMs: 24 * hour, keep: 7 }),
      makeBackup: async (now) => {
        made.push(now);
        return { file: `scheduled-${made.length}.db`, bytes: 7, ledger: { differences: [] } };
      },
    };
    const { database } = dependencies;
    const report = () => readBackups({ database, configuration }, owner);
    const emails = () =>
      database.read.selectFrom("mail_outbox").selectAll().orderBy("id").execute();
    return { time, made, dependencies, report, emails };
  }

  test("are made by only one of all processes when they are due", async () => {
    const { time, made, dependencies, report } = await openSchedule();
    const ask = () => Promise.all([1, 2, 3].map(() => backUpWhenDue(dependencies, signal)));
    await ask();
    expect(made).toEqual([time.now]);
    time.now += 24 * hour - 1;
    await ask();
    expect(made).toHaveLength(1);
    time.now += 1;
    await ask();
    expect(made).toHaveLength(2);
    expect(await report()).toEqual({
      everyMs: 24 * hour,
      keep: 7,
      directory: "/nonexistent/backups",
      lastGood: { at: time.now, file: "scheduled-2.db", bytes: 7 },
      failure: null,
      copies: null,
      files: [],
    });
  });

  test("log differences in the ledger", async () => {
    const { dependencies } = await openSchedule();
    const { log, entries } = capturedLog();
    const differences = Array.from({ length: 12 }, (_, index) => `Order ${index} is kept as Paid.`);
    const made = { file: "scheduled-1.db", bytes: 7, ledger: { differences } };
    await backUpWhenDue({ ...dependencies, log, makeBackup: async () => made }, signal);
    const told = entries().find(({ level }) => level === 50);
    expect(told).toMatchObject({ file: made.file, differences: differences.slice(0, 10) });
  });

  test("use a changed interval and a changed number of backups to keep, and stop when the interval is removed", async () => {
    const { time, made, dependencies } = await openSchedule();
    const kept: number[] = [];
    let plan: BackupPlan = { everyMs: null, keep: 7 };
    const planned: ScheduleDependencies = {
      ...dependencies,
      readPlan: async () => plan,
      makeBackup: async (now, keep, stop) => {
        kept.push(keep);
        return dependencies.makeBackup(now, keep, stop);
      },
    };
    await backUpWhenDue(planned, signal);
    expect(made).toEqual([]);
    plan = { everyMs: hour, keep: 3 };
    await backUpWhenDue(planned, signal);
    expect([made, kept]).toEqual([[time.now], [3]]);
    time.now += hour;
    plan = { everyMs: null, keep: 3 };
    await backUpWhenDue(planned, signal);
    expect(made).toHaveLength(1);
  });

  test("that fail are reported to admins, and retried after an hour", async () => {
    const { time, made, dependencies, report } = await openSchedule();
    const failing = { ...dependencies, makeBackup: () => Promise.reject(new Error("No room.")) };
    await backUpWhenDue(failing, signal);
    expect(await report()).toMatchObject({
      lastGood: null,
      failure: { at: time.now, words: "No room." },
    });
    time.now += hour - 1;
    await backUpWhenDue(dependencies, signal);
    expect(made).toEqual([]);
    time.now += 1;
    await backUpWhenDue(dependencies, signal);
    expect(made).toEqual([time.now]);
    expect((await report()).failure).toBeNull();
    const seeing = readBackups({ database: dependencies.database, configuration }, ada);
    await expect(seeing).rejects.toMatchObject({ code: "forbidden" });
  });

  test("that fail are reported to the owner by email, once until a backup succeeds", async () => {
    const { time, dependencies, emails } = await openSchedule();
    const failing = { ...dependencies, makeBackup: () => Promise.reject(new Error("No room.")) };
    await backUpWhenDue(failing, signal);
    const [first] = await emails();
    expect(first).toMatchObject({
      recipient: "owner@example.com",
      subject: "A backup of your site failed",
      letter: "backupFailedOwner",
    });
    expect(first?.text_body).toContain("The cause: No room.");
    expect(first?.text_body).toContain("/status\n");
    for (const _ of [1, 2]) {
      time.now += hour;
      await backUpWhenDue(failing, signal);
    }
    expect(await emails()).toHaveLength(1);
    time.now += hour;
    await backUpWhenDue(dependencies, signal);
    expect(await emails()).toHaveLength(1);
    time.now += 24 * hour;
    await backUpWhenDue(failing, signal);
    expect(await emails()).toHaveLength(2);
  });

  test("that a process began and did not finish are made by another process", async () => {
    const { made, dependencies, report } = await openSchedule();
    const stopping = new AbortController();
    const brokenOff = { ...dependencies, makeBackup: () => Promise.reject(new Error("stopped")) };
    stopping.abort();
    await backUpWhenDue(brokenOff, stopping.signal);
    expect((await report()).failure).toBeNull();
    await backUpWhenDue(dependencies, signal);
    expect(made).toHaveLength(1);
  });
});
