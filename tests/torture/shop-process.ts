import { spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ShopSettings } from "./payments-over.ts";

const processFile = fileURLToPath(new URL("payment-process.ts", import.meta.url));

export interface ShopProcess {
  /** Takes notifications at "/", orders at "/place" and cancellations at "/cancel?order=". */
  readonly url: string;
  kill(): Promise<void>;
}

export async function startShopProcess(settings: ShopSettings): Promise<ShopProcess> {
  const child = spawn(process.execPath, [processFile, JSON.stringify(settings)], {
    // It starts as often as it is killed: what it is made of is compiled once.
    env: { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), "furrow-compiled") },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const [port] = await once(child.stdout, "data");
  return {
    url: `http://127.0.0.1:${String(port).trim()}`,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
  };
}
