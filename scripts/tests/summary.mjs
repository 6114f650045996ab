import { stripVTControlCharacters } from "node:util";

/**
 * @param {readonly { name: string, milliseconds: number }[]} tests
 * @param {number} [most]
 */
export function slowestTests(tests, most = 10) {
  const slowest = tests
    .toSorted((one, other) => other.milliseconds - one.milliseconds)
    .slice(0, most)
    .map(({ name, milliseconds }) => `${(milliseconds / 1000).toFixed(1).padStart(7)} s  ${name}`);
  return [`The ${slowest.length} slowest tests:`, ...slowest].join("\n");
}

/**
 * Every failed test with the beginning of its error, and `faults`, the failures outside of a test.
 * Printed at the end of the output, because CI services often keep only the end. Empty if all tests
 * passed.
 *
 * @param {readonly { name: string, outcome: string, error?: string }[]} tests
 * @param {readonly string[]} faults
 */
export function failures(tests, faults) {
  const failed = tests.filter(({ outcome }) => outcome === "failed");
  if (failed.length + faults.length === 0) return "";
  return [
    "What failed:",
    ...failed.map(({ name, error }) => `✗ ${name}\n${beginOf(error)}`),
    ...faults.map((message) => `✗ ${beginOf(message).trimStart()}`),
  ].join("\n");
}

function beginOf(error = "", mostLines = 12) {
  const lines = stripVTControlCharacters(error).split("\n").slice(0, mostLines);
  return lines.map((line) => `    ${line}`).join("\n");
}
