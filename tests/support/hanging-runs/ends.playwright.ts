import { expect, test } from "@playwright/test";

test("passes", () => {});

test("fails", () => expect(1).toBe(2));

test.skip("is skipped", () => {});
