// `npm run prove-package -- --package FILE`: proves a package for Linux in a Debian root of base
// packages alone, without Node, npm and network: setup, start, an order, a payment, upgrades,
// twenty kills of an upgrade, restore and the move to PostgreSQL. Needs root, and mmdebstrap or a
// directory given with `--root`. Prints one line for each fact, and exits with 1 as soon as a
// fact does not hold.

import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { createHash, generateKeyPairSync } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { startPostgresCluster } from "../../tests/support/databases/postgres-cluster.ts";
import { filesIn } from "./packed-files.ts";
import { publicLine, writeSums } from "./sign-sums.ts";
import { writeArchive } from "./write-archive.ts";

const { values } = parseArgs({
  options: {
    package: { type: "string" },
    root: { type: "string" },
    kills: { type: "string", default: "20" },
    inside: { type: "boolean", default: false },
  },
});
const file = resolve(values.package ?? "");
if (!existsSync(file)) throw new Error("Name a package: --package furrow-…-linux-x64.tar.gz");
const root = resolve(values.root ?? mkdtempSync(join(tmpdir(), "furrow-root-")));

/** Runs this script again without network. When this second run ends, its processes end too. */
function runInNamespace(): void {
  if (!existsSync(join(root, "bin/sh"))) {
    console.log("Making a Debian root of base packages…");
    execFileSync("mmdebstrap", ["--variant=minbase", "--quiet", "bookworm", root], {
      stdio: "inherit",
    });
  }
  const script = fileURLToPath(import.meta.url);
  const args = ["--package", file, "--root", root, "--kills", values.kills, "--inside"];
  const namespace = ["--net", "--pid", "--mount", "--fork", "--kill-child", "--mount-proc"];
  const { status } = spawnSync("unshare", [...namespace, process.execPath, script, ...args], {
    stdio: "inherit",
  });
  process.exitCode = status ?? 1;
}

function fact(holds: boolean, sentence: string): void {
  console.log(`${holds ? "✓" : "✗"} ${sentence}`);
  if (!holds) {
    killAll();
    process.exit(1);
  }
}

// ---- The root ----

function inRoot(command: string, args: readonly string[], options: object = {}) {
  const environment = { PATH: "/usr/bin:/bin:/usr/sbin:/sbin", HOME: "/root" };
  return spawnSync("chroot", [root, command, ...args], {
    encoding: "utf8",
    env: environment,
    ...options,
  });
}

