import { expect, test } from "vitest";
import { readSourceFiles } from "../../../tests/support/source-files.ts";

test("every write of published content goes through changeSite", () => {
  const writers = readSourceFiles("src/content", [".ts"])
    .filter(({ path, text }) => !/\.test\./.test(path) && /database\.write\(/.test(text))
    .map(({ path }) => path.replace("src/content/", ""));
  // None of the other functions publishes or removes content.
  expect(writers.toSorted()).toEqual([
    "drafts/save-draft.ts",
    "records/change-site.server.ts",
    "records/first-steps.ts",
    "records/move-record.ts",
    "records/seed-content.ts",
  ]);
});
