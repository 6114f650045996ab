import { expect, test } from "vitest";
import { kindOf } from "./file-kind.ts";

test.each([
  ["image/jpeg", "JPEG picture"],
  ["application/pdf", "PDF"],
  ["constructor", ""],
  ["toString/constructor", "CONSTRUCTOR"],
  ["__proto__/x-valueOf", "VALUEOF"],
  ["hasOwnProperty", ""],
])("The kind of a file of the type %s is “%s”", (type, kind) => {
  expect(kindOf(type)).toBe(kind);
});
