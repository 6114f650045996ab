import { expect, test } from "vitest";
import { redone, stepsFrom, stepTo, undone } from "./steps.ts";

test("undo and redo walk through all states, and stop at both ends", () => {
  const third = stepTo(stepTo(stepsFrom("a"), "b"), "c");
  expect(undone(third).present).toBe("b");
  const first = undone(undone(third));
  expect(first.present).toBe("a");
  expect(undone(first)).toBe(first);
  expect(redone(redone(first)).present).toBe("c");
  expect(redone(third)).toBe(third);
});

test("a new change after an undo ends what could be redone", () => {
  const changed = stepTo(undone(stepTo(stepsFrom("a"), "b")), "c");
  expect(redone(changed)).toBe(changed);
  expect(undone(changed).present).toBe("a");
});

test("typing in one field is one step until another field, or an undo, comes between", () => {
  const typed = stepTo(stepTo(stepsFrom(""), "H", "heading"), "He", "heading");
  const other = stepTo(typed, "He said", "text");
  expect(undone(other).present).toBe("He");
  expect(undone(undone(other)).present).toBe("");
  const again = stepTo(undone(other), "Her", "heading");
  expect(undone(again).present).toBe("He");
});

test("an unchanged state is no step, and only the last 200 steps are kept", () => {
  const same = stepsFrom(0);
  expect(stepTo(same, 0)).toBe(same);
  let steps = same;
  for (let state = 1; state <= 300; state += 1) steps = stepTo(steps, state);
  expect(steps.past).toHaveLength(200);
  expect(steps.past[0]).toBe(100);
});
