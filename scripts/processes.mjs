import { spawn, spawnSync } from "node:child_process";
import { constants } from "node:os";

/**
 * @typedef {import("node:child_process").ChildProcess} ChildProcess
 * @typedef {() => void} Stop
 * @typedef {{ code?: number | null, signal?: NodeJS.Signals | null, error?: Error }} Outcome
 */

/** @type {Set<ChildProcess>} */
const running = new Set();
/** @type {NodeJS.Signals | undefined} */
let stopSignal;

/**
 * Runs a program to its end, in the process group of this process. Resolves to the exit code, or to
 * 1 for a program that cannot be started, was killed, or took longer than `timeLimitMs`.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ environment?: NodeJS.ProcessEnv, timeLimitMs?: number }} options
 */
export async function run(command, args, { environment = process.env, timeLimitMs } = {}) {
  /** @param {Stop} stop */
  const watch = (stop) => {
    if (timeLimitMs === undefined) return undefined;
    return setTimeout(() => {
      console.error(`${command} took too long and is stopped.`);
      stop();
    }, timeLimitMs);
  };
  return exitCode(command, await start(command, args, environment, watch));
}

/**
 * Runs a program, and stops it `silenceLimitMs` after its last report, or after its start if it has
 * not reported. `lastSignAt` returns the time of the last report in Unix milliseconds; undefined
 * before the first. Resolves to the exit code and whether the program was stopped.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{
 *   environment: NodeJS.ProcessEnv,
 *   lastSignAt: () => number | undefined,
 *   silenceLimitMs: number,
 * }} options
 */
export async function runUntilSilent(command, args, { environment, lastSignAt, silenceLimitMs }) {
  const startedAt = Date.now();
  let wasStopped = false;
  /** @param {Stop} stop */
  const watch = (stop) =>
    setInterval(() => {
      if (wasStopped || Date.now() - (lastSignAt() ?? startedAt) < silenceLimitMs) return;
      wasStopped = true;
      stop();
    }, 500);
  const code = exitCode(command, await start(command, args, environment, watch));
  return { code, wasStopped };
}

/**
 * @param {string} command
 * @param {Outcome} outcome
 */
function exitCode(command, { code, error }) {
  if (error !== undefined) console.error(`${command} cannot be started: ${error.message}`);
  if (stopSignal !== undefined) process.exit(128 + constants.signals[stopSignal]);
  return code ?? 1;
}

/**
 * Runs a program as the last step of this process: passes signals on to the program, and exits with
 * the program's exit code.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} environment
 */
export async function handOver(command, args, environment) {
  const { code, signal, error } = await start(command, args, environment);
  if (error !== undefined) console.error(`${command} cannot be started: ${error.message}`);
  process.exit(code ?? (signal ? 128 + constants.signals[signal] : 1));
}

/**
 * Starts a program and waits for its end. `watch` receives a function that stops the program, and
 * returns a timer, which is cleared when the program ends.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} environment
 * @param {(stop: Stop) => NodeJS.Timeout | undefined} [watch]
 * @returns {Promise<Outcome>}
 */
function start(command, args, environment, watch) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      env: environment,
      stdio: [process.stdin.isTTY ? "inherit" : "ignore", "inherit", "inherit"],
    });
    listen();
    running.add(child);
    const timer = watch?.(() => stop(child));
    /** @param {Outcome} outcome */
    const end = (outcome) => {
      clearTimeout(timer);
      running.delete(child);
      if (running.size === 0) unlisten();
      resolve(outcome);
    };
    child.once("error", (error) => end({ error }));
    child.once("exit", (code, signal) => end({ code, signal }));
  });
}

/**
 * Ends a program and all processes that it started. Kills the processes that do not end, because a
 * worker in an endless loop does not react to SIGTERM.
 *
 * @param {ChildProcess} child
 */
function stop(child) {
  const descendants = descendantsOf(child.pid);
  child.kill("SIGTERM");
  const kill = setTimeout(() => child.kill("SIGKILL"), 15_000);
  child.once("exit", () => {
    clearTimeout(kill);
    for (const pid of descendants) killIfRunning(pid);
  });
}

/**
 * @param {number | undefined} pid
 * @returns {number[]}
 */
function descendantsOf(pid) {
  if (process.platform === "win32") return [];
  const { stdout } = spawnSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
  const processes = (stdout ?? "").split("\n").map((line) => line.trim().split(/\s+/).map(Number));
  const found = pid === undefined ? [] : [pid];
  // Processes that begin in the loop are visited, too.
  for (const parent of found) {
    for (const [id = 0, parentId] of processes) if (parentId === parent) found.push(id);
  }
  return found.slice(1);
}

/** @param {number} pid */
function killIfRunning(pid) {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error) || error.code !== "ESRCH") throw error;
  }
}

/** @type {readonly NodeJS.Signals[]} */
const signals = ["SIGINT", "SIGTERM", "SIGHUP"];

/** @param {NodeJS.Signals} signal */
function passOn(signal) {
  stopSignal = signal;
  for (const child of running) child.kill(signal);
}

// Listens only while a child runs; at other times, a signal ends this process as usual.
function listen() {
  if (running.size === 0) for (const signal of signals) process.on(signal, passOn);
}

function unlisten() {
  for (const signal of signals) process.off(signal, passOn);
}
