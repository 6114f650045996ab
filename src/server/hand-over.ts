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
 * Starts the new version beside this process with the same listening socket, and ends this process
 * when the new version answers. If the new version is not ready within a minute, this version
 * continues to serve the site.
 */
export async function handOver(site: HandOver, connection: ControlConnection): Promise<void> {
  const request = await connection.next();
  if (request === undefined || !("handOverTo" in request)) return;
  const startedAt = Date.now();
  const successor = startBeside(request.handOverTo, site.server);
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
  successor.order("open");
  await successor.reach("ready", timeLeft(attempt));
  await switchTo("new", connection);
  successor.order("listen");
  await successor.reach("listening", timeLeft(attempt));
  connection.send({ done: true });
  await site.leave();
}

/**
 * This version closes the database before the new version migrates the database. New connections
 * wait in the queue of the socket. A second process of this version keeps the socket, to serve the
 * site again if the new version fails.
 */
async function migrateAndHandOver(
  site: HandOver,
  connection: ControlConnection,
  attempt: Attempt,
): Promise<void> {
  const { successor } = attempt;
  const standby = startBeside(resolve(fileURLToPath(site.program), "../../.."), site.server);
  try {
    await standby.reach("loaded", timeLeft(attempt));
    await switchTo("new", connection);
  } catch (error) {
    standby.kill();
    throw error;
  }
  connection.send({ step: "The new version changes the data; connections wait." });
  await site.quiesce();
  try {
    successor.order("open");
    await successor.reach("ready", timeLeft(attempt));
    successor.order("listen");
    await successor.reach("listening", timeLeft(attempt));
    standby.kill();
    connection.send({ done: true });
  } catch (error) {
    successor.kill();
    await successor.ended;
    site.log.error({ err: error }, "the new version did not become ready; going back");
    try {
      await comeBack(site, standby, attempt.startedAt);
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
 * Restores the data that the new version has changed, and lets the second process serve the site.
 */
async function comeBack(site: HandOver, standby: Successor, startedAt: number): Promise<void> {
  const address = databaseAddress(site.configuration);
  if (address.engine === "sqlite") {
    putBackDatabaseFile(address.file, resolve(site.configuration.backupDirectory), startedAt);
  }
  standby.order("open");
  await standby.reach("ready", readyMs);
  standby.order("listen");
  await standby.reach("listening", readyMs);
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
  order(order: Order): void;
  reach<State extends Progress["state"]>(
    state: State,
    ms: number,
  ): Promise<Extract<Progress, { state: State }>>;
  kill(): void;
  readonly ended: Promise<void>;
}

/** Starts the version in a folder with the listening socket of this process. */
function startBeside(folder: string, server: Server): Successor {
  const runtime = join(folder, "bin", "node");
  const program = join(folder, "build", "server", "index.js");
  const child = spawn(runtime, [program, "take-over"], {
    stdio: ["ignore", "inherit", "inherit", "ipc", descriptorOf(server)],
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
    order: (order) => void child.send(order),
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

/** Node has no public way to pass a listening socket to a program that it starts. */
function descriptorOf(server: Server): number {
  const { _handle } = server as Server & { _handle?: { readonly fd?: number } };
  const descriptor = _handle?.fd;
  if (descriptor === undefined || descriptor < 0)
    throw new Error("The port cannot be handed over.");
  return descriptor;
}
