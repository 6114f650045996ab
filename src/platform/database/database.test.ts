import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { addressOf } from "../../../tests/support/databases/address-of.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { scaled } from "../../../tests/support/time-limits.ts";
import { AppError } from "../errors.ts";
import {
  type Database,
  isUniqueViolation,
  openDatabase,
  type Queries,
  type WriteTransaction,
} from "./database.ts";

const subscriber = (name: string) => ({
  id: name,
  email: `${name}@example.com`,
  email_key: `${name}@example.com`,
  subscribed_at: 1_790_000_000_000,
});

const insert = (tx: WriteTransaction, name: string) =>
  tx.insertInto("subscribers").values(subscriber(name)).execute();

const names = async (database: Database) => {
  const rows = await database.read.selectFrom("subscribers").select("id").orderBy("id").execute();
  return rows.map(({ id }) => id);
};

function countCommits(database: Database): { readonly count: number } {
  const commits = { count: 0 };
  database.onCommit(() => {
    commits.count += 1;
  });
  return commits;
}

function signal() {
  let give: () => void = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { give, given };
}

describeOnEachDatabase("A write", (openTestDatabase) => {
  test("that fails changes nothing, and throws the error of its operation", async () => {
    const database = await openTestDatabase();
    const reason = new Error("no");
    const failing = database.write(async (tx) => {
      await insert(tx, "a");
      await insert(tx, "b");
      throw reason;
    });
    await expect(failing).rejects.toBe(reason);
    expect(await names(database)).toEqual([]);
  });

  test("that fails does not affect the other writes of its group", async () => {
    const database = await openTestDatabase();
    const writes = Array.from({ length: 20 }, (_, index) =>
      database.write(async (tx) => {
        const name = String(index).padStart(2, "0");
        await insert(tx, name);
        if (index % 3 === 0) throw new Error("no");
        // Inserts the name a second time, which violates a unique constraint.
        if (index % 3 === 1) await insert(tx, name);
        return name;
      }),
    );
    const results = await Promise.allSettled(writes);
    const good = results.flatMap((result) => (result.status === "fulfilled" ? result.value : []));
    expect(good).toEqual(["02", "05", "08", "11", "14", "17"]);
    expect(await names(database)).toEqual(good);
  });

  test("shares its commit with a slightly later write, on SQLite", async () => {
    const database = await openTestDatabase();
    if (database.engine !== "sqlite") return;
    const commits = countCommits(database);
    const first = database.write((tx) => insert(tx, "first"));
    // The microtasks stand for the work that a simultaneous request does before its write. No
    // microtask waits for the disk, so the first write is still uncommitted.
    for (let step = 0; step < 1000; step++) await null;
    await Promise.all([first, database.write((tx) => insert(tx, "second"))]);
    expect(commits.count).toBe(1);
    expect(await names(database)).toEqual(["first", "second"]);
  });

  test("shares its commit with writes of the next turns of the event loop, on SQLite", async () => {
    const database = await openTestDatabase();
    if (database.engine !== "sqlite") return;
    const commits = countCommits(database);
    const writes: Promise<unknown>[] = [];
    for (const name of ["first", "second", "third", "fourth"]) {
      writes.push(database.write((tx) => insert(tx, name)));
      await new Promise((resolve) => setImmediate(resolve));
    }
    await Promise.all(writes);
    expect(commits.count).toBe(1);
  });

  test("in the background runs after the writes of requests, and lets other code run between its queries", async () => {
    const database = await openTestDatabase();
    const ran: string[] = [];
    let turns = 0;
    const background = database.write(
      async (tx) => {
        ran.push("background");
        const others = setInterval(() => {
          turns += 1;
        });
        const deadline = Date.now() + scaled(10_000);
        while (turns === 0 && Date.now() < deadline) {
          await sql`select count(*) from subscribers`.execute(tx);
        }
        clearInterval(others);
        await insert(tx, "background");
      },
      { inBackground: true },
    );
    const request = database.write(async (tx) => {
      ran.push("request");
      await insert(tx, "request");
    });
    await Promise.all([background, request]);
    expect(turns).toBeGreaterThan(0);
    expect(await names(database)).toEqual(["background", "request"]);
    if (database.engine === "sqlite") expect(ran).toEqual(["request", "background"]);
  });

  test("is synced to disk, except in the background, on SQLite", async () => {
    const database = await openTestDatabase();
    if (database.engine !== "sqlite") return;
    const levelOf = async (queries: Queries) =>
      (await sql<{ synchronous: number }>`pragma synchronous`.execute(queries)).rows[0]
        ?.synchronous;
    const [normal, full] = [1, 2];
    const inBackground = { inBackground: true };
    expect(await database.write(levelOf, inBackground)).toBe(normal);
    expect(await database.write(levelOf)).toBe(full);
    const failing = database.write(() => Promise.reject(new Error("failed")), inBackground);
    await expect(failing).rejects.toThrow("failed");
    expect(await database.write(levelOf)).toBe(full);
  });

  test("runs again after another write of its group failed, on SQLite, and has one effect", async () => {
    const database = await openTestDatabase();
    if (database.engine !== "sqlite") return;
    const ran: string[] = [];
    const write = (name: string) =>
      database.write((tx) => {
        ran.push(name);
        return insert(tx, name);
      });
    await Promise.all(["a", "b"].map(write));
    expect(ran).toEqual(["a", "b"]);
    const results = await Promise.allSettled(["c", "a", "d"].map(write));
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(ran).toEqual(["a", "b", "c", "a", "c", "a", "d"]);
    expect(await names(database)).toEqual(["a", "b", "c", "d"]);
  });

  test("that was acknowledged is stored when the database is opened again", async () => {
    const database = await openTestDatabase();
    const address = await addressOf(database);
    await database.write((tx) => insert(tx, "kept"));
    const again = openDatabase(address);
    expect(await names(again)).toEqual(["kept"]);
    await again.write((tx) => insert(tx, "more"));
    await again.close();
    expect(await names(database)).toEqual(["kept", "more"]);
  });

  test("that violates a unique constraint fails with an error that isUniqueViolation recognises", async () => {
    const database = await openTestDatabase();
    await database.write((tx) => insert(tx, "a"));
    const twin = await database.write((tx) => insert(tx, "a")).catch((error: unknown) => error);
    expect(isUniqueViolation(twin)).toBe(true);
    const nothing = { ...subscriber("b"), email: null as unknown as string };
    const empty = await database
      .write((tx) => tx.insertInto("subscribers").values(nothing).execute())
      .catch((error: unknown) => error);
    expect(empty).toBeInstanceOf(Error);
    expect(isUniqueViolation(empty)).toBe(false);
  });
});

