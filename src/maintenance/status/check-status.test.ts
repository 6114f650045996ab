import { expect, test } from "vitest";
import { status } from "../../../tests/support/installation-status.ts";
import { checkStatus } from "./check-status.ts";
import type { InstallationStatus } from "./read-status.ts";

const hour = 60 * 60 * 1000;
const { at } = status;
const since = (ms: number, count = 1) => ({ count, oldestAt: at - ms });

/** Names of the checks that need attention. */
const needing = (changes: Partial<InstallationStatus>) =>
  checkStatus({ ...status, ...changes }).flatMap(({ name, advice }) =>
    advice === null ? [] : [name],
  );
const withQueue = (name: keyof typeof status.queues, length = since(hour)) => ({
  queues: { ...status.queues, [name]: length },
});

test("a good check needs no attention and still has a value", () => {
  expect(needing({})).toEqual([]);
  expect(checkStatus(status).filter(({ value }) => value === "")).toEqual([]);
});

test.each<[string, Partial<InstallationStatus>, string[]]>([
  ["a database without room", { database: { ...status.database, isFull: true } }, ["Database"]],
  [
    "a damaged database",
    { database: { ...status.database, damagedFile: "/data/furrow.db" } },
    ["Database"],
  ],
  ["a small rest of disk", { disk: { freeBytes: 9e8, totalBytes: 9e9 } }, ["Free disk"]],
  ["a small share of disk", { disk: { freeBytes: 2e9, totalBytes: 9e10 } }, ["Free disk"]],
  ["memory", { memory: { usedBytes: 9e8, mostBytes: 1e9 } }, ["Memory"]],
  ["late mail", withQueue("mail"), ["Emails waiting"]],
  ["mail that just came", withQueue("mail", since(1000)), []],
  [
    "mail without a server",
    { ...withQueue("mail", since(1000)), mailServer: "missing" },
    ["Mail server"],
  ],
  ["no server while no mail waits", { mailServer: "missing" }, []],
  ["a password that cannot be read", { mailServer: "unreadable" }, ["Mail server"]],
  ["failed mail", withQueue("failed-mail"), ["Failed emails"]],
  ["notifications", withQueue("notifications"), ["Payments to verify"]],
  ["notifications that just came", withQueue("notifications", since(1000)), []],
  ["a review", withQueue("reviews", since(0)), ["Payments that need review"]],
  ["late refunds", withQueue("refunds"), ["Refunds"]],
  ["refunds given up", withQueue("given-up-refunds"), ["Refunds"]],
  ["failed pictures", withQueue("failed-pictures"), ["Pictures"]],
])("attention: %s", (_what, changes, names) => {
  expect(needing(changes)).toEqual(names);
});

test("backups need attention when there is none, one failed, or one is late", () => {
  const { backups } = status;
  const isGood = (changes: object) => needing({ backups: { ...backups, ...changes } }).length === 0;
  expect(isGood({})).toBe(true);
  expect(isGood({ lastGood: { at: at - 49 * hour, bytes: 1 } })).toBe(false);
  expect(isGood({ failure: { at, words: "No room." } })).toBe(false);
  expect(isGood({ everyMs: null })).toBe(false);
  // The first backup is not due yet.
  expect(isGood({ lastGood: null })).toBe(true);
});

test("a long queue is counted up to a limit", () => {
  const value = checkStatus({ ...status, ...withQueue("mail", since(2 * hour, 10_000)) }).find(
    ({ name }) => name === "Emails waiting",
  )?.value;
  expect(value).toBe("10,000 or more waiting, the first for 2 hours");
});