/** Processes whose root directory is the Debian root; all of them belong to Furrow. */
function processesInRoot(): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/root`) === root;
      } catch {
        return false;
      }
    })
    .map(Number);
}

function killAll(signal: "SIGKILL" | "SIGTERM" = "SIGKILL"): void {
  for (const pid of processesInRoot()) {
    try {
      process.kill(pid, signal);
    } catch {
      // The process has ended meanwhile.
    }
  }
}

async function allEnded(): Promise<void> {
  while (processesInRoot().length > 0) await sleep(20);
}

async function stopAll(): Promise<void> {
  killAll("SIGTERM");
  await allEnded();
}

// ---- Builds to upgrade to ----

type Patch = (assets: string) => void;

/** Signs the packages of this proof. The given package cannot know the key. */
const { privateKey: key } = generateKeyPairSync("ed25519");
let sums = "";

function trustKey(version: string): void {
  writeFileSync(join(version, "signing-keys"), `${publicLine(key)}\n`, { flag: "a" });
}

/** A package of another version, made from the given package. */
async function build(version: string, patch: Patch): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "furrow-build-"));
  execFileSync("tar", ["xzf", file, "-C", folder]);
  const [former = ""] = readdirSync(folder);
  const versions = join(folder, former, "versions");
  const [formerVersion = ""] = readdirSync(versions);
  renameSync(join(versions, formerVersion), join(versions, version));
  const about = join(versions, version, "package.json");
  writeFileSync(about, readFileSync(about, "utf8").replace(`"${formerVersion}"`, `"${version}"`));
  writeFileSync(join(folder, former, "current"), `${version}\n`);
  trustKey(join(versions, version));
  patch(join(versions, version, "build/server/assets"));
  const name = former.replace(formerVersion, version);
  const files = filesIn(join(folder, former), name).map((each) => ({
    ...each,
    isProgram: /\/(furrow|bin\/node)$/.test(each.path),
  }));
  const archive = `/opt/packages/${name}.tar.gz`;
  mkdirSync(join(root, "opt/packages"), { recursive: true });
  await writeArchive(join(root, archive), files, { format: "tar.gz", timeSeconds: 1_700_000_000 });
  const hash = createHash("sha256")
    .update(readFileSync(join(root, archive)))
    .digest("hex");
  sums += `${hash}  ${name}.tar.gz\n`;
  writeSums(join(root, "opt/packages"), sums, key);
  rmSync(folder, { recursive: true });
  return archive;
}

function replaceIn(assets: string, from: string, to: string): void {
  const found = readdirSync(assets).filter((name) =>
    readFileSync(join(assets, name), "utf8").includes(from),
  );
  if (found.length !== 1) throw new Error(`${from} is in ${found.length} files of the build.`);
  const path = join(assets, found[0] ?? "");
  writeFileSync(path, readFileSync(path, "utf8").replace(from, to));
}

const withMigration: Patch = (assets) =>
  replaceIn(
    assets,
    `"0140-backup-schedule":{`,
    `"9000-proof":{async up(db){await db.schema.createTable("proof").addColumn("id","integer",column=>column.primaryKey().notNull()).execute()}},"0140-backup-schedule":{`,
  );
const neverReady: Patch = (assets) => {
  withMigration(assets);
  replaceIn(assets, "[`/readyz`,`/`]", "[`/readyz`,`/no-such-page`]");
};

// ---- The site ----

const home = "/opt/furrow";
const port = 3000;
const url = `http://localhost:${port}`;
let log = "";

function startSite(settings: NodeJS.ProcessEnv = {}): ChildProcess {
  const env = { PATH: "/usr/sbin:/usr/bin:/bin", RATE_LIMIT_FACTOR: "1000", ...settings };
  const child = spawn("chroot", [root, `${home}/furrow`, "start"], { env });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      log += text;
    });
  }
  return child;
}

/** Milliseconds until the first byte of the start page. */
async function firstAnswer(begin: () => unknown, address = `${url}/`): Promise<number> {
  const startedAt = performance.now();
  begin();
  while (!(await answers(address))) {
    if (performance.now() - startedAt > 60_000) {
      fact(false, `the site answers within a minute; its log:\n${log.slice(-3000)}`);
    }
    await sleep(2);
  }
  return performance.now() - startedAt;
}

function answers(address: string): Promise<boolean> {
  return new Promise((done) => {
    const request = get(address, { agent: false }, (response) => {
      response.resume();
      response.once("end", () => done(response.statusCode === 200));
    });
    request.once("error", () => done(false));
  });
}

class Client {
  #cookie = "";

