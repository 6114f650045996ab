import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startsForEachTest } from "./support/servers/starts.ts";
import { scaled } from "./support/time-limits.ts";

const { place, startReady } = startsForEachTest();

// The programs inherit the mask, so without their own they would make files that all can change.
let formerMask: number;
beforeEach(() => {
  formerMask = process.umask(0);
});
afterEach(() => void process.umask(formerMask));

/** Files and folders in and below a directory that other users can reach, with their permissions. */
function openFiles(directory: string): string[] {
  const paths = readdirSync(directory, { recursive: true, encoding: "utf8" });
  return ["", ...paths].flatMap((path) => {
    const { mode } = statSync(join(directory, path));
    return (mode & 0o077) === 0 ? [] : [`${path} ${(mode & 0o777).toString(8)}`];
  });
}

function runCommand(name: string, args: string[], settings: Record<string, string>): string {
  const program = fileURLToPath(new URL("../src/commands/furrow.ts", import.meta.url));
  const env = { PATH: process.env.PATH, ...settings };
  return execFileSync(process.execPath, [program, name, ...args], {
    cwd: place(),
    env,
    encoding: "utf8",
  });
}

test("every file of a site is private: after a start, a message, a backup and a restore", {
  timeout: scaled(120_000),
}, async () => {
  const data = place("data");
  const program = await startReady({ DATA_DIR: data, BACKUP_EVERY: "1d" });
  await fetch(`${program.url}/api/add-message`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "ada@example.com", message: "Good day" }),
  });
  expect(readdirSync(data)).toContain("furrow.db-wal");
  expect(openFiles(data)).toEqual([]);
  expect(program.output()).not.toContain("Other users");

  const elsewhere = mkdtempSync(join(tmpdir(), "furrow-elsewhere-"));
  chmodSync(elsewhere, 0o755);
  runCommand("backup", ["--to", elsewhere], { DATA_DIR: data });
  const [backup = ""] = readdirSync(elsewhere);
  expect(openFiles(join(elsewhere))).toEqual([" 755"]);
  expect(openFiles(data)).toEqual([]);
  const restored = join(elsewhere, "restored");
  runCommand("restore", [join(elsewhere, backup)], { DATA_DIR: restored });
  expect(openFiles(restored)).toEqual([]);
  rmSync(elsewhere, { recursive: true });
});

test("a start makes the files of an earlier version private, says so in a line, and says it once", async () => {
  const first = await startReady({ DATA_DIR: place("data") });
  first.terminate();
  await first.ended;
  chmodSync(place("data"), 0o755);
  for (const name of ["furrow.db", "secret"]) chmodSync(place("data", name), 0o644);
  const second = await startReady({ DATA_DIR: place("data") });
  const lines = second.output().split("\n");
  expect(lines.filter((line) => line.includes("Other users"))).toHaveLength(1);
  expect(second.output()).toContain("could reach 3 of Furrow's files and folders");
  expect(openFiles(place("data"))).toEqual([]);
  second.terminate();
  await second.ended;
  expect((await startReady({ DATA_DIR: place("data") })).output()).not.toContain("Other users");
});
