import { expect, test } from "vitest";
import { auditChanges } from "./audit-table.tsx";

test("the audit log shows only the fields that a change altered", () => {
  const before = { heading: "Old", text: "the same", gone: 1 };
  const after = { heading: "New", text: "the same", isNew: true };
  expect(auditChanges(before, after)).toEqual([
    { path: "heading", before: "Old", after: "New" },
    { path: "gone", before: "1", after: null },
    { path: "isNew", before: null, after: "true" },
  ]);
});

test("the audit log shows all fields of an added or deleted record except empty fields", () => {
  expect(auditChanges(null, { a: "x", b: "" })).toEqual([{ path: "a", before: null, after: "x" }]);
  expect(auditChanges({ a: "x" }, null)).toEqual([{ path: "a", before: "x", after: null }]);
  expect(auditChanges(null, null)).toEqual([]);
});