  async send(method: string, path: string, body?: object | URLSearchParams): Promise<Response> {
    const isForm = body instanceof URLSearchParams;
    const answer = await fetch(new URL(path, url), {
      method,
      redirect: "manual",
      headers: {
        origin: url,
        cookie: this.#cookie,
        connection: "close",
        ...(body === undefined || isForm ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    const cookies = answer.headers.getSetCookie().map((line) => line.split(";")[0]);
    if (cookies.length > 0) this.#cookie = cookies.join("; ");
    return answer;
  }

  async json<T>(method: string, path: string, body?: object): Promise<T> {
    const answer = await this.send(method, path, body);
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  }

  async placeOrder(): Promise<string> {
    const order = {
      packageName: "Basic",
      customerName: "Ada",
      customerAddress: "1 Long Acre",
      customerCountry: "Norway",
    };
    return String((await this.json<{ _id: string }>("POST", "/api/new-order", order))._id);
  }

  async orderIds(): Promise<Set<string>> {
    const orders = await this.json<{ _id: string }[]>("GET", "/api/orders");
    return new Set(orders.map(({ _id }) => _id));
  }
}

/** Requests one after the other, each on a new connection. */
function load() {
  const state = { isOn: true, requests: 0, failures: 0, longestMs: 0 };
  const running = (async () => {
    while (state.isOn) {
      const startedAt = performance.now();
      if (!(await answers(`${url}/`))) state.failures++;
      state.requests++;
      state.longestMs = Math.max(state.longestMs, performance.now() - startedAt);
    }
  })();
  return async () => {
    state.isOn = false;
    await running;
    return `${state.requests} requests, ${state.failures} failed, the longest took ${Math.round(state.longestMs)} ms`;
  };
}

function upgrade(archive: string) {
  const child = spawn("chroot", [root, `${home}/furrow`, "upgrade", archive], {
    env: { PATH: "/usr/sbin:/usr/bin:/bin" },
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
  }
  let isOver = false;
  const ended = new Promise<{ code: number | null; said: string }>((done) =>
    child.once("close", (code) => {
      isOver = true;
      done({ code, said });
    }),
  );
  const saysLine = async (line: string) => {
    while (!said.includes(line) && !isOver) await sleep(1);
  };
  return {
    ended,
    saysLine,
    hasSaid: (line: string) => said.includes(line),
    isOver: () => isOver,
  };
}

const current = () => readFileSync(join(root, home, "current"), "utf8").trim();

function proportionalMegabytes(pid: number): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1]) / 1000;
}

async function prove(): Promise<void> {
  execFileSync("ip", ["link", "set", "lo", "up"]);
  mkdirSync(join(root, "dev"), { recursive: true });
  const devices = ["null", "urandom", "random"];
  for (const device of devices) {
    const target = join(root, "dev", device);
    if (!existsSync(target)) writeFileSync(target, "");
    execFileSync("mount", ["--bind", `/dev/${device}`, target]);
  }
  // Writes this file as the installer of a system does, because no package contains the file.
  writeFileSync(join(root, "etc/hosts"), "127.0.0.1 localhost\n::1 localhost\n");
  execFileSync("mount", ["-t", "proc", "proc", join(root, "proc")]);
  fact(
    inRoot("/bin/sh", ["-c", "command -v node npm"]).status !== 0,
    "the root has no Node and no npm",
  );
  const packages = inRoot("dpkg-query", ["-W", "-f", "x"]).stdout.length;
  console.log(`  The root has ${packages} Debian packages, and no network but its own.`);

  rmSync(join(root, "opt/packages"), { recursive: true, force: true });
  rmSync(join(root, home), { recursive: true, force: true });
  mkdirSync(join(root, "opt/packages"), { recursive: true });
  cpSync(file, join(root, "opt/packages", basename(file)));
  inRoot("tar", ["xzf", `/opt/packages/${basename(file)}`, "-C", "/opt"]);
  renameSync(join(root, "opt", basename(file).replace(".tar.gz", "")), join(root, home));
  const first = current();
  trustKey(join(root, home, "versions", first));
  fact(
    inRoot(`${home}/furrow`, ["--version"]).stdout === `${first}\n`,
    `furrow --version prints ${first}`,
  );

  const answersGiven = ["--yes", "--port", String(port), "--owner-email", "owner@example.com"];
  const setup = inRoot(`${home}/furrow`, ["setup", ...answersGiven]);
  const link = /once: (\S+)/.exec(setup.stdout)?.[1];
  fact(
    setup.status === 0 && link !== undefined,
    "setup without a terminal prints the link for the first admin",
  );
  fact(inRoot(`${home}/furrow`, ["doctor"]).status === 0, "the doctor finds nothing wrong");

  console.log(
    `  First answer of the first start, which creates the site: ${Math.round(await firstAnswer(startSite))} ms.`,
  );
  const form = new URLSearchParams({
    email: "owner@example.com",
    password: "a long and rather dull password",
  });
  const owner = new Client();
  const admin = await owner.send(
    "POST",
    new URL(link ?? url).pathname + new URL(link ?? url).search,
    form,
  );
  fact(admin.status === 302 || admin.status === 303, "the link sets up the first admin");

  const customer = new Client();
  await customer.json("POST", "/api/auth/sign-up/email", {
    email: "ada@example.com",
    password: "hedgerow and barley",
  });
  const paid = await payInSandbox(customer);
  fact(await becomesPaid(customer, paid), "an order is placed and paid in the sandbox");

  await measureStart();

  const second = await build("90.0.0", () => {});
  const third = await build("91.0.0", withMigration);
  const broken = await build("92.0.0", neverReady);

  let stopLoad = load();
  const upgraded = await upgrade(second).ended;
  fact(
    upgraded.code === 0 && current() === "90.0.0",
    `an upgrade to a build with the same data succeeds under load: ${await stopLoad()}`,
  );
  fact((await customer.orderIds()).has(paid), "the order is there after the upgrade");

  stopLoad = load();
  const failed = await upgrade(broken).ended;
  fact(
    failed.code === 1 && current() === "90.0.0",
    `a version that changes the data and is not ready is given up, and the old one starts again: ${await stopLoad()}`,
  );
  fact((await customer.orderIds()).has(paid), "the order is there after going back");
  await customer.placeOrder();

  await stopAll();
  await killUpgrades(third, customer);

  await firstAnswer(startSite);
  stopLoad = load();
  const migrated = await upgrade(third).ended;
  fact(
    migrated.code === 0 && current() === "91.0.0",
    `an upgrade to a build that changes the data succeeds under load: ${await stopLoad()}`,
  );
  if (migrated.code !== 0) console.log(migrated.said);
  const orders = await customer.orderIds();

  const backup = inRoot(`${home}/furrow`, ["backup"]);
  const made = /^(\S+\.db) /m.exec(backup.stdout)?.[1] ?? "";
  fact(backup.status === 0, "a backup of the running site is made");
  await stopAll();
  fact(inRoot(`${home}/furrow`, ["check-ledger"]).status === 0, "the ledger is right");
  renameSync(join(root, home, "data/furrow.db"), join(root, home, "data/furrow.db.aside"));
  fact(inRoot(`${home}/furrow`, ["restore", made]).status === 0, "the backup is restored");
  await firstAnswer(startSite);
  fact(
    isSuperset(await customer.orderIds(), orders),
    `all ${orders.size} orders are in the restored site`,
  );
  await stopAll();
  await runAsInContainer();
  await moveToPostgres(customer, orders);
  console.log("Proved.");
  process.exit(0);
}

const isSuperset = (all: Set<string>, some: Iterable<string>) =>
  [...some].every((id) => all.has(id));

async function payInSandbox(customer: Client): Promise<string> {
  const id = await customer.placeOrder();
  const start = await customer.send("POST", `/pay-now/${id}`, new URLSearchParams());
  const page = await start.text();

  const action = /action="([^"]*sandbox[^"]*)"/.exec(page)?.[1] ?? "";
  const fields = new URLSearchParams();
  for (const [, name = "", value = ""] of page.matchAll(
    /<input type="hidden" name="([^"]+)" value="([^"]*)"/g,
  )) {
    fields.set(
      name,
      value.replaceAll("&amp;", "&").replaceAll("&quot;", '"').replaceAll("&#x27;", "'"),
    );
  }
  fields.set("cmd", "_sandbox-pay");
  fields.set("action", "pay");
  fields.set("outcome", "completed");
  await customer.send("POST", action, fields);
  return id;
}

async function becomesPaid(customer: Client, id: string): Promise<boolean> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const orders = await customer.json<{ _id: string; paymentStatus: string }[]>(
      "GET",
      "/api/orders",
    );
    if (orders.find((order) => order._id === id)?.paymentStatus === "Paid") return true;
    await sleep(100);
  }
  return false;
}

