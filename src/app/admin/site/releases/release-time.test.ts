import { expect, test } from "vitest";
import { meantTime } from "#platform/time/wall-time.ts";
import { missingHourWords, suggestedTime } from "./release-time.tsx";

const berlin = "Europe/Berlin";

test("The form says which time is meant by one that does not exist", () => {
  const words = (wallTime: string) => missingHourWords(wallTime, meantTime(wallTime, berlin));
  expect(words("2027-03-28T02:30")).toBe("02:30 does not exist on 28 Mar; 03:30 is meant. ");
  expect(words("2027-03-28T03:30")).toBe("");
  expect(words("2026-10-25T02:30")).toBe("");
});

test("The form suggests a full hour of the site that is at least an hour away", () => {
  const now = Date.UTC(2026, 10, 20, 12, 59);
  expect(suggestedTime(now, berlin)).toEqual({ wallTime: "2026-11-20T15:00", isLater: false });
});
