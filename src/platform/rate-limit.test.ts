import { expect, test } from "vitest";
import { describeOnEachDatabase } from "../../tests/support/databases/databases.ts";
import { deleteAllExpired } from "../../tests/support/databases/delete-expired.ts";
import type { Database } from "./database/database.ts";
import { AppError } from "./errors.ts";
import {
  countAttempt,
  networkOf,
  type RateLimit,
  type RateLimiter,
  refuseOverLimits,
} from "./rate-limit.ts";

const secret = "a secret of thirty-two characters";
const minuteMs = 60_000;

const perNetwork: RateLimit = {
  name: "emails-per-network",
  attempts: 3,
  windowMs: 10 * minuteMs,
  countedFor: "203.0.113.7",
};
const overall: RateLimit = { name: "emails-overall", attempts: 5, windowMs: 60 * minuteMs };

const limiterAt = (now: number, factor = 1): RateLimiter => ({ secret, factor, now });

const attempt = (database: Database, limiter: RateLimiter, limits: readonly RateLimit[]) =>
  database.write((tx) => countAttempt(tx, limiter, limits));

const rows = (database: Database) => database.read.selectFrom("rate_limits").selectAll().execute();

describeOnEachDatabase("A rate limit", (openDatabase) => {
  test("refuses attempts over the limit, says how long to wait, and then accepts attempts again", async () => {
    const database = await openDatabase();
    for (let sent = 0; sent < 3; sent++) await attempt(database, limiterAt(1000), [perNetwork]);
    const refused = attempt(database, limiterAt(1000 + minuteMs), [perNetwork]);
    await expect(refused).rejects.toMatchObject({
      code: "too-many",
      retryAfterSeconds: 9 * 60,
      message: expect.stringContaining("9 minutes"),
    });
    await attempt(database, limiterAt(1000 + 10 * minuteMs), [perNetwork]);
    expect(await rows(database)).toMatchObject([{ attempts: 1 }]);
  });

  test("counts each client separately and all clients together", async () => {
    const database = await openDatabase();
    const limits = (countedFor: string) => [{ ...perNetwork, countedFor }, overall];
    for (let sent = 0; sent < 3; sent++) await attempt(database, limiterAt(0), limits("one"));
    await expect(attempt(database, limiterAt(0), limits("one"))).rejects.toThrow(AppError);
    for (let sent = 0; sent < 2; sent++) await attempt(database, limiterAt(0), limits("two"));
    const third = attempt(database, limiterAt(0), limits("three"));
    await expect(third).rejects.toMatchObject({ retryAfterSeconds: 60 * 60 });
  });

  test("refuses simultaneous attempts over the limit", async () => {
    const database = await openDatabase();
    const sent = Array.from({ length: 20 }, () => attempt(database, limiterAt(0), [perNetwork]));
    const outcomes = await Promise.allSettled(sent);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
  });

  test("stores no refused attempt, and refuses further attempts without a write", async () => {
    const database = await openDatabase();
    await refuseOverLimits(database.read, limiterAt(0), [perNetwork]);
    for (let sent = 0; sent < 3; sent++) await attempt(database, limiterAt(0), [perNetwork]);
    const before = await rows(database);
    for (let sent = 0; sent < 10; sent++) {
      await expect(attempt(database, limiterAt(0), [perNetwork])).rejects.toThrow(AppError);
    }
    const early = refuseOverLimits(database.read, limiterAt(0), [perNetwork]);
    await expect(early).rejects.toMatchObject({ code: "too-many" });
    expect(await rows(database)).toEqual(before);
  });

  test("is multiplied by RATE_LIMIT_FACTOR", async () => {
    const database = await openDatabase();
    for (let sent = 0; sent < 6; sent++) await attempt(database, limiterAt(0, 2), [perNetwork]);
    await expect(attempt(database, limiterAt(0, 2), [perNetwork])).rejects.toThrow(AppError);
  });

  test("stores no IP address, and deletes expired windows", async () => {
    const database = await openDatabase();
    for (let client = 0; client < 30; client++) {
      await attempt(database, limiterAt(0), [{ ...perNetwork, countedFor: `203.0.113.${client}` }]);
    }
    expect(JSON.stringify(await rows(database))).not.toContain("203.0.113");
    const later = 20 * minuteMs;
    await attempt(database, limiterAt(later), [{ ...perNetwork, countedFor: "one" }]);
    await deleteAllExpired({ database, clock: () => later });
    expect(await rows(database)).toHaveLength(1);
  });
});

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["unknown", "unknown"],
  ["2001:db8:1:2:aaaa:bbbb:cccc:dddd", "2001:db8:1:2::/64"],
  ["2001:DB8:1:2::1", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
])("the client %s counts as the network %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});
