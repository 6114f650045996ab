import { expect, test } from "vitest";
import { auditChanges } from "./audit-table.tsx";

test("a change shows only the fields that differ", () => {
  const before = { heading: "Old", text: "the same", gone: 1 };
  const after = { heading: "New", text: "the same", isNew: true };
  expect(auditChanges(before, after)).toEqual([
    { path: "heading", before: "Old", after: "New" },
    { path: "gone", before: "1", after: null },
    { path: "isNew", before: null, after: "true" },
  ]);
});

test("a new or deleted subject shows all its fields except empty ones", () => {
  expect(auditChanges(null, { a: "x", b: "" })).toEqual([{ path: "a", before: null, after: "x" }]);
  expect(auditChanges({ a: "x" }, null)).toEqual([{ path: "a", before: "x", after: null }]);
  expect(auditChanges(null, null)).toEqual([]);
});

test("a change of nested objects and of values that are no objects is shown", () => {
  expect(auditChanges("UnRead", "Read")).toEqual([{ path: "", before: "UnRead", after: "Read" }]);
  expect(auditChanges({ ids: ["a"] }, { ids: ["a", "b"] })).toEqual([
    { path: "ids", before: '["a"]', after: '["a","b"]' },
  ]);
});
