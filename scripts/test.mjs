// `npm test` runs the checks and the everyday tests. `npm run check` (`--quick`) runs only those that
// need neither the built program nor PostgreSQL nor a browser. `npm run test:release` (`--release`)
// runs what `npm test` leaves out and every store on both engines; with `--touched`, only the tests
// of tools whose code the last change touches. `--times` prints where the time went.
import { build } from "./build.mjs";
import { findChromium } from "./chromium.mjs";
import { install } from "./install.mjs";
import { environmentWithPrograms, nodeProgram, root } from "./places.mjs";
import { Problem, runCommand } from "./problem.mjs";
import { run } from "./processes.mjs";
import { ownTemporaryDirectory } from "./temporary-directory.mjs";
import { describeMachine, measureMachine } from "./tests/machine-speed.mjs";
import { failures, slowestTests } from "./tests/summary.mjs";
import {
  runPlaywright,
  runQuickVitest,
  runReleasePlaywright,
  runReleaseVitest,
  runVitest,
} from "./tests/test-runners.mjs";
import { timesTable } from "./tests/times.mjs";
import { releaseTestsOfChange } from "./tests/touched.mjs";

const isQuick = process.argv.includes("--quick");
const isRelease = process.argv.includes("--release");
const isForChange = process.argv.includes("--touched");
const startedAt = Date.now();
/**
 * @typedef {import("./tests/progress.mjs").TestResult} TestResult
 *
 * @typedef {object} Result
 * @property {string} name
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {readonly TestResult[]} [tests]
 * @property {readonly import("./tests/times.mjs").Spent[]} [spent]
 * @property {readonly string[]} [faults]
 *
 * @typedef {{ name: string, steps: readonly (readonly string[])[] }} Check
 */

/** @type {(name: string) => Result} */
const success = (name) => ({ name, passed: 1, failed: 0, skipped: 0 });
/** @type {(name: string) => Result} */
const failure = (name) => ({ name, passed: 0, failed: 1, skipped: 0 });

const biome = "node_modules/@biomejs/biome/bin/biome";
const reactRouter = "node_modules/@react-router/dev/bin.cjs";
const typescript = "node_modules/typescript/bin/tsc";
const knip = "node_modules/knip/bin/knip.js";
// If the variable CI is set, Biome colours each character separately by default, even in a file.
const quiet = [`--colors=${process.stdout.isTTY ? "force" : "off"}`, "--diagnostic-level=warn"];

/**
 * Checks that pass or fail as a whole; each counts as one test.
 *
 * @type {readonly Check[]}
 */
const checks = [
  { name: "format and lint", steps: [[biome, "ci", "--assist-enabled=false", ...quiet]] },
  { name: "types", steps: [[reactRouter, "typegen"], [typescript]] },
  { name: "unused code and dependencies", steps: [[knip, "--no-progress"]] },
];

/** @type {readonly Check[]} */
const releaseChecks = [
  { name: "twenty protections", steps: [["tests/mutations/run-mutations.ts"]] },
  { name: "accessibility in every view", steps: [["scripts/run.mjs", "check-axe"]] },
];

await runCommand(async () => {
  process.chdir(root);
  const results = await attempt("install", runAll);
  // A last line of "0 passed" would read as if no test had run.
  if (results.length === 0) return;
  if (process.argv.includes("--times")) {
    for (const { name, spent } of results) if (spent) console.log(`${name}: ${timesTable(spent)}`);
  }
  const tests = results.flatMap((result) => result.tests ?? []);
  if (tests.length > 0) console.log(slowestTests(tests));
  console.log(
    failures(
      tests,
      results.flatMap((result) => result.faults ?? []),
    ),
  );
  for (const { name, passed, failed, skipped } of results) {
    console.log(`${failed > 0 ? "✗" : "✓"} ${name}: ${sentence(passed, failed, skipped)}`);
  }
  /** @param {"passed" | "failed" | "skipped"} kind */
  const total = (kind) => results.reduce((sum, result) => sum + result[kind], 0);
  process.exitCode = total("failed") > 0 ? 1 : 0;
  console.log(sentence(total("passed"), total("failed"), total("skipped")));
  console.log(`It took ${Math.round((Date.now() - startedAt) / 1000)} s.`);
});

