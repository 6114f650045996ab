import { beforeAll, describe, expect, test } from "vitest";

test("passes", () => {});

test("fails", () => expect(1).toBe(2));

test.skip("is skipped", () => {});

test.todo("is planned");

describe("After a failed hook", () => {
  beforeAll(() => {
    throw new Error("The hook fails.");
  });

  test("is not run", () => {});
});
