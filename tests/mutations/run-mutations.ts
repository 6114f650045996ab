// Takes protections out of a copy of the program, one after the other, and counts how many of them
// a test notices. `npm run mutations` takes twenty at random; with `--all` all of them, with
// `--seed NUMBER` the same twenty again, and with `--only TEXT` those whose protection contains the
// text. With `--related`, a protection that none of its named tests notices is tried with every test
// that imports the mutated file.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { allMutations } from "./all-mutations.ts";
import type { Mutation } from "./mutation.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const { values } = parseArgs({
  options: {
    all: { type: "boolean" },
    seed: { type: "string" },
    only: { type: "string" },
    related: { type: "boolean" },
  },
});

const seed = Number(values.seed ?? Date.now() % 100_000);
const chosen = chooseMutations();
const copy = copyProject();
process.once("exit", () => rmSync(copy, { recursive: true, force: true }));

const startedAt = Date.now();
console.log(`${chosen.length} of ${allMutations.length} protections, seed ${seed}`);
await expectPassing([...new Set(chosen.flatMap(({ tests }) => tests))]);
const unnoticed: Mutation[] = [];
for (const mutation of chosen) {
  const caughtBy = await testThatNotices(mutation);
  if (caughtBy === undefined) unnoticed.push(mutation);
  console.log(
    `${caughtBy === undefined ? "✗" : "✓"} ${mutation.protection} (${caughtBy ?? "no test fails"})`,
  );
}
const seconds = Math.round((Date.now() - startedAt) / 1000);
const caught = chosen.length - unnoticed.length;
console.log(`${caught} of ${chosen.length} protections are held by a test, after ${seconds} s.`);
process.exit(unnoticed.length === 0 ? 0 : 1);

function chooseMutations(): readonly Mutation[] {
  const { only } = values;
  if (only !== undefined) return allMutations.filter(({ protection }) => protection.includes(only));
  if (values.all) return allMutations;
  let state = seed;
  const random = () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state;
  };
  return allMutations
    .map((mutation) => ({ mutation, rank: random() }))
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, 20)
    .map(({ mutation }) => mutation);
}

/** A copy of the checkout, so that no mutation can remain in it. */
function copyProject(): string {
  const directory = mkdtempSync(join(tmpdir(), "furrow-mutations-"));
  const list = ["ls-files", "--cached", "--others", "--exclude-standard"];
  const names = execFileSync("git", list, { cwd: root, encoding: "utf8" }).trim().split("\n");
  for (const name of names.filter((each) => existsSync(root + each))) {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    copyFileSync(root + name, join(directory, name));
  }
  for (const name of ["node_modules", "build", ".react-router"])
    if (existsSync(root + name)) symlinkSync(root + name, join(directory, name));
  return directory;
}

/** Without this, a test that always fails would seem to notice every mutation. */
async function expectPassing(tests: readonly string[]): Promise<void> {
  const { failed, passed } = await runTests(tests, true);
  if (failed.length > 0 || passed === 0)
    throw new Error(`Without a mutation, these tests fail: ${failed.join(", ") || "all"}`);
}

/** The title of the first test that fails with the mutation; undefined if none does. */
async function testThatNotices(mutation: Mutation): Promise<string | undefined> {
  const file = join(copy, mutation.file);
  const original = readFileSync(file, "utf8");
  if (original.split(mutation.find).length !== 2)
    throw new Error(`${mutation.protection}: its text is not once in ${mutation.file}.`);
  writeFileSync(
    file,
    original.replace(mutation.find, () => mutation.replace),
  );
  try {
    const { failed } = await runTests(mutation.tests, mutation.needsPostgres);
    if (failed.length > 0 || !values.related) return failed[0];
    return (await runTests(["--related", mutation.file], mutation.needsPostgres)).failed[0];
  } finally {
    writeFileSync(file, original);
  }
}

interface Report {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

/** Runs test files, or with `["--related", file]` every test that imports the file. */
async function runTests(names: readonly string[], needsPostgres = false) {
  const output = join(copy, "mutation-report.json");
  rmSync(output, { force: true });
  const [first, file = ""] = names;
  const what = first === "--related" ? ["related", file, "--run"] : ["run", ...names];
  const options = ["--bail=1", "--reporter=json", `--outputFile=${output}`];
  const child = spawn(
    process.execPath,
    [join(root, "node_modules/vitest/vitest.mjs"), ...what, ...options],
    {
      cwd: copy,
      env: { ...process.env, ...(needsPostgres ? {} : { WITHOUT_POSTGRES: "yes" }) },
      stdio: ["ignore", "ignore", "inherit"],
    },
  );
  await once(child, "exit");
  const report: Report = JSON.parse(readFileSync(output, "utf8"));
  const failed = report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === "failed")
    .map(({ fullName }) => fullName);
  return { failed, passed: report.numPassedTests };
}