describeOnEachDatabase("A read", (openTestDatabase) => {
  test("refuses to write", async () => {
    const database = await openTestDatabase();
    const write = database.read.insertInto("subscribers").values(subscriber("a"));
    await expect(write.execute()).rejects.toThrow(/read-?only/i);
    await expect(sql`create table surprise (a text)`.execute(database.read)).rejects.toThrow(
      /read-?only/i,
    );
    expect(await names(database)).toEqual([]);
  });

  test("during a write sees the last commit and does not wait", async () => {
    const database = await openTestDatabase();
    await database.write((tx) => insert(tx, "before"));
    const written = signal();
    const readMeanwhile = signal();
    const writing = database.write(async (tx) => {
      await insert(tx, "during");
      written.give();
      await readMeanwhile.given;
    });
    await written.given;
    // This read would never resolve if it waited for the write, which waits for the read.
    expect(await names(database)).toEqual(["before"]);
    readMeanwhile.give();
    await writing;
    expect(await names(database)).toEqual(["before", "during"]);
  });

  test("returns times, cents and counts as numbers", async () => {
    const database = await openTestDatabase();
    await database.write((tx) => insert(tx, "a"));
    const { subscribed_at, total } = await database.read
      .selectFrom("subscribers")
      .select((select) => [
        "subscribed_at" as const,
        select.fn.countAll<number>().over().as("total"),
      ])
      .executeTakeFirstOrThrow();
    expect([subscribed_at, total]).toStrictEqual([1_790_000_000_000, 1]);
    const { rows } = await sql<{ cents: number }>`
      select cast(9007199254740991 as bigint) as cents`.execute(database.read);
    expect(rows[0]?.cents).toBe(Number.MAX_SAFE_INTEGER);
  });
});

describeOnEachDatabase("A write that conflicts with another write", (openTestDatabase) => {
  /**
   * On PostgreSQL every transaction reads before any transaction writes, so the later transactions
   * must be repeated.
   */
  test("is repeated, and sees the changes of the other write", async () => {
    const database = await openTestDatabase();
    const once = async (tx: WriteTransaction) => {
      if (database.engine === "postgres") {
        await sql`set transaction isolation level serializable`.execute(tx);
      }
      const rows = await tx.selectFrom("subscribers").select("id").execute();
      await insert(tx, String(rows.length).padStart(2, "0"));
    };
    await Promise.all(Array.from({ length: 8 }, () => database.write(once)));
    expect(await names(database)).toEqual(["00", "01", "02", "03", "04", "05", "06", "07"]);
  });

  test("is repeated a limited number of times, and a write with another error is not repeated", async () => {
    const database = await openTestDatabase();
    if (database.engine === "sqlite") return;
    const noRest = vi.spyOn(Math, "random").mockReturnValue(0);
    const fail = async (state: string) => {
      let attempts = 0;
      const failing = database.write(async (tx) => {
        attempts += 1;
        await insert(tx, "a");
        await sql`do ${sql.raw(`$$ begin raise sqlstate '${state}'; end $$`)}`.execute(tx);
      });
      const error = await failing.catch((reason: unknown) => reason);
      // A temporary failure gets a message for users, with the original error as its cause.
      const reason = error instanceof AppError ? error.cause : error;
      expect(reason).toMatchObject({ code: state });
      return attempts;
    };
    expect(await fail("22012")).toBe(1);
    const attempts = await fail("40P01");
    expect(attempts).toBeGreaterThan(2);
    expect(attempts).toBeLessThan(50);
    noRest.mockRestore();
    expect(await names(database)).toEqual([]);
  });
});
