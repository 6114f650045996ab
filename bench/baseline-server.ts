import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export interface BaselineServer {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/**
 * Starts a bare server in a process of its own, as Furrow has one. The bare server prints its port
 * as the first line of its output.
 */
export async function startBaseline(
  file: string,
  args: readonly string[],
): Promise<BaselineServer> {
  const path = fileURLToPath(new URL(`baselines/${file}`, import.meta.url));
  const child = spawn(process.execPath, [path, ...args], {
    env: { PATH: process.env.PATH, NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  process.once("exit", () => child.kill("SIGKILL"));
  const [port] = await Promise.race([
    once(createInterface({ input: child.stdout }), "line"),
    once(child, "exit").then(() => {
      throw new Error(`The bare server ${file} ended before it listened.`);
    }),
  ]);
  return {
    url: `http://localhost:${port}`,
    pid: child.pid ?? 0,
    async stop() {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
  };
}
