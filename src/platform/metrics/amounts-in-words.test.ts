import { expect, test } from "vitest";
import { formatBytes, formatDuration } from "./amounts-in-words.ts";

test.each([
  [0, "0 bytes"],
  [999, "999 bytes"],
  [1000, "1.0 kB"],
  [9_949, "9.9 kB"],
  [52_300_000, "52 MB"],
  [1_440_000_000, "1.4 GB"],
  [3_000_000_000_000_000, "3000 TB"],
])("%d bytes are described as %s", (bytes, words) => {
  expect(formatBytes(bytes)).toBe(words);
});

const minute = 60_000;
test.each([
  [0, "less than 2 minutes"],
  [2 * minute, "2 minutes"],
  [119 * minute, "119 minutes"],
  [120 * minute, "2 hours"],
  [47 * 60 * minute, "47 hours"],
  [60 * 60 * minute, "2 days"],
])("%d ms are described as %s", (ms, words) => {
  expect(formatDuration(ms)).toBe(words);
});
