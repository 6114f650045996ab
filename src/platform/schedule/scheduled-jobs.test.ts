import { sql } from "kysely";
import { expect, test } from "vitest";
import { capturedLog } from "../../../tests/support/captured-log.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { type Database, engineOf } from "../database/database.ts";
import { newId } from "../ids.ts";
import {
  bringJobForward,
  cancelJob,
  type JobHandler,
  runDueJob,
  scheduleJob,
  scheduleLockedJob,
} from "./scheduled-jobs.server.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

describeOnEachDatabase("A scheduled job", (openDatabase) => {
  /** A schedule whose clock the tests set, with a job "water" that records its runs. */
  async function open(water?: JobHandler) {
    const database = await openDatabase();
    const time = { now: Date.UTC(2026, 10, 25) };
    const captured = capturedLog();
    const watered: string[] = [];
    const note: JobHandler = async (_tx, { subject }) => void watered.push(subject);
    const dependencies = {
      database,
      log: captured.log,
      clock: () => time.now,
      handlers: { water: water ?? note },
    };
    const schedule = (subject: string, dueAt: number, kind = "water") =>
      database.write((tx) => scheduleJob(tx, { kind, subject, dueAt }));
    const runAllDue = async () => {
      while (await runDueJob(dependencies));
    };
    return { database, time, captured, watered, dependencies, schedule, runAllDue };
  }
  const waiting = ({ read }: Database) =>
    read
      .selectFrom("scheduled_jobs")
      .select(["kind", "subject", "attempts"])
      .orderBy("kind")
      .execute();

  test("runs when its time has come, and not before", async () => {
    const { database, time, watered, schedule, runAllDue } = await open();
    await schedule("rye", time.now + minuteMs);
    time.now += minuteMs - 1;
    await runAllDue();
    expect(watered).toEqual([]);
    time.now += 1;
    await runAllDue();
    expect(watered).toEqual(["rye"]);
    expect(await waiting(database)).toEqual([]);
  });

  test("gets the earlier time when it is scheduled with a lock, or brought forward", async () => {
    const { database, time, watered, schedule, runAllDue } = await open();
    const kind = "water";
    await schedule("rye", time.now + 3 * minuteMs);
    const lock = (dueAt: number) =>
      database.write((tx) => scheduleLockedJob(tx, { kind, subject: "rye", dueAt }));
    await lock(time.now + 2 * minuteMs);
    await lock(time.now + 4 * minuteMs);
    await schedule("oats", time.now + dayMs);
    time.now += 2 * minuteMs;
    await runAllDue();
    expect(watered).toEqual(["rye"]);
    for (const subject of ["oats", "unknown"]) {
      await database.write((tx) => bringJobForward(tx, { kind, subject, dueAt: time.now }));
    }
    await runAllDue();
    expect(watered).toEqual(["rye", "oats"]);
  });

  test("that is scheduled with a lock waits for the writer and sees all its writes", async () => {
    const seen: number[] = [];
    const { database, time, dependencies, schedule } = await open(async (tx) => {
      const marks = tx.selectFrom("scheduled_jobs").select("subject").where("kind", "=", "mark");
      seen.push((await marks.execute()).length);
    });
    await schedule("rye", time.now);
    let running: Promise<boolean> | undefined;
    await database.write(async (tx) => {
      await scheduleLockedJob(tx, { kind: "water", subject: "rye", dueAt: time.now });
      running ??= runDueJob(dependencies);
      if (engineOf(tx) === "postgres") await sql`select pg_sleep(0.5)`.execute(tx);
      await scheduleJob(tx, { kind: "mark", subject: "field", dueAt: time.now + dayMs });
    });
    await running;
    expect(seen).toEqual([1]);
  });

  test("keeps its time when it is scheduled again", async () => {
    const { time, watered, schedule, runAllDue } = await open();
    await schedule("rye", time.now + minuteMs);
    await schedule("rye", time.now + 2 * minuteMs);
    time.now += minuteMs;
    await runAllDue();
    time.now += minuteMs;
    await runAllDue();
    expect(watered).toEqual(["rye"]);
  });

  test("does not run after it was cancelled", async () => {
    const { database, time, watered, schedule, runAllDue } = await open();
    await schedule("rye", time.now);
    await database.write((tx) => cancelJob(tx, { kind: "water", subject: "rye" }));
    await runAllDue();
    expect(watered).toEqual([]);
  });

  test("has its effects once, even if eight processes find it at the same time", async () => {
    const leaveTrace: JobHandler = (tx) =>
      scheduleJob(tx, { kind: "done", subject: newId(), dueAt: 0 });
    const { database, time, schedule, dependencies, captured } = await open(leaveTrace);
    await schedule("rye", time.now);
    await Promise.all(Array.from({ length: 8 }, () => runDueJob(dependencies)));
    expect(await waiting(database)).toMatchObject([{ kind: "done" }]);
    expect(captured.text()).toBe("");
  });

  test("has its effects once, even if a second process takes it over from a slow process", async () => {
    const repeatDaily: JobHandler = async (tx, { subject, scheduledFor }) => {
      await scheduleJob(tx, { kind: "done", subject: newId(), dueAt: 0 });
      await scheduleJob(tx, { kind: "water", subject, dueAt: scheduledFor + dayMs });
    };
    const { database, time, schedule, dependencies } = await open(repeatDaily);
    await schedule("rye", time.now);
    let writes = 0;
    const slowWrite: Database["write"] = async (operation) => {
      writes += 1;
      if (writes === 2) {
        time.now += minuteMs;
        await runDueJob(dependencies);
      }
      return database.write(operation);
    };
    await runDueJob({ ...dependencies, database: { ...database, write: slowWrite } });
    expect(writes).toBe(2);
    expect(await waiting(database)).toMatchObject([{ kind: "done" }, { kind: "water" }]);
  });

  test("can be scheduled again while it runs, and then runs again", async () => {
    const { database, time, schedule, runAllDue } = await open((tx) =>
      scheduleJob(tx, { kind: "water", subject: "rye", dueAt: time.now + minuteMs }),
    );
    await schedule("rye", time.now);
    await Promise.all([runAllDue(), schedule("rye", time.now + minuteMs)]);
    expect(await waiting(database)).toEqual([{ kind: "water", subject: "rye", attempts: 0 }]);
  });

  test("is tried again after a failure, without effects of the failed attempt, and delays no other job", async () => {
    const watered: string[] = [];
    let isDry = true;
    const { database, time, captured, schedule, runAllDue } = await open(async (tx, job) => {
      await scheduleJob(tx, { ...job, kind: "done", dueAt: 0 });
      if (isDry && job.subject === "rye") throw new Error("The well is dry.");
      watered.push(job.subject);
    });
    await schedule("rye", time.now - minuteMs);
    await schedule("oats", time.now);
    await runAllDue();
    expect(watered).toEqual(["oats"]);
    expect(await waiting(database)).toEqual(
      expect.arrayContaining([
        { kind: "water", subject: "rye", attempts: 1 },
        { kind: "done", subject: "oats", attempts: 0 },
      ]),
    );
    expect(await waiting(database)).toHaveLength(2);
    expect(captured.entries()).toMatchObject([
      { job: "water", subject: "rye", attempt: 1, msg: "a scheduled job failed" },
    ]);
    isDry = false;
    time.now += minuteMs;
    await runAllDue();
    expect(watered).toEqual(["oats", "rye"]);
  });

  test("of a kind that this version does not know is left for the version that knows it", async () => {
    const { database, time, schedule, runAllDue } = await open();
    await schedule("rye", time.now, "mow");
    await runAllDue();
    expect(await waiting(database)).toEqual([{ kind: "mow", subject: "rye", attempts: 0 }]);
  });
});
