/** The slowest of these tests, a line each with its duration in seconds. */
export function slowestTests(tests, most = 10) {
  const slowest = tests
    .toSorted((one, other) => other.milliseconds - one.milliseconds)
    .slice(0, most)
    .map(({ name, milliseconds }) => `${(milliseconds / 1000).toFixed(1).padStart(7)} s  ${name}`);
  return [`The ${slowest.length} slowest tests:`, ...slowest].join("\n");
}
