// `npm test`: every check there is; `--without-browser` (`npm run check`) leaves out the slow ones.
import { build } from "./build.mjs";
import { checks, runCheck } from "./checks.mjs";
import { findChromium } from "./chromium.mjs";
import { install } from "./install.mjs";
import { root } from "./places.mjs";
import { Problem, runCommand } from "./problem.mjs";
import { ownTemporaryDirectory } from "./temporary-directory.mjs";
import { runPlaywright, runVitest } from "./test-runners.mjs";

const withBrowser = !process.argv.includes("--without-browser");
const failure = (name) => ({ name, passed: 0, failed: 1, skipped: 0 });

await runCommand(async () => {
  process.chdir(root);
  const results = await attempt("install", runEverything);
  for (const { name, passed, failed, skipped } of results) {
    console.log(`${failed > 0 ? "✗" : "✓"} ${name}: ${sentence(passed, failed, skipped)}`);
  }
  const total = (kind) => results.reduce((sum, result) => sum + result[kind], 0);
  process.exitCode = total("failed") > 0 ? 1 : 0;
  console.log(sentence(total("passed"), total("failed"), total("skipped")));
});

async function runEverything() {
  await install();
  const directory = ownTemporaryDirectory();
  const results = [];
  // A build that succeeds is no test; one that fails is a failure like any other.
  const built = await attempt("build", () => build().then(() => []));
  results.push(...built);
  for (const check of checks) results.push(...(await attempt(check.name, () => runCheck(check))));
  results.push(...(await attempt("Vitest", () => runVitest(directory))));
  if (withBrowser) {
    const isBuilt = built.length === 0;
    const journeys = () => browserJourneys(directory, isBuilt);
    results.push(...(await attempt("browser journeys", journeys)));
  }
  return results;
}

async function browserJourneys(directory, isBuilt) {
  if (!isBuilt) throw new Problem("Without a build there is nothing for a browser to visit.");
  return runPlaywright(directory, await findChromium());
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