/**
 * Switches scheduled backups off, because the first backup is due at once and would be measured
 * too.
 */
const atRest = { BACKUP_EVERY: "" };

/** Compares the first answer and the memory with a bare server on the same runtime. */
async function measureStart(): Promise<void> {
  const furrow: number[] = [];
  const bare: number[] = [];
  const node = join(root, home, "versions", current(), "bin/node");
  const body = Buffer.from(await (await fetch(`${url}/`)).bytes()).toString("base64");
  await stopAll();
  const answerFile = join(tmpdir(), `answer-${process.pid}.json`);
  writeFileSync(answerFile, JSON.stringify({ headers: ["content-type", "text/html"], body }));
  const baseline = fileURLToPath(new URL("../../bench/baselines/first-page.cjs", import.meta.url));
  for (let run = 0; run < 5; run++) {
    furrow.push(await firstAnswer(() => startSite(atRest)));
    await stopAll();
    const barePort = await freePort();
    let child: ChildProcess | undefined;
    bare.push(
      await firstAnswer(() => {
        child = spawn(node, [baseline, answerFile, String(barePort)], { stdio: "ignore" });
      }, `http://127.0.0.1:${barePort}/`),
    );
    child?.kill("SIGKILL");
  }
  const median = (times: number[]) => Math.round(times.toSorted((a, b) => a - b)[2] ?? 0);
  console.log(
    `  First answer of an existing site: ${median(furrow)} ms, of a bare server ${median(bare)} ms (medians of 5).`,
  );
  await firstAnswer(() => startSite(atRest));
  await sleep(5000);
  const memoryOfAll = () =>
    processesInRoot().reduce((sum, pid) => sum + proportionalMegabytes(pid), 0);
  const atFirst = memoryOfAll();
  for (let request = 0; request < 1000; request++) await answers(`${url}/`);
  await sleep(5000);
  const alone = memoryOfAll();
  const barePort = await freePort();
  const child = spawn(node, [baseline, answerFile, String(barePort)], { stdio: "ignore" });
  await firstAnswer(() => {}, `http://127.0.0.1:${barePort}/`);
  const beside = memoryOfAll();
  const bareMemory = proportionalMegabytes(child.pid ?? 0);
  child.kill("SIGKILL");
  console.log(
    `  Memory of all ${processesInRoot().length} process(es) at rest after the start: ${atFirst.toFixed(0)} MB alone. After a thousand requests: ${alone.toFixed(0)} MB alone; ${beside.toFixed(0)} MB beside a bare server of ${bareMemory.toFixed(0)} MB, which shares the pages of the runtime.`,
  );
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port: free } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return free;
}