async function runAll() {
  await install();
  // Asked first, because most changes touch no tool.
  const ofChange = isForChange ? releaseTestsOfChange() : undefined;
  if (ofChange?.length === 0) {
    console.log("The change touches nothing that only the release tests cover.");
    return [];
  }
  const machine = await measureMachine();
  console.log(describeMachine(machine));
  const options = {
    directory: ownTemporaryDirectory({ inMemory: true }),
    environment: { TEST_TIME_FACTOR: String(machine.factor) },
  };
  if (isQuick) {
    return [...(await runChecks()), ...(await attempt("Vitest", () => runQuickVitest(options)))];
  }
  if (isRelease) return runRelease(options, ofChange);
  // The build and the checks run at the same time, because neither uses two cores fully. A
  // successful build does not count as a test; a failed build counts as a failure.
  const building = attempt("build", () => build().then(() => []));
  const results = await runChecks();
  const built = await building;
  results.push(...built);
  results.push(...(await attempt("Vitest", () => runVitest(options))));
  const isBuilt = built.length === 0;
  const journeys = () => browserJourneys(options, isBuilt);
  results.push(...(await attempt("browser journeys", journeys)));
  return results;
}

/**
 * @param {import("./tests/test-runners.mjs").RunOptions} options
 * @param {readonly string[] | undefined} files All release tests if undefined.
 */
async function runRelease(options, files) {
  const built = await attempt("build", () => build().then(() => []));
  const ofVitest = files?.filter((file) => !file.startsWith("tests/e2e/"));
  const journeys = files?.filter((file) => file.startsWith("tests/e2e/"));
  const results = [...built];
  if (ofVitest?.length !== 0) {
    const args = ofVitest && { args: ofVitest };
    results.push(...(await attempt("Vitest", () => runReleaseVitest({ ...options, ...args }))));
  }
  if (journeys?.length !== 0) {
    const run = () => browserJourneys(options, built.length === 0, journeys);
    results.push(...(await attempt("browser journeys", run)));
  }
  if (files === undefined) {
    for (const check of releaseChecks) {
      results.push(...(await attempt(check.name, () => runCheck(check, 3_600_000))));
    }
  }
  return results;
}

async function runChecks() {
  /** @type {Result[]} */
  const results = [];
  for (const check of checks) results.push(...(await attempt(check.name, () => runCheck(check))));
  return results;
}

/** @param {Check} check */
async function runCheck({ name, steps }, timeLimitMs = 180_000) {
  const settings = { environment: environmentWithPrograms(), timeLimitMs };
  for (const step of steps) {
    if ((await run(nodeProgram(), step, settings)) !== 0) return failure(name);
  }
  return success(name);
}

/**
 * @param {import("./tests/test-runners.mjs").RunOptions} options
 * @param {boolean} isBuilt
 * @param {readonly string[]} [files] Only these release journeys.
 */
async function browserJourneys(options, isBuilt, files) {
  if (!isBuilt) throw new Problem("Without a build there is nothing for a browser to visit.");
  const environment = { ...options.environment, CHROMIUM_PATH: await findChromium() };
  const run = isRelease ? runReleasePlaywright : runPlaywright;
  return run({ ...options, environment, ...(files && { args: files }) });
}

/**
 * Runs one part of the test run. If the part throws, counts one failure instead of ending the run,
 * so that the other parts still run.
 *
 * @param {string} name
 * @param {() => Promise<Result | readonly Result[]>} part
 * @returns {Promise<Result[]>}
 */
async function attempt(name, part) {
  try {
    return [await part()].flat();
  } catch (error) {
    console.error(error instanceof Problem ? error.message : error);
    return [failure(name)];
  }
}

/** @type {(passed: number, failed: number, skipped: number) => string} */
function sentence(passed, failed, skipped) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}
