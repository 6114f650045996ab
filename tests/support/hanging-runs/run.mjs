// Runs one runner over this folder, and prints its result as the last line.
import { runPlaywright, runVitest } from "../../../scripts/tests/test-runners.mjs";

const [runner, silenceLimitMs] = process.argv.slice(2);
const result = await (runner === "vitest" ? runVitest : runPlaywright)({
  directory: process.env.TMPDIR ?? "",
  silenceLimitMs: Number(silenceLimitMs),
  args: ["--config", `tests/support/hanging-runs/${runner}.config.ts`],
});
console.log(JSON.stringify(result));
