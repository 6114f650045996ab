import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { unprivilegedUser } from "../../../tests/support/databases/postgres-programs.ts";
import { keepFilesPrivate } from "./private-files.ts";

let elsewhere: string;
beforeAll(() => {
  elsewhere = mkdtempSync(join(tmpdir(), "furrow-private-"));
  chmodSync(elsewhere, 0o755);
});
afterAll(() => rmSync(elsewhere, { recursive: true, force: true }));

const backup = "backups/backup-2026-11-20T00-00-00-000Z.db";
const own = [
  "furrow.db",
  "furrow.db-wal",
  "furrow.db-shm",
  "furrow.db.restoring",
  "secret",
  "secret.41",
  "compiled/v26/page.cache",
  "upgrade-trial/furrow.db",
  "restoring-x/site/furrow.db",
  backup,
];

/** A data directory with files that every user can read, as earlier versions made them. */
function openDirectory(names: readonly string[]): string {
  const directory = mkdtempSync(join(elsewhere, "data-"));
  chmodSync(directory, 0o755);
  for (const name of names) {
    const file = join(directory, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, "");
    for (let path = file; path !== directory; path = dirname(path)) {
      chmodSync(path, path === file ? 0o664 : 0o775);
    }
  }
  return directory;
}

const keep = (dataDirectory: string, backupDirectory = join(dataDirectory, "backups")) =>
  keepFilesPrivate({ dataDirectory, backupDirectory });

const modeOf = (...names: string[]) => statSync(join(...names)).mode & 0o777;

test("files that every user can read become private, and one sentence says so, once", () => {
  const directory = openDirectory(own);
  expect(keep(directory)).toBe(
    `Other users of this machine could reach 17 of Furrow's files and folders in ${directory} or BACKUP_DIR: now only their owner can.`,
  );
  expect(modeOf(directory)).toBe(0o700);
  for (const name of own) {
    expect([name, modeOf(directory, name)]).toEqual([name, 0o600]);
    expect([name, modeOf(directory, dirname(name))]).toEqual([name, 0o700]);
  }
  expect(keep(directory)).toBeUndefined();
});

test("files of other programs in the data directory and beside the backups stay as they are", () => {
  const others = ["notes.txt", "site/index.html", "backups/photos.tar", "secrets.txt"];
  const directory = openDirectory([...own, ...others]);
  const backups = openDirectory([backup.slice("backups/".length), "photos.tar"]);
  keep(directory, backups);
  for (const name of others) expect([name, modeOf(directory, name)]).toEqual([name, 0o664]);
  expect([modeOf(backups), modeOf(backups, "photos.tar")]).toEqual([0o755, 0o664]);
  expect(modeOf(backups, backup.slice("backups/".length))).toBe(0o600);
});

test("a link to the data directory and a link to the database are followed, other links are not", () => {
  const disk = openDirectory(["big.db", "big.db-wal", "passwords"]);
  const directory = openDirectory(["secret"]);
  symlinkSync(join(disk, "big.db"), join(directory, "furrow.db"));
  symlinkSync(join(disk, "passwords"), join(directory, "furrow.db-shm"));
  symlinkSync(disk, join(directory, "compiled"));
  const link = join(elsewhere, "link");
  symlinkSync(directory, link);
  keep(link);
  expect([modeOf(directory), modeOf(directory, "secret")]).toEqual([0o700, 0o600]);
  expect([modeOf(disk, "big.db"), modeOf(disk, "big.db-wal")]).toEqual([0o600, 0o600]);
  expect([modeOf(disk), modeOf(disk, "passwords")]).toEqual([0o755, 0o664]);
});

test("a folder for every user keeps its permissions, and the sentence names it", () => {
  const directory = openDirectory(["furrow.db"]);
  chmodSync(directory, 0o1777);
  expect(keep(directory)).toContain(
    `Other users can still reach ${directory} (a folder for every user): take`,
  );
  expect([modeOf(directory), modeOf(directory, "furrow.db")]).toEqual([0o777, 0o600]);
});

test("a folder of backups that cannot be read is left to the start, which reports it", () => {
  const directory = openDirectory(["file"]);
  expect(keep(directory, join(directory, "file", "backups"))).toContain("could reach 1 of");
  expect(keep(directory, join(directory, "file"))).toBeUndefined();
});

const user = unprivilegedUser();
// Only root can make a file of another user.
test.skipIf(user === undefined)("a file of another user is named, and is no error", () => {
  const directory = openDirectory(["furrow.db", "secret"]);
  const { uid = 0 } = user ?? {};
  chownSync(join(directory, "secret"), uid, -1);
  process.seteuid?.(uid);
  try {
    expect(keep(directory)).toMatch(
      new RegExp(`could reach 1 of .*still reach ${directory} \\(.*EPERM.*furrow.db \\(.*EPERM`),
    );
  } finally {
    process.seteuid?.(0);
  }
  expect(modeOf(directory, "secret")).toBe(0o600);
});
