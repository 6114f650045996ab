import { expect, test } from "vitest";
import { describeOnEachDatabase } from "../../tests/support/databases/databases.ts";
import { deleteAllExpired } from "../../tests/support/databases/delete-expired.ts";
import type { Database } from "./database/database.ts";
import { bodyHashOf, withIdempotencyKey } from "./idempotency.ts";

const accountId = "account";
const body = bodyHashOf({ a: "1" });
const hourMs = 60 * 60 * 1000;

describeOnEachDatabase("An idempotency key", (openDatabase) => {
  function call(database: Database, given: Partial<Parameters<typeof withIdempotencyKey>[1]> = {}) {
    const key = { key: "k", accountId, bodyHash: body, now: 0, ...given };
    let ran = false;
    const answering = database.write((tx) => {
      ran = false;
      return withIdempotencyKey(tx, key, async () => {
        ran = true;
        return { at: key.now };
      });
    });
    return answering.then((answer) => ({ answer, ran }));
  }

  test("has one effect and one result in fifty simultaneous calls with the key", async () => {
    const database = await openDatabase();
    const calls = Array.from({ length: 50 }, (_, now) => call(database, { now }));
    const results = await Promise.all(calls);
    expect(results.filter(({ ran }) => ran)).toHaveLength(1);
    expect(new Set(results.map(({ answer }) => answer.at)).size).toBe(1);
  });

  test("is refused with another body, and is independent of the same key of another account", async () => {
    const database = await openDatabase();
    await call(database);
    const other = call(database, { bodyHash: bodyHashOf({ a: "2" }) });
    await expect(other).rejects.toMatchObject({ code: "key-reused" });
    expect((await call(database, { accountId: "other", now: 5 })).ran).toBe(true);
    expect((await call(database)).answer).toEqual({ at: 0 });
    expect((await call(database, { accountId: "other" })).answer).toEqual({ at: 5 });
  });

  test("can be used again after the first call failed", async () => {
    const database = await openDatabase();
    const failing = database.write((tx) =>
      withIdempotencyKey(tx, { key: "k", accountId, bodyHash: body, now: 0 }, async () => {
        throw new Error("no");
      }),
    );
    await expect(failing).rejects.toThrow("no");
    expect((await call(database)).ran).toBe(true);
  });

  test("is optional: without a key, every call runs", async () => {
    const database = await openDatabase();
    expect((await call(database, { key: undefined })).ran).toBe(true);
    expect((await call(database, { key: undefined })).ran).toBe(true);
  });

  test.each(["", "x".repeat(256), "a\u0000b"])("is refused when malformed: %j", async (key) => {
    const database = await openDatabase();
    await expect(call(database, { key })).rejects.toMatchObject({ code: "invalid" });
  });

  test("is retained for two days, and is then deleted", async () => {
    const database = await openDatabase();
    for (let index = 0; index < 20; index++) await call(database, { key: `old ${index}` });
    await deleteAllExpired({ database, clock: () => 47 * hourMs });
    expect((await call(database, { key: "old 0", now: 47 * hourMs })).ran).toBe(false);
    await call(database, { key: "new", now: 49 * hourMs });
    await deleteAllExpired({ database, clock: () => 49 * hourMs });
    const stored = await database.read.selectFrom("idempotency_keys").select("key").execute();
    expect(stored).toEqual([{ key: "new" }]);
  });
});

test("the hash of a body does not depend on the order of its fields", () => {
  expect(bodyHashOf({ a: "1", b: "2" })).toBe(bodyHashOf({ b: "2", a: "1" }));
  expect(bodyHashOf({ a: "1", b: "2" })).not.toBe(bodyHashOf({ a: "2", b: "1" }));
});
