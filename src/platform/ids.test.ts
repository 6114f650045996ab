import { expect, test } from "vitest";
import { newId } from "./ids.ts";

test("ids sort in the order of their creation, even within a millisecond", () => {
  const ids = Array.from({ length: 5000 }, newId);
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
});

test("an id is a UUID of version 7", () => {
  for (const id of [newId(), newId()]) {
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  }
});
