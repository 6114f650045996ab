import { expect, test, vi } from "vitest";
import { capturedLog } from "../../tests/support/captured-log.ts";
import { describeOnEachDatabase } from "../../tests/support/databases/databases.ts";
import { doubling, dueFrom, isClaimed, LeasedTable, nextAttemptAt, pauseMs } from "./leases.ts";

const jobs = new LeasedTable("scheduled_jobs", { key: ["kind", "subject"], leaseMs: 1000 });

describeOnEachDatabase("A row that waits for an attempt", (openDatabase) => {
  async function waiting(...subjects: string[]) {
    const database = await openDatabase();
    await database.write((tx) =>
      tx
        .insertInto("scheduled_jobs")
        .values(
          subjects.map((subject, nth) => ({
            kind: "water",
            subject,
            scheduled_for: nth,
            ...dueFrom(nth),
          })),
        )
        .execute(),
    );
    const claim = async (now: number) => {
      const row = await jobs.claim(database, now);
      if (row === undefined) throw new Error("Nothing was due.");
      return row;
    };
    const stored = () =>
      database.read.selectFrom("scheduled_jobs").selectAll().orderBy("subject").execute();
    return { database, claim, stored };
  }

  test("is claimed by one of many workers, the earliest first", async () => {
    const { database } = await waiting("oats", "rye");
    expect(await jobs.claim(database, -1)).toBeUndefined();
    expect(await jobs.claim(database, 0)).toMatchObject({ subject: "oats", attempts: 1 });
    const claims = Array.from({ length: 20 }, () => jobs.claim(database, 1));
    const claimed = (await Promise.all(claims)).filter((row) => row !== undefined);
    expect(claimed.map(({ subject }) => subject)).toEqual(["rye"]);
  });

  test("is claimed again when the lease has ended, and the late worker then writes nothing", async () => {
    const { database, claim, stored } = await waiting("rye");
    const late = await claim(0);
    expect(await jobs.claim(database, 999)).toBeUndefined();
    const present = await claim(1000);
    const settle = (row: typeof late, due_at: number) =>
      database.write((tx) => jobs.settle(tx, row, { due_at }));
    expect(await settle(late, 5)).toBe(false);
    expect(await settle(present, 6)).toBe(true);
    expect(await stored()).toMatchObject([{ due_at: 6, leased_until: 0, attempts: 2 }]);
  });

  test("keeps its lease while the work on it lasts", async () => {
    const { database, claim, stored } = await waiting("rye");
    const time = { now: 0 };
    const claimed = await claim(0);
    const { log } = capturedLog();
    const renewed = await jobs.renewing({ database, clock: () => time.now, log }, claimed, () => {
      time.now = 700;
      return vi.waitFor(async () => {
        const [row] = await stored();
        expect(row?.leased_until).toBe(1700);
        return row;
      }, 10_000);
    });
    expect(renewed && isClaimed(renewed)).toBe(true);
    expect(await jobs.claim(database, 1699)).toBeUndefined();
  });

  test("is not leased again by a renewal that comes after the end of the attempt", async () => {
    const { database, claim, stored } = await waiting("rye");
    const claimed = await claim(0);
    const { log } = capturedLog();
    let renewals = 0;
    const late: typeof database.write = async (operation) => {
      renewals += 1;
      await database.write((tx) => jobs.settle(tx, claimed, { due_at: 5 }));
      return database.write(operation);
    };
    const slow = { database: { ...database, write: late }, clock: () => 700, log };
    await jobs.renewing(slow, claimed, () =>
      vi.waitFor(() => expect(renewals).toBeGreaterThan(0), 10_000),
    );
    await vi.waitFor(async () => expect(await stored()).toMatchObject([{ due_at: 5 }]), 10_000);
    await database.write(async () => {});
    expect(await stored()).toMatchObject([{ leased_until: 0 }]);
  });

  test("of a process that died is claimed at once after all leases were released", async () => {
    const { database, claim } = await waiting("rye");
    await claim(0);
    await database.write((tx) => jobs.releaseAll(tx));
    expect(await claim(0)).toMatchObject({ attempts: 2 });
  });
});

const retries = { pausesMs: doubling(1000, 600_000) };

test("a pause doubles after each failed attempt, up to the longest", () => {
  expect([1, 2, 3, 4].map((failed) => pauseMs(retries, failed, 0))).toEqual([
    1000, 2000, 4000, 8000,
  ]);
  expect(pauseMs(retries, 1000, 0)).toBe(600_000);
  expect(pauseMs(retries, 1, 1)).toBe(750);
});

test("attempts are given up after their number or their time", () => {
  const failed = { attempts: 3, since: 0, now: 10_000 };
  expect(nextAttemptAt(retries, failed)).toBeGreaterThan(10_000);
  expect(nextAttemptAt({ ...retries, mostAttempts: 3 }, failed)).toBeNull();
  expect(nextAttemptAt({ ...retries, forMs: 12_999 }, failed)).toBeNull();
  expect(nextAttemptAt({ ...retries, forMs: 14_000 }, failed)).toBeGreaterThan(10_000);
});