/** The line of `furrow upgrade` after which the new version starts beside the old one. */
const handOverLine = "changed a copy of the data";

/**
 * Kills all processes at evenly spaced times of an upgrade that changes the data. Half of the kills
 * hit the preparation, the other half hit the handing over, which is much shorter.
 */
async function killUpgrades(archive: string, customer: Client): Promise<void> {
  const kills = Number(values.kills);
  const snapshot = join(root, "opt/snapshot");
  cpSync(join(root, home), snapshot, { recursive: true });
  const reset = () => {
    rmSync(join(root, home), { recursive: true });
    cpSync(snapshot, join(root, home), { recursive: true });
  };
  const begin = async () => {
    await firstAnswer(startSite);
    const acknowledged = new Set<string>();
    let isOn = true;
    const running = (async () => {
      while (isOn) {
        await customer.placeOrder().then(
          (id) => acknowledged.add(id),
          () => sleep(5),
        );
        await sleep(5);
      }
    })();
    const end = async () => {
      isOn = false;
      await running;
      return acknowledged;
    };
    return { end };
  };
  const dry = await begin();
  const startedAt = performance.now();
  const run = upgrade(archive);
  await run.saysLine(handOverLine);
  let preparation = performance.now() - startedAt;
  await run.ended;
  let handingOver = performance.now() - startedAt - preparation;
  await dry.end();
  await stopAll();
  console.log(
    `  The upgrade to kill takes ${Math.round(preparation)} ms to prepare and ${Math.round(handingOver)} ms to hand over.`,
  );
  const outcomes: Record<string, number> = {};
  const half = Math.ceil(kills / 2);
  for (let kill = 1; kill <= kills; kill++) {
    reset();
    const writing = await begin();
    const killed = upgrade(archive);
    const isPreparing = kill <= half;
    if (!isPreparing) await killed.saysLine(handOverLine);
    const begunAt = performance.now();
    const isPast = () => (isPreparing ? killed.hasSaid(handOverLine) : killed.isOver());
    // The last kill of each half comes shortly before the end of that half.
    const ms = isPreparing
      ? (preparation * kill) / (half + 1)
      : (handingOver * (kill - half)) / (kills - half + 1);
    while (performance.now() < begunAt + ms && !isPast()) await sleep(1);
    if (isPast()) {
      // This half ended before the kill, because the machine is less busy than when the half was
      // timed. Stores the new duration, and repeats the kill.
      if (isPreparing) preparation = performance.now() - begunAt;
      else handingOver = performance.now() - begunAt;
      kill--;
      const { code, said } = await killed.ended;
      if (code !== 0) fact(false, `an upgrade succeeds without a kill; it said:\n${said}`);
      await writing.end();
      await stopAll();
      continue;
    }
    const place = `${Math.round(ms)} ms after ${isPreparing ? "its begin" : "the preparation"}`;
    killAll();
    await allEnded();
    const acknowledged = await writing.end();
    const version = current();
    await firstAnswer(startSite);
    const found = await customer.orderIds();
    await stopAll();
    const ledger = inRoot(`${home}/furrow`, ["check-ledger"]).status;
    outcomes[version] = (outcomes[version] ?? 0) + 1;
    const isWhole = isSuperset(found, acknowledged) && ledger === 0;
    if (!isWhole) fact(false, `kill ${kill}, ${place}, loses nothing`);
    console.log(
      `  Kill ${kill}, ${place}: version ${version} starts, all ${acknowledged.size} acknowledged orders are there.`,
    );
  }
  const found = Object.entries(outcomes).map(([version, count]) => `${version} ${count} times`);
  fact(
    true,
    `after ${kills} kills of an upgrade nothing is lost; started afterwards: ${found.join(", ")}`,
  );
  reset();
  rmSync(snapshot, { recursive: true });
}

