import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { waitForPaint } from "./first-paint.ts";

let frames: (() => void)[];
beforeEach(() => {
  frames = [];
  vi.useFakeTimers();
  vi.stubGlobal("requestAnimationFrame", (frame: () => void) => frames.push(frame));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("the panel sends a request only after the browser has painted the effect of the click", async () => {
  const next = vi.fn(async () => "answer");
  const answer = waitForPaint(undefined, next);
  await vi.advanceTimersByTimeAsync(50);
  expect(next).not.toHaveBeenCalled();
  for (const frame of frames) frame();
  expect(next).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(0);
  expect(next).toHaveBeenCalledOnce();
  expect(await answer).toBe("answer");
});

test("in a tab that is never painted, the panel sends a request after 100 ms", async () => {
  const next = vi.fn(async () => "answer");
  const answer = waitForPaint(undefined, next);
  await vi.advanceTimersByTimeAsync(100);
  expect(await answer).toBe("answer");
});
