import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { allMutations } from "./all-mutations.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

test("every mutation changes one place of the program and names tests that npm test runs", () => {
  const faults = allMutations.flatMap(({ protection, file, find, replace, tests }) => {
    const places = readFileSync(root + file, "utf8").split(find).length - 1;
    return [
      ...(places === 1 ? [] : [`${protection}: its text is ${places} times in ${file}.`]),
      ...(find === replace ? [`${protection}: nothing is changed.`] : []),
      ...(tests.length === 0 ? [`${protection}: no test is named.`] : []),
      ...tests
        .filter((name) => !existsSync(root + name) || name.includes(".release."))
        .map((name) => `${protection}: npm test does not run ${name}.`),
    ];
  });
  expect(faults).toEqual([]);
});
