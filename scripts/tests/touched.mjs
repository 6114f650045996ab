import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";

/**
 * Which release tests cover which paths. A path ends with "/" or names one file; tests are named by
 * their beginning. Other release tests run with all of them only.
 *
 * @type {readonly { paths: readonly string[], tests: readonly string[] }[]}
 */
const table = [
  { paths: ["scripts/package/", "src/maintenance/upgrades/"], tests: ["tests/package"] },
  {
    paths: ["src/migrations/", "src/maintenance/upgrades/", "src/server/hand-over.ts"],
    tests: ["tests/upgrade"],
  },
  {
    paths: ["scripts/tests/", "scripts/test.mjs", "scripts/processes.mjs"],
    tests: ["tests/test-command"],
  },
  { paths: ["src/commands/", "src/maintenance/"], tests: ["src/commands/", "src/maintenance/"] },
  {
    paths: ["src/money/", "src/payments/"],
    tests: ["src/money/", "src/payments/", "tests/torture/"],
  },
  { paths: ["src/platform/database/"], tests: ["src/platform/", "tests/torture/"] },
  { paths: ["tests/torture/"], tests: ["tests/torture/"] },
  { paths: ["tests/fuzz/", "src/http/"], tests: ["tests/fuzz/"] },
];

/**
 * Files of the release tests that cover what has changed since CI_BASE, or since the commit before
 * the last one without it. Empty outside of a git checkout.
 */
export function releaseTestsOfChange() {
  const changed = changedPaths(process.env.CI_BASE || "HEAD~1");
  const touches = (/** @type {readonly string[]} */ paths) =>
    changed.some((file) => paths.some((path) => file.startsWith(path)));
  const wanted = table.filter(({ paths }) => touches(paths)).flatMap(({ tests }) => tests);
  return releaseTests().filter((file) => wanted.some((begin) => file.startsWith(begin)));
}

/** @param {string} base */
function changedPaths(base) {
  const { status, stdout } = spawnSync("git", ["diff", "--name-only", base], { encoding: "utf8" });
  return status === 0 ? stdout.trim().split("\n") : [];
}

function releaseTests() {
  return ["src", "tests"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.release\.test\.tsx?$/.test(name))
      .map((name) => `${folder}/${name}`),
  );
}
