import fc from "fast-check";
import { expect, test } from "vitest";
import { applyDifferences, differencesBetween, type Snapshot } from "./differences.ts";

const checkIds = ["title-missing", "description-missing", "broken-links", "viewport"];

/** Up to eight pages, each with some findings and some checks that could not examine the page. */
const snapshots: fc.Arbitrary<Snapshot> = fc
  .uniqueArray(
    fc.record({
      page: fc.constantFrom("/", "/a/", "/b/", "/c/", "/d?x=1", "/e/", "/__proto__"),
      engineVersion: fc.constantFrom(1, 2),
      seen: fc.record(
        Object.fromEntries(
          checkIds.map((id) => [id, fc.constantFrom("found", "unseen", "sound")] as const),
        ),
      ),
    }),
    { selector: ({ page }) => page },
  )
  .map((pages) =>
    pages.map(({ page, engineVersion, seen }) => {
      const with_ = (wanted: string) => checkIds.filter((id) => seen[id] === wanted);
      return {
        page,
        engineVersion,
        unseen: with_("unseen"),
        found: Object.fromEntries(with_("found").map((id) => [id, ""])),
      };
    }),
  );

/** Sorts pages and checks, because their order has no meaning. */
const normal = (snapshot: Snapshot) =>
  snapshot
    .map(({ page, engineVersion, found, unseen }) => ({
      page,
      engineVersion,
      found: Object.keys(found).sort(),
      unseen: [...unseen].sort(),
    }))
    .sort((one, other) => one.page.localeCompare(other.page));

test("the differences, applied to the earlier crawl, give the later crawl", () => {
  fc.assert(
    fc.property(snapshots, snapshots, (before, after) => {
      const differences = differencesBetween(before, after);
      expect(normal(applyDifferences(before, differences))).toEqual(normal(after));
    }),
  );
});

test("a finding counts as fixed only if the same engine checked the page in both crawls", () => {
  fc.assert(
    fc.property(snapshots, snapshots, (before, after) => {
      for (const { check, page, kind } of differencesBetween(before, after).list) {
        const [was, is] = [before, after].map((pages) => pages.find((one) => one.page === page));
        const isFair =
          was !== undefined &&
          is?.engineVersion === was.engineVersion &&
          ![...was.unseen, ...is.unseen].includes(check);
        expect(kind !== "not-comparable").toBe(isFair);
        if (isFair) {
          const pair = `${check in was.found} ${is !== undefined && check in is.found}`;
          const expected = { "true false": "mended", "false true": "new", "true true": "same" };
          expect(kind).toBe(expected[pair as keyof typeof expected]);
        }
      }
    }),
  );
});

test("if a crawl contains a page twice, such as under http and https, only the first copy counts", () => {
  const sound = { page: "/", engineVersion: 1, found: {}, unseen: [] };
  const untitled = { ...sound, found: { "title-missing": "" } };
  const home = { check: "title-missing", page: "/" };
  expect(differencesBetween([untitled, sound], [sound, untitled])).toMatchObject({
    list: [{ ...home, was: "found", is: "sound", kind: "mended" }],
    gone: [],
    added: [],
  });
  const old = { ...sound, page: "/old/" };
  expect(differencesBetween([old], [untitled, sound]).list).toEqual([
    { ...home, was: null, is: "found", kind: "not-comparable" },
  ]);
});
