import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { unprivilegedUser } from "../../tests/support/databases/postgres-programs.ts";
import { StartError } from "../platform/errors.ts";
import { readSettings } from "./settings.ts";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "furrow-settings-"));
  vi.spyOn(process, "cwd").mockReturnValue(directory);
  for (const name of ["TIME_ZONE", "DATA_DIR", "PGPASSWORD"]) vi.stubEnv(name, undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  rmSync(directory, { recursive: true });
});

const file = () => join(directory, ".env");

function refusal(): string {
  try {
    readSettings();
  } catch (error) {
    expect(error).toBeInstanceOf(StartError);
    return (error as Error).message;
  }
  return "It was taken.";
}

test("without a settings file, the settings come from the environment", () => {
  vi.stubEnv("TIME_ZONE", "Europe/Oslo");
  expect(readSettings().timeZone).toBe("Europe/Oslo");
});

test("the settings file sets environment variables, also for libraries, but overrides no variable that is already set", () => {
  writeFileSync(
    file(),
    "TIME_ZONE=Asia/Tokyo\r\nDATA_DIR=elsewhere\r\nPGPASSWORD=of the database\r\n",
  );
  vi.stubEnv("TIME_ZONE", "Europe/Oslo");
  expect(readSettings()).toMatchObject({ timeZone: "Europe/Oslo", dataDirectory: "elsewhere" });
  expect(process.env.PGPASSWORD).toBe("of the database");
});

test("a byte order mark in the settings file is not part of the first name", () => {
  writeFileSync(file(), "\uFEFFTIME_ZONE=Asia/Tokyo\n");
  expect(readSettings().timeZone).toBe("Asia/Tokyo");
});

test("a directory or a broken symbolic link in place of the settings file is refused", () => {
  mkdirSync(file());
  expect(refusal()).toMatch(`The settings at ${file()} cannot be read (EISDIR`);
  rmSync(file(), { recursive: true });
  symlinkSync(join(directory, "gone"), file());
  expect(refusal()).toMatch(`The settings at ${file()} cannot be read (ENOENT`);
});

test("a settings file that the user of the process cannot read is refused", () => {
  writeFileSync(file(), "TIME_ZONE=Asia/Tokyo\n", { mode: 0o000 });
  chmodSync(directory, 0o755);
  // Root can read every file, so the test runs as another user.
  const user = unprivilegedUser();
  if (user !== undefined) process.seteuid?.(user.uid);
  try {
    expect(refusal()).toMatch(`The settings at ${file()} cannot be read (EACCES`);
  } finally {
    if (user !== undefined) process.seteuid?.(0);
  }
});
