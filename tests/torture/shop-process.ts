import { spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { DatabaseAddress } from "#platform/database/database.ts";
import type { ShopSettings } from "./payments-over.ts";
import type { RoomSettings } from "./room-over.ts";

export interface ShopProcess {
  readonly url: string;
  kill(): Promise<void>;
}

/**
 * The process receives notifications at "/", orders at "/place" and cancellations at
 * "/cancel?order=".
 */
export function startShopProcess(settings: ShopSettings): Promise<ShopProcess> {
  return start("payment-process.ts", settings);
}

/** The process receives orders at "/order?mark=" and edits of the site at "/record?mark=". */
export function startWriteProcess(address: DatabaseAddress): Promise<ShopProcess> {
  return start("write-process.ts", address);
}

/** The process makes and pays the orders of subscriptions at "/month?now=". */
export function startCycleProcess(address: DatabaseAddress): Promise<ShopProcess> {
  return start("cycle-process.ts", address);
}

/** The process serves the rooms of orders, as `room-process.ts` says. */
export function startRoomProcess(settings: RoomSettings): Promise<ShopProcess> {
  return start("room-process.ts", settings);
}

async function start(file: string, settings: object): Promise<ShopProcess> {
  const program = fileURLToPath(new URL(file, import.meta.url));
  const child = spawn(process.execPath, [program, JSON.stringify(settings)], {
    // Each start reuses compiled code, because tests restart the process after every kill.
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
