import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openFileStore, patternBytes } from "../../tests/support/orders/private-files.ts";
import { runFurrow } from "../../tests/support/run-furrow.ts";
import { openS3Server, type S3Server, s3Secret } from "../../tests/support/servers/s3-server.ts";
import { scaled } from "../../tests/support/time-limits.ts";
import { openDatabase } from "../platform/database/database.ts";
import { prepareDatabase } from "../server/open-database.ts";

let s3: S3Server;
let elsewhere: string;
beforeAll(async () => {
  s3 = await openS3Server();
  elsewhere = await mkdtemp(join(tmpdir(), "furrow-files-"));
});
afterAll(async () => {
  await s3.close();
  await rm(elsewhere, { recursive: true, force: true });
});

/** Runs the command in a process of its own, and kills it once it prints a text. */
async function kill(settings: Readonly<Record<string, string>>, killAt: string) {
  const program = fileURLToPath(new URL("furrow.ts", import.meta.url));
  const child = spawn(process.execPath, [program, "move-files", "--to", "bucket"], {
    cwd: elsewhere,
    env: { PATH: process.env.PATH, ...settings },
  });
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    said += text;
    if (said.includes(killAt)) child.kill("SIGKILL");
  });
  await once(child, "close");
  return child.exitCode;
}

test("npm run move-files completes a move that was killed, and backup and restore report the moved files", {
  timeout: scaled(240_000),
}, async () => {
  const site = await mkdtemp(join(elsewhere, "site-"));
  const database = openDatabase({ engine: "sqlite", file: join(site, "furrow.db") });
  await prepareDatabase(database);
  const before = openFileStore(database);
  for (const name of ["a.pdf", "b.pdf", "c.pdf"]) await before.keep(patternBytes(1_500_000), name);
  const settings = { DATA_DIR: site, FILES_URL: s3.url };
  const store = openFileStore(database, s3.url);

  const aside = await runFurrow(["move-files", "--to", "aside"], settings);
  expect(aside.said).toContain("Say where to: npm run move-files -- --to bucket");
  const unset = await runFurrow(["move-files", "--to", "bucket"], { DATA_DIR: site });
  expect([unset.code, unset.said]).toEqual([1, expect.stringContaining("FILES_URL is not set")]);

  expect(await kill(settings, "a.pdf (1.5 MB)")).toBe(null);
  const { said, code } = await runFurrow(["move-files", "--to", "bucket"], settings);
  expect(said).not.toContain("a.pdf");
  expect(said).toMatch(/^c\.pdf \(1\.5 MB\)$/m);
  expect(said).toContain("Now 3 files are in the bucket.\n");
  expect(code).toBe(0);
  // An hour later, no upload of the killed process can still run, so its objects may be deleted.
  store.time.now = Date.now() + 60 * 60_000;
  await store.cleanUp();
  expect(await store.counts()).toEqual({ files: 3, parts: 0, objects: 6 });
  expect([...s3.objects.keys()].sort()).toEqual(await store.keysOf());

  const made = await runFurrow(["backup"], settings);
  expect(made.said).toContain("Not in this backup: 3 files of orders (4.5 MB) in the bucket");
  const [name = ""] = await readdir(join(site, "backups"));
  const restore = async (place: string, more: Readonly<Record<string, string>>) => {
    const target = { DATA_DIR: join(elsewhere, place), ...more };
    return (await runFurrow(["restore", join(site, "backups", name)], target)).said;
  };
  const FILES_URL = s3.url;
  expect(await restore("one", { FILES_URL })).toContain("Checked: 3 files of orders in the bucket");
  expect(await restore("two", {})).toContain("✗ 3 files of orders are in a bucket and not in this");
  s3.objects.delete([...s3.objects.keys()][0] ?? "");
  const missing = await restore("three", { FILES_URL });
  expect(missing).toContain("✗ The bucket in FILES_URL does not have 1 of 3 files of orders");
  expect(missing).toContain("Restored into");
  s3.behave = () => [403, "InvalidAccessKeyId"];
  expect(await restore("four", { FILES_URL })).toContain("were not checked");
  const refused = await runFurrow(["move-files", "--to", "database"], settings);
  expect([refused.code, refused.said]).toEqual([
    1,
    expect.stringMatching(/^Not all files were moved\.\n.*Correct the key and the secret/),
  ]);
  expect(refused.said).not.toContain(s3Secret);
  await database.close();
});
