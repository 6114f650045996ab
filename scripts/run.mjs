// `node scripts/run.mjs NAME`: runs a command of package.json, such as `npm start`, with the
// arguments after the name.
import { build, serverFile } from "./build.mjs";
import { findChromium } from "./chromium.mjs";
import { install } from "./install.mjs";
import { environmentWithPrograms, nodeProgram, root } from "./places.mjs";
import { runCommand } from "./problem.mjs";
import { handOver } from "./processes.mjs";
import { ownTemporaryDirectory } from "./temporary-directory.mjs";

const playwright = "node_modules/@playwright/test/cli.js";
const accessibility = [
  "tests/e2e/all-screens/accessibility",
  "--fully-parallel",
  "--reporter=list",
];

const sites = {
  start: {
    needsBuild: true,
    program: [serverFile],
    // The C library reads the number of malloc arenas before a program begins, so only an
    // environment variable can set it. Each arena keeps freed memory; one arena instead of several
    // saves a fifth of an idle server's memory.
    environment: { NODE_ENV: "production", MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? "1" },
  },
  dev: { program: ["src/server/dev-server.ts"], environment: { NODE_ENV: "development" } },
};

const tools = {
  backup: { program: ["src/commands/furrow.ts", "backup"] },
  "backup-key": { program: ["src/commands/furrow.ts", "backup-key"] },
  restore: { program: ["src/commands/furrow.ts", "restore"] },
  "move-database": { program: ["src/commands/furrow.ts", "move-database"] },
  "move-files": { program: ["src/commands/furrow.ts", "move-files"] },
  "reset-password": { program: ["src/commands/furrow.ts", "reset-password"] },
  "reset-second-factor": { program: ["src/commands/furrow.ts", "reset-second-factor"] },
  "check-ledger": { program: ["src/commands/furrow.ts", "check-ledger"] },
  package: { needsBuild: true, program: ["scripts/package/package.ts"] },
  setup: { program: ["src/commands/furrow.ts", "setup"] },
  doctor: { program: ["src/commands/furrow.ts", "doctor"] },
  "prove-package": { program: ["scripts/package/prove-package.ts"] },
  bench: { needsBuild: true, program: ["bench/bench.ts"] },
  lighthouse: { needsBuild: true, needsBrowser: true, program: ["bench/lighthouse/lighthouse.ts"] },
  fonts: { program: ["scripts/cut-fonts.ts"] },
  icons: { program: ["scripts/copy-icons.ts"] },
  fuzz: { needsBuild: true, program: ["tests/fuzz/fuzz.ts"] },
  torture: { program: ["tests/torture/torture.ts"] },
  mutations: { program: ["tests/mutations/run-mutations.ts"] },
  "check-invoices": { program: ["tests/invoices/check-invoices.ts"] },
  "check-axe": {
    needsBuild: true,
    needsBrowser: true,
    program: [playwright, "test", ...accessibility],
    environment: { EVERY_SCREEN: "1" },
  },
};

/**
 * @typedef {object} Command
 * @property {readonly string[]} program
 * @property {boolean} [needsBuild]
 * @property {boolean} [needsBrowser]
 * @property {NodeJS.ProcessEnv} [environment]
 */

const [name = "", ...args] = process.argv.slice(2);
/** @type {Readonly<Record<string, Command>>} */
const commands = { ...sites, ...tools };
const command = commands[name];
if (command === undefined) throw new Error(`There is no command ${name}.`);
const { needsBuild, needsBrowser, program, environment } = command;

await runCommand(async () => {
  process.chdir(root);
  await install();
  if (needsBuild) await build();
  if (name in tools) ownTemporaryDirectory();
  const browser = needsBrowser ? { CHROMIUM_PATH: await findChromium() } : {};
  const settings = environmentWithPrograms({ ...environment, ...browser });
  await handOver(nodeProgram(), [...program, ...args], settings);
});
