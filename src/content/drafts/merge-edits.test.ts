import { expect, test } from "vitest";
import { callToAction } from "../blocks/call-to-action.ts";
import { mergeEdits } from "./merge-edits.server.ts";

const merge = (base: string, yours: string, theirs: string) => {
  const heading = (text: string) => ({ heading: text, subHeading: "same" });
  const edits = { base: heading(base), yours: heading(yours), theirs: heading(theirs) };
  const { merged, conflicts } = mergeEdits(callToAction, edits);
  return { heading: merged.heading, conflicts };
};

test.each([
  ["no editor changed", "a", "a", "a", "a", []],
  ["only you changed", "a", "b", "a", "b", []],
  ["only they changed", "a", "a", "c", "c", []],
  ["both changed to the same text", "a", "b", "b", "b", []],
  ["both changed to different texts", "a", "b", "c", "b", ["heading"]],
  ["you emptied and they changed", "a", "", "c", "", ["heading"]],
])(
  "a field that %s (base “%s”, yours “%s”, theirs “%s”) becomes “%s” (conflicts: %j)",
  (_what, base, yours, theirs, heading, conflicts) => {
    expect(merge(base, yours, theirs)).toEqual({ heading, conflicts });
  },
);
