import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync, StatementSync } from "node:sqlite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { capturedLog } from "../../tests/support/captured-log.ts";
import { releaseTests } from "../../tests/support/release-tests.ts";
import { composeIn } from "../../tests/support/servers/compose-in.ts";
import { scaled } from "../../tests/support/time-limits.ts";

let directory: string;
let whole: Awaited<ReturnType<typeof stagesOfFirstStart>>;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "furrow-killed-"));
  whole = await stagesOfFirstStart();
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Starts a site in a data directory; returns the number of rows of each table, and the log. */
async function startIn(dataDirectory: string) {
  const captured = capturedLog("warn");
  await (await composeIn(dataDirectory, {}, captured.log)).close();
  return { rows: rowsIn(join(dataDirectory, "furrow.db")), log: captured.text() };
}

function rowsIn(file: string): Record<string, unknown> {
  const database = new DatabaseSync(file, { readOnly: true });
  const tables = database.prepare("select name from sqlite_master where type = 'table'").all();
  const rows = tables.map(({ name }) => [
    String(name),
    database.prepare(`select count(*) as rows from "${name}"`).get()?.rows,
  ]);
  database.close();
  return Object.fromEntries(rows);
}

/** Rows that SQLite finds in a copy of the files, whose own log stays as it was left. */
function committedIn(stage: string): Record<string, unknown> {
  const copy = mkdtempSync(join(directory, "copy-"));
  cpSync(stage, copy, { recursive: true });
  return rowsIn(join(copy, "furrow.db"));
}

const suffixes = ["", "-wal", "-shm", "-journal"];

/**
 * Runs a first start and copies the database files before each statement that finds them changed.
 * A copy is what a process leaves that is killed at that moment.
 */
async function stagesOfFirstStart() {
  const dataDirectory = mkdtempSync(join(directory, "undisturbed-"));
  const file = join(dataDirectory, "furrow.db");
  const stages: string[] = [];
  let former = "";
  const keepStage = () => {
    const files = suffixes.filter((suffix) => existsSync(file + suffix));
    const states = files.map((suffix) => {
      const { size, mtimeNs } = statSync(file + suffix, { bigint: true });
      return suffix === "-shm" ? suffix : `${suffix} ${size} ${mtimeNs}`;
    });
    if (files.length === 0 || states.join() === former) return;
    former = states.join();
    const stage = mkdtempSync(join(directory, "stage-"));
    for (const suffix of files) copyFileSync(file + suffix, join(stage, `furrow.db${suffix}`));
    stages.push(stage);
  };
  const { exec } = DatabaseSync.prototype;
  const { run, all } = StatementSync.prototype;
  DatabaseSync.prototype.exec = function (...values) {
    keepStage();
    return exec.apply(this, values);
  };
  StatementSync.prototype.run = function (...values: unknown[]) {
    keepStage();
    return Reflect.apply(run, this, values);
  };
  StatementSync.prototype.all = function (...values: unknown[]) {
    keepStage();
    return Reflect.apply(all, this, values);
  };
  try {
    return { undisturbed: await startIn(dataDirectory), stages };
  } finally {
    DatabaseSync.prototype.exec = exec;
    StatementSync.prototype.run = run;
    StatementSync.prototype.all = all;
  }
}

test("a first start that is killed at any moment is completed by the next start", {
  timeout: scaled(120_000),
}, async () => {
  const { undisturbed, stages } = whole;
  const sizes = stages.map((stage) => statSync(join(stage, "furrow.db")).size);
  // The empty file, the file with a header but without tables, and states after migrations.
  expect(sizes[0]).toBe(0);
  expect(sizes.some((size) => size > 0)).toBe(true);
  // Most of the stages lie within one transaction and differ only in what is not committed.
  const different = new Map(
    stages.map((stage, at) => [JSON.stringify([sizes[at] === 0, committedIn(stage)]), stage]),
  );
  expect(different.size).toBeGreaterThan(5);
  const all = [...different.values()];
  const step = releaseTests.run ? 1 : 3;
  for (const stage of all.filter((_, at) => at % step === 0 || at === all.length - 1)) {
    const { rows } = await startIn(stage);
    expect([stage, rows]).toEqual([stage, undisturbed.rows]);
  }
});

test("an empty file with the leftovers of a log becomes a new site, and the log says so", {
  timeout: scaled(60_000),
}, async () => {
  const logs = whole.stages
    .map((stage) => join(stage, "furrow.db-wal"))
    .filter((file) => existsSync(file));
  const log = logs.map((file) => readFileSync(file)).find(({ length }) => length > 0) ?? "";
  expect(log).not.toBe("");
  for (const leftovers of [{ "-wal": "", "-shm": "", "-journal": "" }, { "-wal": log }]) {
    const place = mkdtempSync(join(directory, "empty-"));
    for (const [suffix, bytes] of Object.entries({ "": "", ...leftovers })) {
      writeFileSync(join(place, `furrow.db${suffix}`), bytes);
    }
    const first = await startIn(place);
    expect(first.rows.content_records).toBeGreaterThan(0);
    expect(first.log).toContain("the database file is empty: a new site begins");
    expect(await startIn(place)).toEqual({ rows: first.rows, log: "" });
  }
});
