import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { forVisitors } from "../scripts/bundle/site-build.ts";

test("the build for visitors has every route whose page is cached for all visitors", () => {
  const files = readdirSync("src/app", { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  const shared = files.filter((file) =>
    /export const handle = \{[^}]*\bshared:/.test(readFileSync(file, "utf8")),
  );
  expect(shared.length).toBeGreaterThan(5);
  expect(shared.filter((file) => !forVisitors.test(`/${file}`))).toEqual([]);
});
