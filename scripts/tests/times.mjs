/**
 * @typedef {object} Spent
 * @property {string} file
 * @property {Readonly<Record<string, number>>} milliseconds By cause; `tests` is the whole duration.
 */

/**
 * A table of where the time of test files went, in seconds of the workers, which run side by side:
 * by cause, and by file with its largest causes.
 *
 * @param {readonly Spent[]} spent
 * @param {number} [mostFiles]
 */
export function timesTable(spent, mostFiles = 40) {
  const causes = new Map();
  /** @type {Map<string, Map<string, number>>} */
  const files = new Map();
  for (const { file, milliseconds } of spent) {
    const ofFile = files.get(file) ?? new Map();
    files.set(file, ofFile);
    for (const [cause, spentMs] of Object.entries(milliseconds)) {
      for (const sums of [causes, ofFile]) sums.set(cause, (sums.get(cause) ?? 0) + spentMs);
    }
  }
  const total = (/** @type {Map<string, number>} */ sums) =>
    (sums.get("tests") ?? 0) + (sums.get("loading") ?? 0);
  const slowest = [...files]
    .toSorted(([, one], [, other]) => total(other) - total(one))
    .slice(0, mostFiles);
  return [
    `${files.size} test files, ${seconds(total(causes))} s of worker time: ${listOf(causes)}`,
    ...slowest.map(
      ([file, sums]) => `${seconds(total(sums)).padStart(8)} s  ${file} (${listOf(sums)})`,
    ),
  ].join("\n");
}

/** @param {ReadonlyMap<string, number>} sums */
function listOf(sums) {
  const parts = [...sums].filter(([cause, spentMs]) => cause !== "tests" && spentMs >= 50);
  const known = parts.reduce(
    (sum, [cause, spentMs]) => sum + (cause === "loading" ? 0 : spentMs),
    0,
  );
  const other = Math.max(0, (sums.get("tests") ?? 0) - known);
  return [...parts, /** @type {const} */ (["other", other])]
    .toSorted(([, one], [, another]) => another - one)
    .map(([cause, spentMs]) => `${cause} ${seconds(spentMs)}`)
    .join(", ");
}

/** @param {number} milliseconds */
function seconds(milliseconds) {
  return (milliseconds / 1000).toFixed(1);
}
