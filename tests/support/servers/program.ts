import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { timed } from "../times.ts";
import { findFreePort } from "./free-port.ts";
import { type FurrowSettings, spawnServer } from "./furrow-server.ts";

export interface Program {
  readonly url: string;
  readonly port: number;
  output(): string;
  /** Resolves when the process is ready; throws its output if it exits instead. */
  ready(): Promise<void>;
  terminate(): void;
  /** Resolves to the exit code or to the signal that ended the process. */
  readonly ended: Promise<number | string>;
}

/** Starts the production build with a data directory that the caller provides. */
export async function startProgram(
  directory: string,
  settings: FurrowSettings = {},
): Promise<Program> {
  const port = await findFreePort();
  const child = spawnServer(port, directory, settings);
  const killAtExit = () => child.kill("SIGKILL");
  process.once("exit", killAtExit);
  let said = "";
  let heard: () => void = () => {};
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      heard();
    });
  }
  // Waits for "close", because at "exit" some of the output may be missing.
  const ended = once(child, "close").then(() => {
    process.off("exit", killAtExit);
    heard();
    return child.exitCode ?? child.signalCode ?? "nothing";
  });
  return {
    url: `http://localhost:${port}`,
    port,
    output: () => said,
    ready: () => timed("server start", isReady),
    terminate: () => child.kill("SIGTERM"),
    ended,
  };

  async function isReady(): Promise<void> {
    while (!said.includes("Furrow is ready at") || !said.endsWith("\n")) {
      if (hasEnded(child)) throw new Error(`It ended before it was ready. It said:\n${said}`);
      await new Promise<void>((resolve) => {
        heard = resolve;
      });
    }
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