/** Runs as in a container: as a user without rights, on a read-only root, with a data folder. */
async function runAsInContainer(): Promise<void> {
  const data = join(root, "data");
  mkdirSync(data, { recursive: true });
  execFileSync("chown", ["10001:10001", data]);
  execFileSync("chmod", ["700", data]);
  renameSync(join(root, home, ".env"), join(root, home, ".env.aside"));
  execFileSync("mount", ["--rbind", root, root]);
  execFileSync("mount", ["--bind", data, data]);
  execFileSync("mount", ["-o", "remount,bind,ro", root]);
  const environment = { PATH: "/usr/sbin:/usr/bin:/bin", DATA_DIR: "/data", BACKUP_DIR: "" };
  const user = ["--userspec=10001:10001", root, `${home}/furrow`];
  const readyIn = await firstAnswer(() =>
    spawn("chroot", [...user, "start"], { env: environment }),
  );
  const ready = spawnSync("chroot", [...user, "ready"], { env: environment });
  fact(
    ready.status === 0,
    `the site runs as a user without rights on a read-only file system (${Math.round(readyIn)} ms), and “furrow ready” exits with 0`,
  );
  const startedAt = performance.now();
  await stopAll();
  const stoppedIn = performance.now() - startedAt;
  fact(stoppedIn < 10_000, `it stops in ${Math.round(stoppedIn)} ms`);
  execFileSync("mount", ["-o", "remount,bind,rw", root]);
  renameSync(join(root, home, ".env.aside"), join(root, home, ".env"));
}

async function moveToPostgres(customer: Client, orders: Set<string>): Promise<void> {
  process.env.TMPDIR = join(root, "tmp");
  const cluster = await startPostgresCluster();
  if (cluster === null)
    return console.log("  This machine has no PostgreSQL, so the move was not tried.");
  try {
    const address = cluster.urlOf("postgres").replaceAll(encodeURIComponent(root), "");
    const moved = inRoot(`${home}/furrow`, ["move-database", "--to", address]);
    fact(moved.status === 0, "the site moves to PostgreSQL");
    const secret = readFileSync(join(root, home, "data/secret"), "utf8").trim();
    await firstAnswer(() => startSite({ DATABASE_URL: address, SECRET: secret }));
    fact(
      isSuperset(await customer.orderIds(), orders),
      "all orders are in PostgreSQL, and the customer is still signed in",
    );
    await stopAll();
  } finally {
    await cluster.stop();
  }
}

if (values.inside) await prove();
else runInNamespace();
