import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import { findFreePort } from "../../tests/support/servers/free-port.ts";
import { isRunning } from "../../tests/support/servers/is-running.ts";
import { scaled } from "../../tests/support/time-limits.ts";

const program = fileURLToPath(
  new URL("../../tests/support/servers/supervised-process.ts", import.meta.url),
);

const started: (() => void)[] = [];
afterEach(() => {
  for (const kill of started.splice(0)) kill();
});

async function startSupervised(mode = "") {
  const port = await findFreePort();
  const child = spawn(process.execPath, [program, String(port), mode], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  started.push(() => child.kill("SIGKILL"));
  child.stdout.resume();
  const ended = once(child, "exit");
  return {
    ended,
    terminate: () => child.kill("SIGTERM"),
    /** Ids of the processes that answer six requests, each on a new connection. */
    async pids(): Promise<number[]> {
      const found = new Set<number>();
      for (let attempt = 0; attempt < 6; attempt++) {
        const headers = { connection: "close" };
        const answer = await fetch(`http://127.0.0.1:${port}/`, { headers }).catch(() => undefined);
        if (answer !== undefined) found.add(Number(await answer.text()));
      }
      return [...found].sort();
    },
  };
}

test("a process that dies is replaced, and a stop ends all processes", async () => {
  const supervised = await startSupervised();
  const eventually = { timeout: scaled(15_000) };
  await expect.poll(() => supervised.pids(), eventually).toHaveLength(2);
  const [dying = 0, other = 0] = await supervised.pids();
  process.kill(dying, "SIGKILL");
  await expect.poll(() => isRunning(dying), eventually).toBe(false);
  await expect.poll(() => supervised.pids(), eventually).toHaveLength(2);
  const present = await supervised.pids();
  expect(present).toContain(other);
  expect(present).not.toContain(dying);
  supervised.terminate();
  expect(await supervised.ended).toEqual([0, null]);
  expect(present.filter(isRunning)).toEqual([]);
});

test("the program exits if its first process cannot start", async () => {
  const supervised = await startSupervised("fail");
  expect(await supervised.ended).toEqual([7, null]);
});
