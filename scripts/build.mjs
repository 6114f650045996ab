import { existsSync, rmSync, writeFileSync } from "node:fs";
import { changedSince, fingerprint } from "./fingerprint.mjs";
import { environmentWithPrograms, nodeProgram } from "./places.mjs";
import { Problem } from "./problem.mjs";
import { run } from "./processes.mjs";

export const serverFile = "build/server/index.js";
const stampFile = "build/built-from.json";
const sources = ["src", "public", "scripts/bundle"];
const settings = ["package-lock.json", "react-router.config.ts", "tsconfig.json", "vite.config.ts"];
const isPartOfTheProgram = (path) => !/\.test\.tsx?$/.test(path);

/** Builds the program, unless nothing that goes into it has changed. Works from the root. */
export async function build() {
  const inputs = fingerprint([...sources, ...settings], isPartOfTheProgram);
  if (existsSync(serverFile) && !changedSince(stampFile, inputs)) return;
  console.log("Building…");
  const startedAt = Date.now();
  // Taken before: whoever changes a file while this runs gets another build the next time.
  const stamp = JSON.stringify(inputs.contents());
  rmSync(stampFile, { force: true });
  const code = await run(
    nodeProgram(),
    ["node_modules/@react-router/dev/bin.cjs", "build", "--logLevel", "warn"],
    { environment: environmentWithPrograms({ NODE_ENV: "production" }), timeLimitMs: 300_000 },
  );
  if (code !== 0) throw new Problem("The program could not be built. The reason stands above.");
  writeFileSync(stampFile, stamp);
  console.log(`Built in ${((Date.now() - startedAt) / 1000).toFixed(1)} s.`);
}
