import { spawn } from "node:child_process";
import { constants } from "node:os";

const running = new Set();
let stopSignal;

/**
 * Runs a program to its end, in this process's group. Resolves to its exit code, which is 1 also
 * for one that cannot be started, was killed, or took longer than `timeLimitMs`.
 */
export async function run(command, args, { environment = process.env, timeLimitMs } = {}) {
  const { code, error } = await start(command, args, environment, timeLimitMs);
  if (error !== undefined) console.error(`${command} cannot be started: ${error.message}`);
  if (stopSignal !== undefined) process.exit(128 + constants.signals[stopSignal]);
  return code ?? 1;
}

/** Runs a program in place of this one: passes signals on to it, and ends with its exit code. */
export async function handOver(command, args, environment) {
  const { code, signal, error } = await start(command, args, environment);
  if (error !== undefined) console.error(`${command} cannot be started: ${error.message}`);
  process.exit(code ?? (signal ? 128 + constants.signals[signal] : 1));
}

function start(command, args, environment, timeLimitMs) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      env: environment,
      stdio: [process.stdin.isTTY ? "inherit" : "ignore", "inherit", "inherit"],
    });
    listen();
    running.add(child);
    const limit = timeLimitMs && setTimeout(() => stopAtLimit(child, command), timeLimitMs);
    const end = (outcome) => {
      clearTimeout(limit);
      running.delete(child);
      if (running.size === 0) unlisten();
      resolve(outcome);
    };
    child.once("error", (error) => end({ error }));
    child.once("exit", (code, signal) => end({ code, signal }));
  });
}

function stopAtLimit(child, command) {
  console.error(`${command} took too long and is stopped.`);
  child.kill("SIGTERM");
  setTimeout(() => child.kill("SIGKILL"), 15_000).unref();
}

const signals = ["SIGINT", "SIGTERM", "SIGHUP"];

function passOn(signal) {
  stopSignal = signal;
  for (const child of running) child.kill(signal);
}

// Only while a child runs: otherwise a signal ends this process as it ends any other.
function listen() {
  if (running.size === 0) for (const signal of signals) process.on(signal, passOn);
}

function unlisten() {
  for (const signal of signals) process.off(signal, passOn);
}
