import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const security = readFileSync(`${root}docs/security.md`, "utf8");

test("every file that docs/security.md names exists", () => {
  const files = [...security.matchAll(/`((?:src|tests)\/\S+?\.tsx?)`/g)].map(([, file]) => file);
  expect(files.length).toBeGreaterThan(50);
  expect(files.filter((file) => !existsSync(root + file))).toEqual([]);
});

test("docs/security.md has each of the 52 cases in exactly one row", () => {
  const rows = [...security.matchAll(/^\| ((?:\d+(?:, )?)+) /gm)];
  const cases = rows.flatMap(([, numbers = ""]) => numbers.split(", ").map(Number));
  expect(cases.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 52 }, (_, i) => i + 1));
});
