import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, expect, test } from "vitest";
import { readConfiguration } from "#platform/configuration.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { postFor } from "../../../tests/support/mail/post.ts";
import { owner } from "../../../tests/support/orders/shop.ts";
import { readBackups } from "../backups/read-backups.ts";
import { type CopyDependencies, copyWhenDue, noteRestoreTest } from "./copy-schedule.ts";

const minute = 60_000;
const signal = new AbortController().signal;
const folders = mkdtempSync(join(tmpdir(), "furrow-copies-"));
afterAll(() => rmSync(folders, { recursive: true, force: true }));
const recipient = `age1${"q".repeat(58)}`;
const configuration = readConfiguration({
  BACKUP_RECIPIENT: recipient,
  BACKUP_URL: "s3://KEY:SECRET@s3.example.com/shop-backups",
});

describeOnEachDatabase("Copies of backups", (openDatabase) => {
  async function openSchedule() {
    const time = { now: Date.UTC(2026, 10, 20) };
    const made: string[] = [];
    const directory = mkdtempSync(join(folders, "site-"));
    const dependencies: CopyDependencies = {
      database: await openDatabase(),
      clock: () => time.now,
      log: pino({ level: "silent" }),
      post: postFor({ ownerEmail: "owner@example.com", clock: () => time.now }),
      directory,
      readPlan: async () => ({ everyMs: 60 * minute, keep: 7 }),
      makeCopy: async (file) => {
        made.push(file);
        return { bytes: 9 };
      },
    };
    const { database } = dependencies;
    const backUp = async () => {
      const name = `scheduled-${new Date(time.now).toISOString().replaceAll(/[:.]/g, "-")}.db`;
      writeFileSync(join(directory, name), "backup");
      await database.write((tx) =>
        tx
          .updateTable("backup_schedule")
          .set({ good_at: time.now, file: name, bytes: 6 })
          .execute(),
      );
      return join(directory, name);
    };
    const report = async () => (await readBackups({ database, configuration }, owner)).copies;
    const emails = () =>
      database.read.selectFrom("mail_outbox").selectAll().orderBy("id").execute();
    return { time, made, dependencies, backUp, report, emails };
  }

  test("are made once for each scheduled backup, by only one of the processes", async () => {
    const { time, made, dependencies, backUp, report } = await openSchedule();
    const ask = () => Promise.all([1, 2, 3].map(() => copyWhenDue(dependencies, signal)));
    await ask();
    expect(made).toEqual([]);
    const first = await backUp();
    expect((await report())?.waitingSince).toBe(time.now);
    await ask();
    await ask();
    expect(made).toEqual([first]);
    const { database } = dependencies;
    await noteRestoreTest(database, { at: time.now + 1, file: "scheduled.db.age" });
    expect(await report()).toEqual({
      bucket: "shop-backups",
      last: { at: time.now, bytes: 9 },
      failure: null,
      testedAt: time.now + 1,
      waitingSince: null,
    });
    time.now += 60 * minute;
    const second = await backUp();
    await ask();
    expect(made).toEqual([first, second]);
  });

  test("that fail are reported to admins, and retried after ten minutes", async () => {
    const { time, made, dependencies, backUp, report } = await openSchedule();
    const file = await backUp();
    const failing = { ...dependencies, makeCopy: () => Promise.reject(new Error("No answer.")) };
    await copyWhenDue(failing, signal);
    expect(await report()).toMatchObject({
      last: null,
      failure: { at: time.now, words: "No answer." },
    });
    time.now += 10 * minute - 1;
    await copyWhenDue(dependencies, signal);
    expect(made).toEqual([]);
    time.now += 1;
    await copyWhenDue(dependencies, signal);
    expect(made).toEqual([file]);
    expect((await report())?.failure).toBeNull();
  });

  test("that fail are reported to the owner by email, once until a copy succeeds", async () => {
    const { time, made, dependencies, backUp, emails } = await openSchedule();
    await backUp();
    const failing = { ...dependencies, makeCopy: () => Promise.reject(new Error("No answer.")) };
    for (const _ of [1, 2, 3]) {
      await copyWhenDue(failing, signal);
      time.now += 10 * minute;
    }
    expect(await emails()).toMatchObject([
      { recipient: "owner@example.com", letter: "copyFailedOwner" },
    ]);
    expect((await emails())[0]?.text_body).toContain("The cause: No answer.");
    await copyWhenDue(dependencies, signal);
    expect(made).toHaveLength(1);
    time.now += 60 * minute;
    await backUp();
    await copyWhenDue(failing, signal);
    expect(await emails()).toHaveLength(2);
  });

  test("that a process began and did not finish are made by another process", async () => {
    const { made, dependencies, backUp, report } = await openSchedule();
    const file = await backUp();
    const stopping = new AbortController();
    stopping.abort();
    const stopped = { ...dependencies, makeCopy: () => Promise.reject(new Error("stopped")) };
    await copyWhenDue(stopped, stopping.signal);
    expect((await report())?.failure).toBeNull();
    await copyWhenDue(dependencies, signal);
    expect(made).toEqual([file]);
  });
});
