import { expect, test } from "vitest";
import { belowEntry, headerMenu, inMenu } from "#content/blocks/menus.ts";
import { belowNamed, placedEntries, sentPlace } from "./menu-place.ts";

const entry = (_id: string, entryPlace: string) => ({
  _id,
  values: { entryLabel: _id.toUpperCase(), leadsTo: "/", entryPlace },
});

test("an entry stands below the last one before it that is in the menu itself", () => {
  const entries = placedEntries(headerMenu, [
    entry("a", belowEntry),
    entry("b", inMenu),
    entry("c", belowEntry),
    entry("d", belowEntry),
    entry("e", inMenu),
  ]);
  expect(entries.map(({ id, parent }) => [id, parent?.label])).toEqual([
    ["a", undefined],
    ["b", undefined],
    ["c", "B"],
    ["d", "B"],
    ["e", undefined],
  ]);
});

test("the form sends the entry above only when the place was changed", () => {
  const sent = (chosen: string, stored: string | null) => {
    const before = stored === null ? null : { entryPlace: stored };
    const { values, parent } = sentPlace({ entryPlace: chosen }, before);
    return [values.entryPlace, parent];
  };
  expect(sent(belowNamed("b"), null)).toEqual([belowEntry, "b"]);
  expect(sent(belowNamed("b"), belowEntry)).toEqual([belowEntry, "b"]);
  expect(sent(belowEntry, belowEntry)).toEqual([belowEntry, undefined]);
  expect(sent(inMenu, belowEntry)).toEqual([inMenu, null]);
  expect(sent(inMenu, inMenu)).toEqual([inMenu, undefined]);
  expect(sent(inMenu, null)).toEqual([inMenu, undefined]);
});
