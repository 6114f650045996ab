import { expect, test } from "vitest";
import { openConflicts } from "./open-conflicts.ts";

const saved = { author: "piet@example.com", at: "2026-11-20T12:00:00.000Z" };
const sent = { heading: "Ours", details: "As it was", text: "Sent with a blank ", button: "Go" };
const refusal = {
  conflicts: [{ path: "heading", yours: "Ours", theirs: "Theirs", isOwn: false, ...saved }],
  merged: { heading: "Ours", details: "Theirs too", text: "Sent with a blank", button: "Go" },
  revision: 7,
} as const;

const heading = { path: "heading", theirs: "Theirs", isOwn: false, saved };

test("a conflict offers the text now in the field and the text that another editor saved", () => {
  expect(openConflicts(refusal, sent, sent)).toEqual([{ ...heading, yours: "Ours" }]);
  expect(openConflicts(refusal, sent, { ...sent, heading: "Ours, and more" })).toEqual([
    { ...heading, yours: "Ours, and more" },
  ]);
});

test("editing a field that only another editor had changed adds a conflict for that field", () => {
  const typed = { ...sent, details: "Typed since", text: "Typed on", button: "Go on" };
  expect(openConflicts(refusal, sent, typed)).toEqual([
    { ...heading, yours: "Ours" },
    { path: "details", yours: "Typed since", theirs: "Theirs too", isOwn: false, saved: null },
  ]);
  const alike = { ...sent, details: "Theirs too" };
  expect(openConflicts(refusal, sent, alike)).toHaveLength(1);
});
