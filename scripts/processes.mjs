import { spawn, spawnSync } from "node:child_process";
import { constants } from "node:os";

const running = new Set();
let stopSignal;

/**
 * Runs a program to its end, in the process group of this process. Resolves to the exit code, or to
 * 1 for a program that cannot be started, was killed, or took longer than `timeLimitMs`.
 */
export async function run(command, args, { environment = process.env, timeLimitMs } = {}) {
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
 */
export async function runUntilSilent(command, args, { environment, lastSignAt, silenceLimitMs }) {
  const startedAt = Date.now();
  let wasStopped = false;
  const watch = (stop) =>
    setInterval(() => {
      if (wasStopped || Date.now() - (lastSignAt() ?? startedAt) < silenceLimitMs) return;
      wasStopped = true;
      stop();
    }, 500);
  const code = exitCode(command, await start(command, args, environment, watch));
  return { code, wasStopped };
}

function exitCode(command, { code, error }) {
  if (error !== undefined) console.error(`${command} cannot be started: ${error.message}`);
  if (stopSignal !== undefined) process.exit(128 + constants.signals[stopSignal]);
  return code ?? 1;
}

/**
 * Runs a program as the last step of this process: passes signals on to the program, and exits with
 * the program's exit code.
 */
export async function handOver(command, args, environment) {
  const { code, signal, error } = await start(command, args, environment);
  if (error !== undefined) console.error(`${command} cannot be started: ${error.message}`);
  process.exit(code ?? (signal ? 128 + constants.signals[signal] : 1));
}

/**
 * Starts a program and waits for its end. `watch` receives a function that stops the program, and
 * returns a timer, which is cleared when the program ends.
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

function descendantsOf(pid) {
  if (process.platform === "win32") return [];
  const { stdout } = spawnSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
  const processes = (stdout ?? "").split("\n").map((line) => line.trim().split(/\s+/).map(Number));
  const below = (parent) =>
    processes.flatMap(([id, parentId]) => (parentId === parent ? [id, ...below(id)] : []));
  return below(pid);
}

function killIfRunning(pid) {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if (error.code !== "ESRCH") throw error;
  }
}

const signals = ["SIGINT", "SIGTERM", "SIGHUP"];

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
