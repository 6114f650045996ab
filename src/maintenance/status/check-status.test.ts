import { expect, test } from "vitest";
import type { StoredFiles } from "#files/count-stored-files.server.ts";
import { status } from "../../../tests/support/servers/installation-status.ts";
import { checkStatus } from "./check-status.ts";
import type { InstallationStatus } from "./read-status.ts";

const hour = 60 * 60 * 1000;
const { at } = status;
const since = (ms: number, count = 1) => ({ count, oldestAt: at - ms });

const needing = (changes: Partial<InstallationStatus>) =>
  checkStatus({ ...status, ...changes }).flatMap(({ name, advice }) =>
    advice === null ? [] : [name],
  );
const withQueue = (name: keyof typeof status.queues, length = since(hour)) => ({
  queues: { ...status.queues, [name]: length },
});

const noFiles = { count: 0, bytes: 0 };
const filesOf = (database: StoredFiles, bucket: StoredFiles = noFiles) => ({ database, bucket });

test("a check without a problem needs no attention and still shows its value", () => {
  expect(needing({})).toEqual([]);
  expect(checkStatus(status).filter(({ value }) => value === "")).toEqual([]);
});

test.each<[string, Partial<InstallationStatus>, string[]]>([
  ["a full database", { database: { ...status.database, isFull: true } }, ["Database"]],
  [
    "a damaged database",
    { database: { ...status.database, damagedFile: "/data/furrow.db" } },
    ["Database"],
  ],
  ["a clock that is ten minutes slow", { clockAheadMs: -10 * 60_000 }, ["Clock"]],
  ["a clock that is a minute fast", { clockAheadMs: 60_000 }, []],
  ["little free disk space", { disk: { freeBytes: 9e8, totalBytes: 9e9 } }, ["Free disk"]],
  [
    "a small share of free disk space",
    { disk: { freeBytes: 2e9, totalBytes: 9e10 } },
    ["Free disk"],
  ],
  ["high memory use", { memory: { usedBytes: 9e8, mostBytes: 1e9 } }, ["Memory"]],
  ["overdue emails", withQueue("mail"), ["Emails waiting"]],
  ["emails queued a moment ago", withQueue("mail", since(1000)), []],
  [
    "queued emails without a mail server",
    { ...withQueue("mail", since(1000)), mailServer: "missing" },
    ["Mail server"],
  ],
  ["no mail server and no queued emails", { mailServer: "missing" }, ["Mail server"]],
  ["no way to pay", { waysToPay: { mode: "live", names: [] } }, ["Ways to pay"]],
  ["simulated payments", { waysToPay: { mode: "test", names: ["PayPal"] } }, []],
  ["an unreadable password of the mail server", { mailServer: "unreadable" }, ["Mail server"]],
  [
    "a mailbox that cannot be read",
    {
      incomingMail: {
        kind: "mailbox",
        checkedAt: at - hour,
        failingSince: at - hour,
        failure: "mail.example.com could not be read: timeout",
      },
    },
    ["Replies by email"],
  ],
  ["emails that a mail service posts", { incomingMail: { kind: "posted" } }, []],
  ["failed emails", withQueue("failed-mail"), ["Failed emails"]],
  ["overdue notifications", withQueue("notifications"), ["Payments to verify"]],
  ["notifications received a moment ago", withQueue("notifications", since(1000)), []],
  ["a review", withQueue("reviews", since(0)), ["Payments that need review"]],
  ["overdue refunds", withQueue("refunds"), ["Refunds"]],
  ["abandoned refunds", withQueue("given-up-refunds"), ["Refunds"]],
  ["files of 5 GB", { files: filesOf({ count: 900, bytes: 5e9 }) }, ["Files of orders"]],
  ["files of less than 5 GB", { files: filesOf({ count: 900, bytes: 4.9e9 }) }, []],
  [
    "files in a bucket without FILES_URL",
    { files: filesOf(noFiles, { count: 1, bytes: 9 }) },
    ["Files of orders"],
  ],
  [
    "files of 5 GB in the bucket",
    { files: filesOf(noFiles, { count: 9, bytes: 5e9 }), hasBucket: true },
    [],
  ],
  [
    "passkeys of another host",
    { unusablePasskeys: [{ host: "shop.example.com", count: 3 }] },
    ["Passkeys"],
  ],
  ["demonstration orders", { leftDemonstrations: 9 }, ["Demonstration orders"]],
  ["failed pictures", withQueue("failed-pictures"), ["Pictures"]],
])(
  "with %s, the status names the checks that need attention, and no others",
  (_what, changes, names) => {
    expect(needing(changes)).toEqual(names);
  },
);

