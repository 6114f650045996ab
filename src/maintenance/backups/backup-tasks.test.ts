import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, expect, test } from "vitest";
import { type Actor, actorWithRole, authorOf } from "#policy/actor.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { ada, owner } from "../../../tests/support/orders/shop.ts";
import {
  askForBackup,
  askForRestoreTest,
  listBackupTasks,
  type TaskDependencies,
  workOnBackupTask,
} from "./backup-tasks.ts";
import { downloadBackup } from "./download-backup.ts";

const signal = new AbortController().signal;
const directory = mkdtempSync(join(tmpdir(), "backup-tasks-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const name = "scheduled-2026-11-20T08-00-00-000Z.db";
writeFileSync(join(directory, name), "a backup");
writeFileSync(join(directory, "notes.txt"), "not a backup");

const manager = actorWithRole("Manager", { accountId: "max", email: "max@example.com" });
const unconfirmed: Actor = { kind: "admin", accountId: "account-own", email: "own@example.com" };

describeOnEachDatabase("Backups that people ask for", (openDatabase) => {
  async function open() {
    const time = { now: Date.UTC(2026, 10, 20) };
    const made: string[] = [];
    const dependencies: TaskDependencies = {
      database: await openDatabase(),
      clock: () => time.now,
      log: pino({ level: "silent" }),
      directory,
      readPlan: async () => ({ everyMs: null, keep: 3 }),
      makeManualBackup: async (now, keep) => {
        made.push(`${now} ${keep}`);
        return { file: join(directory, `manual-${made.length}.db`) };
      },
      testRestore: async () => ({ rows: 12, notes: ["One file is missing."] }),
    };
    const tasks = () => listBackupTasks(dependencies, owner);
    const work = (changes: Partial<TaskDependencies> = {}) =>
      workOnBackupTask({ ...dependencies, ...changes }, signal);
    return { time, made, dependencies, tasks, work };
  }

  test("are made once when two people ask at once, and name who asked", async () => {
    const { time, made, dependencies, tasks, work } = await open();
    await Promise.all([askForBackup(dependencies, owner), askForBackup(dependencies, owner)]);
    expect(await tasks()).toMatchObject([{ kind: "make", askedBy: authorOf(owner), doneAt: null }]);
    await Promise.all([work(), work(), work()]);
    expect(made).toEqual([`${time.now} 3`]);
    expect(await tasks()).toMatchObject([{ file: "manual-1.db", doneAt: time.now, failure: null }]);
    await askForBackup(dependencies, owner);
    expect(await work()).toBe(true);
    expect(await work()).toBe(false);
    expect(made).toHaveLength(2);
    const entries = await dependencies.database.read
      .selectFrom("audit_log")
      .select(["action", "author"])
      .where("action", "=", "Make backup")
      .execute();
    expect(entries).toHaveLength(2);
  });

  test("continue in another process when one dies, and are given up after a day", async () => {
    const { time, made, dependencies, tasks, work } = await open();
    await askForBackup(dependencies, owner);
    const dies = new Promise<never>(() => {});
    void work({ makeManualBackup: () => dies });
    await expect
      .poll(
        async () =>
          (
            await dependencies.database.read
              .selectFrom("backup_tasks")
              .select("leased_until")
              .executeTakeFirstOrThrow()
          ).leased_until,
      )
      .toBeGreaterThan(0);
    expect(await work()).toBe(false);
    time.now += 6 * 60 * 1000;
    expect(await work()).toBe(true);
    expect(made).toHaveLength(1);
    await askForBackup(dependencies, owner);
    time.now += 25 * 60 * 60 * 1000;
    expect(await work()).toBe(false);
    expect(await tasks()).toHaveLength(1);
    await askForBackup(dependencies, owner);
    expect(await work()).toBe(true);
  });

  test("and tests of a restore store their result, a failure in words", async () => {
    const { time, dependencies, tasks, work } = await open();
    await askForRestoreTest(dependencies, owner, name);
    await work();
    expect(await tasks()).toMatchObject([
      {
        kind: "test",
        file: name,
        rowsRestored: 12,
        notes: ["One file is missing."],
        failure: null,
      },
    ]);
    time.now += 1000;
    await askForRestoreTest(dependencies, owner, name);
    await work({
      testRestore: async () => {
        throw new Error("The file is damaged: page 4.");
      },
    });
    expect((await tasks())[0]).toMatchObject({
      file: name,
      rowsRestored: null,
      failure: "The file is damaged: page 4.",
      doneAt: time.now,
    });
    await expect(askForRestoreTest(dependencies, owner, "../furrow.db")).rejects.toMatchObject({
      code: "not-found",
    });
  });

  test("wait for the process that has the file of a test", async () => {
    const { dependencies, work } = await open();
    await askForRestoreTest(dependencies, owner, name);
    expect(await work({ directory: join(directory, "elsewhere") })).toBe(false);
    expect(await work()).toBe(true);
  });

  test("are asked for and downloaded by admins only, and a download needs a confirmation and stands in the audit log", async () => {
    const { dependencies } = await open();
    const backupCopies = undefined;
    const download = (actor: Actor, file = name) =>
      downloadBackup({ ...dependencies, backupCopies }, actor, file);
    for (const actor of [ada, manager]) {
      for (const refused of [
        askForBackup(dependencies, actor),
        askForRestoreTest(dependencies, actor, name),
        listBackupTasks(dependencies, actor),
        download(actor),
      ]) {
        await expect(refused).rejects.toMatchObject({ code: "forbidden" });
      }
    }
    await expect(download(unconfirmed)).rejects.toMatchObject({
      extra: { confirmationRequired: true },
    });
    for (const other of [
      "notes.txt",
      "../furrow.db",
      "scheduled-2026-11-20T08-00-00-000Z.db.age",
    ]) {
      await expect(download(owner, other)).rejects.toMatchObject({ code: "not-found" });
    }
    const { bytes, content } = await download(owner);
    const chunks: Uint8Array[] = [];
    for await (const chunk of content) chunks.push(chunk);
    expect([bytes, Buffer.concat(chunks).toString()]).toEqual([8, "a backup"]);
    const entries = await dependencies.database.read
      .selectFrom("audit_log")
      .select("label")
      .where("action", "=", "Download backup")
      .execute();
    expect(entries).toEqual([{ label: name }]);
  });
});
