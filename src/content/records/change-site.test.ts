import { expect, test } from "vitest";
import { readSourceFiles } from "../../../tests/support/source-files.ts";

test("nothing changes the site but through what follows from a change", () => {
  const writers = readSourceFiles("src/content", [".ts"])
    .filter(({ path, text }) => !/\.test\./.test(path) && /database\.write\(/.test(text))
    .map(({ path }) => path.replace("src/content/", ""));
  // None of the others puts anything on the site or takes it away.
  expect(writers.toSorted()).toEqual([
    "change-site.server.ts",
    "discard-draft.ts",
    "duplicate-record.ts",
    "first-steps.ts",
    "move-record.ts",
    "save-draft.ts",
    "seed-content.ts",
  ]);
});
