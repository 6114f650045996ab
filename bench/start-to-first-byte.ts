import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findFreePort } from "../tests/support/free-port.ts";
import { spawnServer } from "../tests/support/furrow-server.ts";
import { type Measure, median } from "./measure.ts";
import { recordPage } from "./recorded-page.ts";

const rounds = 5;

/** From starting the process to the first byte of the landing page, in alternate rounds. */
export async function measureStart(): Promise<Measure[]> {
  const directory = await mkdtemp(join(tmpdir(), "furrow-bench-"));
  try {
    const page = join(directory, "page.json");
    const firstStart = await timeFurrow(directory, (url) => recordPage(url, page));
    const furrow: number[] = [];
    const baseline: number[] = [];
    for (let round = 0; round < rounds; round++) {
      furrow.push(await timeFurrow(directory));
      baseline.push(await timeBaseline(page));
    }
    const bare = median(baseline);
    return [
      { name: "first start to first byte", furrow: firstStart, baseline: bare, unit: "ms" },
      { name: "start to first byte", furrow: median(furrow), baseline: bare, unit: "ms" },
    ];
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function timeFurrow(
  dataDirectory: string,
  then: (url: string) => Promise<void> = async () => {},
): Promise<number> {
  const port = await findFreePort();
  return timeToFirstByte(() => spawnServer(port, dataDirectory), port, then);
}

async function timeBaseline(page: string): Promise<number> {
  const port = await findFreePort();
  const program = fileURLToPath(new URL("baselines/page.ts", import.meta.url));
  const start = () => spawn(process.execPath, [program, page, String(port)], { stdio: "ignore" });
  return timeToFirstByte(start, port, async () => {});
}

async function timeToFirstByte(
  start: () => ChildProcess,
  port: number,
  then: (url: string) => Promise<void>,
): Promise<number> {
  const url = `http://127.0.0.1:${port}/`;
  const startedAt = performance.now();
  const child = start();
  const killAtExit = () => child.kill("SIGKILL");
  process.once("exit", killAtExit);
  // Unread, its output would fill the pipe.
  child.stdout?.resume();
  child.stderr?.resume();
  while (!(await answers(url))) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}.`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  const elapsed = performance.now() - startedAt;
  await then(url);
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
  process.off("exit", killAtExit);
  return elapsed;
}

/** Whether the page's first byte arrives; false when nobody listens yet. */
function answers(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(url, { agent: false }, (response) => {
      response.once("data", () => resolve(response.statusCode === 200));
      response.once("end", () => resolve(false));
    });
    request.once("error", () => resolve(false));
  });
}
