import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { StartError } from "../errors.ts";
import { installationSecret } from "./secret.ts";

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "furrow-secret-"));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

test("the secret is generated once, and only the owner of the file can read the secret", () => {
  const secret = installationSecret(undefined, directory);
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(statSync(join(directory, "secret")).mode & 0o777).toBe(0o600);
  expect(installationSecret(undefined, directory)).toBe(secret);
});

test("two installations generate different secrets", () => {
  const other = join(directory, "other");
  mkdirSync(other);
  expect(installationSecret(undefined, directory)).not.toBe(installationSecret(undefined, other));
});

test("a configured secret is used unchanged, and no file is written", () => {
  const configured = "a secret of thirty-two characters";
  expect(installationSecret(configured, directory)).toBe(configured);
  expect(() => statSync(join(directory, "secret"))).toThrow("ENOENT");
});

// After a power failure a file can exist without its content.
test.each([
  ["nothing", ""],
  ["a line end", "\n"],
  ["a short text", "short"],
  ["NULs", "\0".repeat(44)],
])("a secret file that contains %s is refused", (_what, content) => {
  writeFileSync(join(directory, "secret"), content);
  expect(() => installationSecret(undefined, directory)).toThrow(StartError);
});
