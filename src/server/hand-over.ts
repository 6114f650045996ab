import { type ChildProcess, spawn } from "node:child_process";
import type { Server } from "node:http";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { putBackDatabaseFile } from "../maintenance/upgrades/put-back.ts";
import type { Configuration } from "../platform/configuration.ts";
import { databaseAddress } from "../platform/database/database-address.ts";
import { reasonOf } from "../platform/errors.ts";
import type { Log } from "../platform/metrics/log.ts";
import type { ControlConnection } from "./control-socket.ts";
import type { Order, Progress } from "./take-over.ts";

/** Time for the new version to become ready, from its start. */
const readyMs = 60_000;

export interface HandOver {
  readonly configuration: Configuration;
  readonly log: Log;
  /** URL of this built program. */
  readonly program: URL;
  readonly server: Server;
  /** Lets running requests and jobs finish within a time limit, and closes the database. */
  quiesce(): Promise<void>;
  /** Ends this process after it has answered its last requests. */
  leave(): Promise<void>;
}

/**
 * Starts the new version beside this process, sends it the listening socket, and ends this process
 * when the new version answers. If the new version is not ready within a minute, this version
 * serves the site.
 */
export async function handOver(site: HandOver, connection: ControlConnection): Promise<void> {
  const request = await connection.next();
  if (request === undefined || !("handOverTo" in request)) return;
  const startedAt = Date.now();
  const successor = startBeside(request.handOverTo, "take-over");
  try {
    const loaded = await successor.reach("loaded", readyMs);
    if (loaded.needsMigration) {
      await migrateAndHandOver(site, connection, { successor, startedAt });
    } else {
      await handOverBeside(site, connection, { successor, startedAt });
    }
  } catch (error) {
    successor.kill();
    site.log.error({ err: error }, "the new version did not become ready; this version goes on");
    connection.send({ failure: reasonOf(error) });
  }
}

interface Attempt {
  readonly successor: Successor;
  readonly startedAt: number;
}

const timeLeft = ({ startedAt }: Attempt) => Math.max(0, startedAt + readyMs - Date.now());

/**
 * Without a migration both versions can use the data, so this version serves the site until the new
 * version does.
 */
async function handOverBeside(
  site: HandOver,
  connection: ControlConnection,
  attempt: Attempt,
): Promise<void> {
  const { successor } = attempt;
  connection.send({ step: "The new version starts beside the old one." });
  await successor.order("open");
  await successor.reach("ready", timeLeft(attempt));
  await switchTo("new", connection);
  await successor.order("listen", site.server);
  await successor.reach("listening", timeLeft(attempt));
  connection.send({ done: true });
  await site.leave();
}

/**
 * This version closes the database before the new version migrates the database. Meanwhile new
 * connections wait in the new version. If the new version fails, these connections end, and this
 * version starts again.
 */
async function migrateAndHandOver(
  site: HandOver,
  connection: ControlConnection,
  attempt: Attempt,
): Promise<void> {
  const { successor } = attempt;
  await switchTo("new", connection);
  connection.send({ step: "The new version changes the data; connections wait." });
  await successor.order("listen", site.server);
  await site.quiesce();
  try {
    await successor.order("open");
    await successor.reach("listening", timeLeft(attempt));
    connection.send({ done: true });
  } catch (error) {
    successor.kill();
    await successor.ended;
    site.log.error({ err: error }, "the new version did not become ready; going back");
    try {
      await comeBack(site, attempt);
      await switchTo("old", connection).catch(() => {});
      connection.send({ failure: reasonOf(error) });
    } catch (reason) {
      site.log.error({ err: reason }, "the old version cannot go on with the changed data");
      connection.send({ failure: `${reasonOf(error)} The old version cannot continue either.` });
    }
  }
  connection.close();
  await site.leave();
}

/**
 * Restores the data that the new version has changed, and starts this version as a new process,
 * because this process has closed its database.
 */
async function comeBack({ configuration, program }: HandOver, attempt: Attempt): Promise<void> {
  const address = databaseAddress(configuration);
  if (address.engine === "sqlite") {
    const backups = resolve(configuration.backupDirectory);
    putBackDatabaseFile(address.file, backups, attempt.startedAt);
  }
  const again = startBeside(resolve(fileURLToPath(program), "../../.."), "start");
  await again.reach("listening", readyMs);
}

/**
 * Asks the command to switch the version, because this process may not write in the program's
 * folder.
 */
async function switchTo(version: "new" | "old", connection: ControlConnection): Promise<void> {
  connection.send({ switchTo: version });
  const answer = await connection.next();
  if (answer === undefined || !("switched" in answer)) {
    throw new Error("The command that upgrades has ended.");
  }
}

interface Successor {
  /** Resolves when the order has been sent, so that this process may close the server. */
  order(order: Order, server?: Server): Promise<void>;
  reach<State extends Progress["state"]>(
    state: State,
    ms: number,
  ): Promise<Extract<Progress, { state: State }>>;
  kill(): void;
  readonly ended: Promise<void>;
}

function startBeside(folder: string, command: "start" | "take-over"): Successor {
  const runtime = join(folder, "bin", "node");
  const program = join(folder, "build", "server", "index.js");
  const child = spawn(runtime, [program, command], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const reached = new Map<string, Progress>();
  let changed = () => {};
  child.on("message", (progress: Progress) => {
    reached.set(progress.state, progress);
    changed();
  });
  const ended = new Promise<void>((done) => {
    child.once("exit", () => done());
    child.once("error", () => done());
  });
  void ended.then(() => changed());
  const successor: Successor = {
    order: (order, server) =>
      new Promise((done, fail) => {
        child.send(order, server, (error) => (error === null ? done() : fail(error)));
      }),
    async reach(state, ms) {
      const until = Date.now() + ms;
      while (!reached.has(state)) {
        if (hasEnded(child)) throw new Error(`The version in ${folder} ended before it was ready.`);
        if (Date.now() >= until) throw new Error(`The version in ${folder} was not ready in time.`);
        const change = new Promise<void>((resolve) => {
          changed = resolve;
        });
        await Promise.race([change, sleep(until - Date.now())]);
      }
      return reached.get(state) as never;
    },
    kill: () => void child.kill("SIGKILL"),
    ended,
  };
  return successor;
}

function hasEnded({ exitCode, signalCode, pid }: ChildProcess): boolean {
  return pid === undefined || exitCode !== null || signalCode !== null;
}
