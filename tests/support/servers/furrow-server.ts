import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { scaled } from "../time-limits.ts";
import { timed } from "../times.ts";
import { findFreePort } from "./free-port.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** Environment variables of the server. `{port}` in a value stands for the server's port. */
export type FurrowSettings = Readonly<Record<string, string>>;

/** What a client needs to know of a server. */
export interface FurrowSite {
  /** Origin of the site, such as `http://localhost:40123`. */
  readonly url: string;
  readonly adminEmail: string;
  readonly adminPassword: string;
}

export interface FurrowServer extends FurrowSite {
  readonly port: number;
  readonly pid: number;
  readonly dataDirectory: string;
  output(): string;
  /** Sends SIGTERM and removes the data. Throws if the exit code is not 0. */
  stop(): Promise<void>;
}

const admin = { email: "admin@furrow.example", password: "a long and rather dull password" };

/** Starts the production build as a process with a free port and its own data directory. */
export async function startFurrow(settings: FurrowSettings = {}): Promise<FurrowServer> {
  const dataDirectory = await mkdtemp(join(tmpdir(), "furrow-data-"));
  const port = await findFreePort();
  const child = spawnServer(port, dataDirectory, settings);
  const output = collectOutput(child);
  const url = `http://localhost:${port}`;
  const killAtExit = () => child.kill("SIGKILL");
  process.once("exit", killAtExit);

  async function stop(): Promise<void> {
    process.off("exit", killAtExit);
    const code = await end(child);
    await rm(dataDirectory, { recursive: true, force: true });
    if (code !== 0) throw new Error(`The server ended with ${code}. It said:\n${output()}`);
  }

  try {
    await timed("server start", () => untilReady(url, child));
  } catch (cause) {
    await stop().catch(() => {});
    throw new Error(`The server did not become ready. It said:\n${output()}`, { cause });
  }
  return {
    url,
    port,
    pid: child.pid ?? 0,
    adminEmail: admin.email,
    adminPassword: admin.password,
    dataDirectory,
    output,
    stop,
  };
}

/**
 * Spawns the process of `npm start`. The caller must wait until the server is ready, and stop it.
 */
export function spawnServer(
  port: number,
  dataDirectory: string,
  settings: FurrowSettings = {},
): ChildProcess {
  const named = { PORT: String(port), DATA_DIR: dataDirectory, NODE_ENV: "production" };
  const asStarted = { MALLOC_ARENA_MAX: "1" };
  const person = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password };
  const quiet = {
    RATE_LIMIT_FACTOR: "1000",
    LOG_LEVEL: "warn",
    ALLOW_PRIVATE_MAIL_SERVER: "yes",
  };
  const given = Object.entries(settings).map(([name, value]) => [
    name,
    value.replaceAll("{port}", String(port)),
  ]);
  return spawn(process.execPath, [join(root, "build/server/index.js")], {
    // Runs outside the checkout and without the caller's environment, so that a developer's
    // settings do not affect tests.
    cwd: dataDirectory,
    env: {
      PATH: process.env.PATH,
      ...asStarted,
      ...named,
      ...person,
      ...quiet,
      ...Object.fromEntries(given),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

function collectOutput(child: ChildProcess): () => string {
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (part: string) => {
      text = `${text}${part}`.slice(-100_000);
    });
  }
  return () => text;
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + scaled(30_000);
  while (child.exitCode === null && child.signalCode === null && Date.now() < deadline) {
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.ok) return;
    await sleep(30);
  }
  throw new Error(child.exitCode === null ? "It took too long." : "It ended at once.");
}

/** Sends SIGTERM; resolves to the exit code or to the signal that ended the process. */
async function end(child: ChildProcess): Promise<number | string> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    const kill = setTimeout(() => child.kill("SIGKILL"), 15_000);
    await ended;
    clearTimeout(kill);
  }
  return child.exitCode ?? child.signalCode ?? "nothing";
}
