import { expect, test } from "vitest";
import { isPasswordIntent } from "./passwords-part.server.ts";

test.each([
  ["add-password", true],
  ["withdraw-password", true],
  ["constructor", false],
  ["__proto__", false],
  ["toString", false],
  [undefined, false],
])("The intent %s is one of the form of passwords: %s", (intent, expected) => {
  expect(isPasswordIntent(intent)).toBe(expected);
});
