import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { scaled } from "../time-limits.ts";
import { findPostgresPrograms, type UserIds, unprivilegedUser } from "./postgres-programs.ts";

export interface PostgresCluster {
  /** Address of a database of the cluster. Everybody who can open the socket is a superuser. */
  urlOf(database: string): string;
  /** Stops the cluster as a crash would, and starts it again. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Settings for data that the run discards: no sync to disk, and no statistics but those that a test
 * gathers itself, because a plan must not depend on when autovacuum passed by.
 */
const quick = [
  "fsync=off",
  "synchronous_commit=off",
  "full_page_writes=off",
  "jit=off",
  "autovacuum=off",
];

/**
 * Settings with which acknowledged commits survive a crash of PostgreSQL, but not of the machine.
 */
export const crashSafe = ["fsync=off", "synchronous_commit=on"];

/**
 * A PostgreSQL for one test run, in a temporary directory. Programs reach it through a Unix socket
 * in this directory, so it needs no port and no password. Null if the machine has no PostgreSQL
 * programs.
 */
export async function startPostgresCluster(
  settings: readonly string[] = quick,
): Promise<PostgresCluster | null> {
  const programs = findPostgresPrograms();
  if (programs === null) return null;
  const user = unprivilegedUser();
  const directory = mkdtempSync(join(tmpdir(), "furrow-pg-"));
  if (user !== undefined) chownSync(directory, user.uid, user.gid);
  try {
    createCluster(programs, directory, user);
    return await run(programs, directory, user, settings);
  } catch (error) {
    rmSync(directory, { recursive: true, force: true });
    throw error;
  }
}

function createCluster(programs: string, directory: string, user: UserIds | undefined): void {
  const initdb = join(programs, "initdb");
  const help = execFileSync(initdb, ["--help"], { encoding: "utf8" });
  // A linguistic collation, as in most installations, so that tests fail if they rely on byte
  // order.
  const order = help.includes("--icu-locale") ? ["--locale-provider=icu", "--icu-locale=en"] : [];
  const settings = ["--username=postgres", "--auth=trust", "--encoding=UTF8", "--no-sync"];
  execFileSync(initdb, ["-D", join(directory, "data"), ...settings, "--locale=C", ...order], {
    cwd: directory,
    stdio: ["ignore", "ignore", "inherit"],
    ...user,
  });
}

async function run(
  programs: string,
  directory: string,
  user: UserIds | undefined,
  settings: readonly string[],
): Promise<PostgresCluster> {
  const all = [...settings, "listen_addresses=", `unix_socket_directories=${directory}`];
  const start = () =>
    spawn(
      join(programs, "postgres"),
      ["-D", join(directory, "data"), "-N", "400", ...all.flatMap((one) => ["-c", one])],
      { cwd: directory, stdio: ["ignore", "ignore", "pipe"], ...user },
    );
  let child = start();
  const removeAtExit = () => remove(child, directory);
  process.once("exit", removeAtExit);
  await accepting(child, directory);
  return {
    urlOf: (database) => `postgres://postgres@${encodeURIComponent(directory)}/${database}`,
    async restart() {
      await end(child);
      child = start();
      await accepting(child, directory);
    },
    async stop() {
      process.off("exit", removeAtExit);
      await end(child);
      remove(child, directory);
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  const ended = child.exitCode === null ? once(child, "exit") : undefined;
  child.kill("SIGQUIT");
  await ended;
}

/** Resolves when the server accepts connections; throws its output if it exits instead. */
async function accepting(child: ChildProcess, directory: string): Promise<void> {
  let said = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    said = `${said}${text}`.slice(-4000);
  });
  const deadline = Date.now() + scaled(30_000);
  while (!/ready to accept connections/.test(said)) {
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill("SIGQUIT");
      throw new Error(`PostgreSQL did not start in ${directory}. It said:\n${said}`);
    }
    await sleep(20);
  }
}

function remove(child: ChildProcess, directory: string): void {
  if (child.exitCode === null) child.kill("SIGQUIT");
  for (let attempt = 1; existsSync(directory); attempt++) {
    try {
      rmSync(directory, { recursive: true, force: true });
    } catch (error) {
      // The exiting server may still be writing files. At process exit, only a synchronous wait
      // works.
      if (attempt === 100) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
    }
  }
}
