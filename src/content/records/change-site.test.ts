import { expect, test } from "vitest";
import { readSourceFiles } from "../../../tests/support/source-files.ts";

test("only change-site.server.ts and four other files of content/ open a write transaction", () => {
  const writers = readSourceFiles("src/content", [".ts"])
    .filter(({ path, text }) => !/\.test\./.test(path) && /database\.write\(/.test(text))
    .map(({ path }) => path.replace("src/content/", ""));
  // The other four files move no pages: they write drafts, first steps, the order of lists, and the
  // content of a new installation.
  expect(writers.toSorted()).toEqual([
    "drafts/save-draft.ts",
    "records/change-site.server.ts",
    "records/first-steps.ts",
    "records/move-record.ts",
    "records/seed-content.ts",
  ]);
});
