import { expect, test } from "vitest";
import { readSourceFiles } from "../../../tests/support/source-files.ts";

test("nothing changes the site but through what follows from a change", () => {
  const writers = readSourceFiles("src/content", [".ts"])
    .filter(({ path, text }) => !/\.test\./.test(path) && /database\.write\(/.test(text))
    .map(({ path }) => path.replace("src/content/", ""));
  // None of the others puts anything on the site or takes it away.
  expect(writers.toSorted()).toEqual([
    "drafts/save-draft.ts",
    "records/change-site.server.ts",
    "records/first-steps.ts",
    "records/move-record.ts",
    "records/seed-content.ts",
  ]);
});
