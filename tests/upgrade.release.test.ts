import { type ChildProcess, execFile, spawn } from "node:child_process";
import { createHash, generateKeyPairSync } from "node:crypto";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { filesIn } from "../scripts/package/packed-files.ts";
import { publicLine, writeSums } from "../scripts/package/sign-sums.ts";
import { writeArchive } from "../scripts/package/write-archive.ts";
import { findFreePort } from "./support/servers/free-port.ts";
import { scaled } from "./support/time-limits.ts";

const { privateKey: key } = generateKeyPairSync("ed25519");
let directory: string;
let home: string;
let port: number;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "furrow-up-"));
  home = join(directory, "home");
  port = await findFreePort();
  mkdirSync(join(home, "versions"), { recursive: true });
  cpSync("scripts/package/furrow", join(home, "furrow"));
  // Links the repository's native libraries, because versions look for libraries in this folder.
  symlinkSync(resolve("node_modules"), join(home, "node_modules"));
  makeVersion(join(home, "versions"), "1.0.0", () => {});
  writeFileSync(join(home, "current"), "1.0.0\n");
  writeFileSync(join(home, ".env"), `PORT=${port}\nLOG_LEVEL=silent\n`);
});
afterAll(async () => {
  for (const pid of servers()) process.kill(pid, "SIGKILL");
  await sleep(100);
  rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

/** The built program as a version of a package. Its runtime is a script that starts this Node. */
function makeVersion(versions: string, version: string, patch: (assets: string) => void): void {
  const folder = join(versions, version);
  mkdirSync(join(folder, "bin"), { recursive: true });
  writeFileSync(join(folder, "bin/node"), `#!/bin/sh\nexec ${process.execPath} "$@"\n`);
  chmodSync(join(folder, "bin/node"), 0o755);
  cpSync("build/server", join(folder, "build/server"), { recursive: true });
  cpSync("build/client", join(folder, "build/client"), { recursive: true });
  const platform = { os: process.platform, cpu: process.arch };
  const about = { name: "furrow", version, type: "module", platform };
  writeFileSync(join(folder, "package.json"), JSON.stringify(about));
  writeFileSync(join(folder, "signing-keys"), `${publicLine(key)}\n`);
  patch(join(folder, "build/server/assets"));
}

async function makePackage(version: string, patch: (assets: string) => void): Promise<string> {
  const name = `furrow-${version}`;
  const folder = join(directory, name);
  makeVersion(join(folder, "versions"), version, patch);
  const files = filesIn(folder, name, (path) => !path.includes("/compiled/")).map((file) => ({
    ...file,
    isProgram: file.path.endsWith("bin/node"),
  }));
  const archive = `${folder}.tar.gz`;
  await writeArchive(archive, files, { format: "tar.gz", timeSeconds: 1e9 });
  const hash = createHash("sha256").update(readFileSync(archive)).digest("hex");
  writeSums(directory, `${hash}  ${name}.tar.gz\n`, key);
  rmSync(folder, { recursive: true });
  return archive;
}

function replaceIn(assets: string, from: string, to: string): void {
  const found = readdirSync(assets).filter((name) =>
    readFileSync(join(assets, name), "utf8").includes(from),
  );
  expect(found, from).toHaveLength(1);
  const path = join(assets, found[0] ?? "");
  writeFileSync(path, readFileSync(path, "utf8").replace(from, to));
}

function withMigration(assets: string): void {
  const added = `"9000-proof":{async up(db){await db.schema.createTable("proof").addColumn("id","integer",column=>column.primaryKey().notNull()).execute()}},`;
  replaceIn(assets, `"0140-backup-schedule":`, `${added}"0140-backup-schedule":`);
}

function changedAndNeverReady(assets: string): void {
  withMigration(assets);
  neverReady(assets);
}

function neverReady(assets: string): void {
  replaceIn(assets, "[`/readyz`,`/`]", "[`/readyz`,`/no-such-page`]");
}

const environment = { PATH: process.env.PATH };
const current = () => readFileSync(join(home, "current"), "utf8").trim();

/** Processes of versions in this test's folder. */
function servers(): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const words = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
        const cwd = readFileSync(`/proc/${pid}/environ`, "utf8").includes(`PWD=${home}\0`);
        return cwd && words.some((word) => word.includes("build/server/index.js"));
      } catch {
        return false;
      }
    })
    .map(Number);
}

function answers(path = "/"): Promise<boolean> {
  return new Promise((done) => {
    const request = get(`http://127.0.0.1:${port}${path}`, { agent: false }, (response) => {
      response.resume();
      response.once("end", () => done(response.statusCode === 200));
    });
    request.once("error", () => done(false));
  });
}

function start(): ChildProcess {
  return spawn(join(home, "furrow"), ["start"], { env: environment, stdio: "ignore" });
}

function upgrade(archive: string) {
  return new Promise<{ code: number | string; said: string }>((done) => {
    execFile(join(home, "furrow"), ["upgrade", archive], { env: environment }, (error, out, err) =>
      done({ code: error?.code ?? 0, said: out + err }),
    );
  });
}

async function underLoad<T>(work: Promise<T>) {
  const load = { isOn: true, requests: 0, failures: 0 };
  const running = (async () => {
    while (load.isOn) {
      if (!(await answers())) load.failures++;
      load.requests++;
    }
  })();
  const result = await work;
  load.isOn = false;
  await running;
  return { result, ...load };
}

test.runIf(process.platform === "linux")(
  "an upgrade under load fails no request, and a version that does not become ready is given up",
  {
    timeout: scaled(150_000),
  },
  async () => {
    start();
    await expect.poll(() => answers("/readyz"), { timeout: scaled(30_000) }).toBe(true);

    const second = await makePackage("2.0.0", () => {});
    const signature = join(directory, "SHA256SUMS.sig");
    renameSync(signature, `${signature}.aside`);
    const refused = await upgrade(second);
    expect(refused.said).toContain("There is no signature of");
    expect([refused.code, current()]).toEqual([1, "1.0.0"]);
    expect(readdirSync(join(home, "versions"))).toEqual(["1.0.0"]);
    renameSync(`${signature}.aside`, signature);

    const same = await underLoad(upgrade(second));
    expect(same.result.said).toContain("✓ Version 2.0.0 serves the site.");
    expect(same).toMatchObject({ result: { code: 0 }, failures: 0 });
    expect(current()).toBe("2.0.0");

    const broken = await underLoad(upgrade(await makePackage("3.0.0", neverReady)));
    expect(broken.result.said).toContain("the old version keeps running");
    expect(broken).toMatchObject({ result: { code: 1 }, failures: 0 });
    expect(current()).toBe("2.0.0");

    const changing = await upgrade(await makePackage("3.1.0", changedAndNeverReady));
    expect(changing.said).toContain("the old version keeps running");
    expect([changing.code, current()]).toEqual([1, "2.0.0"]);
    expect(await answers()).toBe(true);

    const changed = await underLoad(upgrade(await makePackage("4.0.0", withMigration)));
    expect(changed.result.said).toContain("✓ Version 4.0.0 serves the site.");
    expect(changed).toMatchObject({ result: { code: 0 }, failures: 0 });
    expect(readdirSync(join(home, "versions")).sort()).toEqual(["2.0.0", "4.0.0"]);
    await expect.poll(() => servers().length, { timeout: scaled(20_000) }).toBe(1);
    expect(readdirSync(join(home, "data"))).not.toContain("upgrade-trial");
  },
);
