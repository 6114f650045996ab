import { expect, test } from "vitest";
import { auditChanges, withNames } from "./audit-table.tsx";

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

test("the audit log shows a list as JSON, and a single value without a field name", () => {
  expect(auditChanges("UnRead", "Read")).toEqual([{ path: "", before: "UnRead", after: "Read" }]);
  expect(auditChanges({ ids: ["a"] }, { ids: ["a", "b"] })).toEqual([
    { path: "ids", before: '["a"]', after: '["a","b"]' },
  ]);
});

test("the audit log numbers entries of the same action, label and minute, so that each entry has a unique name", () => {
  const entry = (action: string) => ({
    _id: action,
    action,
    author: "own@example.com",
    keyName: "",
    subject: "order",
    subjectId: "o1",
    label: "Order 1",
    before: null,
    after: null,
    at: "2026-11-25T10:02:00.000Z",
    when: "Nov 25, 2026, 10:02 AM UTC",
  });
  const rows = ["Send order message", "Update order status", "Send order message"].map(entry);
  expect(withNames(rows).map(({ name }) => name)).toEqual([
    "Send order message: Order 1, Nov 25, 2026, 10:02 AM UTC",
    "Update order status: Order 1, Nov 25, 2026, 10:02 AM UTC",
    "Send order message: Order 1, Nov 25, 2026, 10:02 AM UTC (2)",
  ]);
});