test("names the orders whose refunds are not confirmed, and links to the first order", () => {
  const orders = [
    { id: "a", number: 1042 },
    { id: "b", number: 1043 },
  ];
  const given = { ...withQueue("given-up-refunds", since(hour, 2)), givenUpRefunds: orders };
  const check = checkStatus({ ...status, ...given }).find(({ name }) => name === "Refunds");
  expect(check).toMatchObject({
    value: "2 not confirmed",
    advice: expect.stringContaining("(orders 1042 and 1043)"),
    screen: { label: "Open order 1042", path: "/admin/payment-status/a" },
  });
});

test("backups need attention when they are off, when the last one failed, and when the last good one is too old", () => {
  const { backups } = status;
  const isGood = (changes: object) => needing({ backups: { ...backups, ...changes } }).length === 0;
  expect(isGood({})).toBe(true);
  expect(isGood({ lastGood: { at: at - 49 * hour, bytes: 1 } })).toBe(false);
  expect(isGood({ failure: { at, words: "No room." } })).toBe(false);
  expect(isGood({ everyMs: null })).toBe(false);
  // The first backup is not due yet.
  expect(isGood({ lastGood: null })).toBe(true);
});

test("a backup made by npm run backup is shown when it is the latest backup", () => {
  const { backups } = status;
  const shown = (
    lastGood: typeof backups.lastGood,
    file: { kind: "backup" | "before-upgrade" },
  ) => {
    const files = [{ name: "", at: at - 2 * hour, bytes: 2_000_000, ...file }];
    const checks = checkStatus({ ...status, backups: { ...backups, lastGood, files } });
    return checks.find(({ name }) => name === "Last backup")?.value;
  };
  const scheduled = (hours: number) => ({ at: at - hours * hour, file: "", bytes: 1_000_000 });
  expect(shown(null, { kind: "backup" })).toBe("2 hours ago, 2.0 MB");
  expect(shown(scheduled(5), { kind: "backup" })).toBe("2 hours ago, 2.0 MB");
  expect(shown(scheduled(0.5), { kind: "backup" })).toBe("30 minutes ago, 1.0 MB");
  expect(shown(null, { kind: "before-upgrade" })).toBe("None yet");
});

test("the status says how many files are in the bucket and not in the backups", () => {
  const shown = (files: InstallationStatus["files"]) =>
    checkStatus({ ...status, files, hasBucket: true }).find(
      ({ name }) => name === "Files of orders",
    )?.value;
  expect(shown(filesOf(noFiles))).toBe("None");
  expect(shown(filesOf({ count: 1, bytes: 2e6 }, { count: 1200, bytes: 3e9 }))).toBe(
    "1 file, 2.0 MB; 1,200 files, 3.0 GB in the bucket, which is not in the backups",
  );
});

test("copies of backups need attention when one failed or is late, or when none was tested", () => {
  const name = "Copy of the backup";
  const find = (changes: object) => {
    const copies = { bucket: "b", last: null, failure: null, testedAt: null, waitingSince: null };
    const changed = { ...status, backups: { ...status.backups, copies } };
    Object.assign(copies, changes);
    return checkStatus(changed).find((check) => check.name === name);
  };
  const { at } = status;
  const hours = 60 * 60 * 1000;
  expect(checkStatus(status).find((check) => check.name === name)).toBeUndefined();
  expect(find({})).toMatchObject({ value: "None yet", advice: null });
  const last = { at: at - 2 * hours, bytes: 5e6 };
  expect(find({ last, testedAt: at - 24 * hours })).toMatchObject({
    value: "Arrived 2 hours ago, 5.0 MB; tested 24 hours ago",
    advice: null,
  });
  expect(find({ last })?.advice).toMatch(/^The copies have never been tested/);
  expect(find({ last, testedAt: at - 91 * 24 * hours })?.advice).toContain(
    "not been tested for three months",
  );
  expect(find({ last, waitingSince: at - 7 * hours })?.advice).toContain("has no copy");
  expect(find({ failure: { at, words: "No answer." } })?.advice).toContain("No answer.");
});
