import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { environmentWithPrograms, nodeProgram } from "./places.mjs";
import { Problem } from "./problem.mjs";
import { run } from "./processes.mjs";

export const serverFile = "build/server/index.js";
const stampFile = "build/built-from";
const sources = ["src", "public", "scripts/bundle"];
const settings = ["package-lock.json", "react-router.config.ts", "tsconfig.json", "vite.config.ts"];

/**
 * Builds the program, unless its sources are unchanged since the last build. Must run in the
 * repository's root.
 */
export async function build() {
  // Hashed before the build, so that a change during the build causes another build.
  const hash = hashOfSources();
  const isCurrent = existsSync(stampFile) && readFileSync(stampFile, "utf8") === hash;
  if (existsSync(serverFile) && isCurrent) return;
  console.log("Building…");
  const startedAt = Date.now();
  rmSync(stampFile, { force: true });
  const code = await run(
    nodeProgram(),
    ["node_modules/@react-router/dev/bin.cjs", "build", "--logLevel", "warn"],
    { environment: environmentWithPrograms({ NODE_ENV: "production" }), timeLimitMs: 300_000 },
  );
  if (code !== 0) throw new Problem("The program could not be built. The reason is shown above.");
  writeFileSync(stampFile, hash);
  console.log(`Built in ${((Date.now() - startedAt) / 1000).toFixed(1)} s.`);
}

function hashOfSources() {
  const paths = sources.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  const hash = createHash("sha256");
  for (const path of [...paths.sort(), ...settings]) hash.update(path).update(readFileSync(path));
  return hash.digest("hex");
}
