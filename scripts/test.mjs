// `npm test`: every check there is. `npm run check` (`--quick`): the part that needs neither the built
// program nor PostgreSQL nor a browser.
import { build } from "./build.mjs";
import { findChromium } from "./chromium.mjs";
import { install } from "./install.mjs";
import { root } from "./places.mjs";
import { Problem, runCommand } from "./problem.mjs";
import { ownTemporaryDirectory } from "./temporary-directory.mjs";
import { checks, runCheck } from "./tests/checks.mjs";
import { describeMachine, measureMachine } from "./tests/machine-speed.mjs";
import { failures, slowestTests } from "./tests/summary.mjs";
import { runPlaywright, runQuickVitest, runVitest } from "./tests/test-runners.mjs";

const isQuick = process.argv.includes("--quick");
const failure = (name) => ({ name, passed: 0, failed: 1, skipped: 0 });

await runCommand(async () => {
  process.chdir(root);
  const results = await attempt("install", runEverything);
  const tests = results.flatMap((result) => result.tests ?? []);
  console.log(slowestTests(tests));
  console.log(
    failures(
      tests,
      results.flatMap((result) => result.faults ?? []),
    ),
  );
  for (const { name, passed, failed, skipped } of results) {
    console.log(`${failed > 0 ? "✗" : "✓"} ${name}: ${sentence(passed, failed, skipped)}`);
  }
  const total = (kind) => results.reduce((sum, result) => sum + result[kind], 0);
  process.exitCode = total("failed") > 0 ? 1 : 0;
  console.log(sentence(total("passed"), total("failed"), total("skipped")));
});

async function runEverything() {
  await install();
  const machine = await measureMachine();
  console.log(describeMachine(machine));
  const options = {
    directory: ownTemporaryDirectory({ inMemory: true }),
    environment: { TEST_TIME_FACTOR: String(machine.factor) },
  };
  if (isQuick) {
    return [...(await runChecks()), ...(await attempt("Vitest", () => runQuickVitest(options)))];
  }
  // Neither keeps two cores busy. A build that succeeds is no test; one that fails is a failure.
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

async function runChecks() {
  const results = [];
  for (const check of checks) results.push(...(await attempt(check.name, () => runCheck(check))));
  return results;
}

async function browserJourneys(options, isBuilt) {
  if (!isBuilt) throw new Problem("Without a build there is nothing for a browser to visit.");
  const environment = { ...options.environment, CHROMIUM_PATH: await findChromium() };
  return runPlaywright({ ...options, environment });
}

/** The results of one part, or a failure in its name: whatever fails, the rest still runs. */
async function attempt(name, part) {
  try {
    return [await part()].flat();
  } catch (error) {
    console.error(error instanceof Problem ? error.message : error);
    return [failure(name)];
  }
}

function sentence(passed, failed, skipped) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}
