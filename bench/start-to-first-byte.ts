import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findFreePort } from "../tests/support/servers/free-port.ts";
import { spawnServer } from "../tests/support/servers/furrow-server.ts";
import { type Measure, median } from "./measure.ts";
import { processorTimeOf } from "./process-figures.ts";
import { recordPage } from "./recorded-page.ts";

const rounds = 5;

/**
 * Both figures are in milliseconds, from the start of the process to the first byte of the page.
 */
interface Start {
  readonly elapsed: number;
  /**
   * Processor time, which depends less on other load on the machine. NaN on a system without /proc.
   */
  readonly processorTime: number;
}

/** Time from starting the process to the first byte of the landing page, in alternate rounds. */
export async function measureStart(): Promise<Measure[]> {
  const directory = await mkdtemp(join(tmpdir(), "furrow-bench-"));
  try {
    const page = join(directory, "page.json");
    const firstStart = await timeFurrow(directory, (url) => recordPage(url, page));
    const furrow: Start[] = [];
    const baseline: Start[] = [];
    for (let round = 0; round < rounds; round++) {
      furrow.push(await timeFurrow(directory));
      baseline.push(await timeBaseline(page));
    }
    const compare = (name: string, value: (start: Start) => number) => ({
      name,
      furrow: median(furrow.map(value)),
      baseline: median(baseline.map(value)),
      unit: "ms" as const,
    });
    const warm = compare("start to first byte", ({ elapsed }) => elapsed);
    const processor = compare("processor time of a start", (start) => start.processorTime);
    return [
      { ...warm, name: "first start to first byte", furrow: firstStart.elapsed },
      { ...warm, target: { of: "figure" as const, atMost: 600 } },
      processor,
    ].filter((one) => !Number.isNaN(one.furrow));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function timeFurrow(
  dataDirectory: string,
  then: (url: string) => Promise<void> = async () => {},
): Promise<Start> {
  const port = await findFreePort();
  return timeToFirstByte(() => spawnServer(port, dataDirectory), port, then);
}

/** The program has no types, because Node would load a compiler to remove them. */
async function timeBaseline(page: string): Promise<Start> {
  const port = await findFreePort();
  const program = fileURLToPath(new URL("baselines/first-page.cjs", import.meta.url));
  const start = () => spawn(process.execPath, [program, page, String(port)], { stdio: "ignore" });
  return timeToFirstByte(start, port, async () => {});
}

async function timeToFirstByte(
  start: () => ChildProcess,
  port: number,
  then: (url: string) => Promise<void>,
): Promise<Start> {
  const url = `http://127.0.0.1:${port}/`;
  const startedAt = performance.now();
  const child = start();
  const killAtExit = () => child.kill("SIGKILL");
  process.once("exit", killAtExit);
  // The output must be read, or it would fill the pipe and block the process.
  child.stdout?.resume();
  child.stderr?.resume();
  while (!(await answers(url))) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}.`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  const elapsed = performance.now() - startedAt;
  const processorTime = processorTimeOf(child.pid ?? 0) ?? Number.NaN;
  await then(url);
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
  process.off("exit", killAtExit);
  return { elapsed, processorTime };
}

/** Whether the first byte of the page arrives; false when nothing listens on the port yet. */
function answers(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(url, { agent: false }, (response) => {
      response.once("data", () => resolve(response.statusCode === 200));
      response.once("end", () => resolve(false));
    });
    request.once("error", () => resolve(false));
  });
}
