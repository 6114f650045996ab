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

test("the panel starts a request only after the click is painted", async () => {
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

test("the panel starts a request after 100 ms in a tab that paints nothing", async () => {
  const next = vi.fn(async () => "answer");
  const answer = waitForPaint(undefined, next);
  await vi.advanceTimersByTimeAsync(100);
  expect(await answer).toBe("answer");
});
