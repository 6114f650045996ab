import { environmentWithPrograms, nodeProgram } from "../places.mjs";
import { run } from "../processes.mjs";

const biome = "node_modules/@biomejs/biome/bin/biome";
const reactRouter = "node_modules/@react-router/dev/bin.cjs";
const typescript = "node_modules/typescript/bin/tsc";

// Where CI is set, Biome colours each character by itself, also into a file.
const quiet = [`--colors=${process.stdout.isTTY ? "force" : "off"}`, "--diagnostic-level=warn"];

/** The checks that pass or fail as a whole: each counts as one test. */
export const checks = [
  { name: "format", steps: [[biome, "ci", "--linter-enabled=false", ...quiet]] },
  {
    name: "lint",
    steps: [[biome, "ci", "--formatter-enabled=false", "--assist-enabled=false", ...quiet]],
  },
  { name: "types", steps: [[reactRouter, "typegen"], [typescript]] },
];

/** Runs a check's steps until one fails. */
export async function runCheck({ name, steps }) {
  for (const step of steps) {
    const code = await run(nodeProgram(), step, {
      environment: environmentWithPrograms(),
      timeLimitMs: 180_000,
    });
    if (code !== 0) return { name, passed: 0, failed: 1, skipped: 0 };
  }
  return { name, passed: 1, failed: 0, skipped: 0 };
}
