import { spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { DatabaseAddress } from "#platform/database/database.ts";
import type { NumberSettings } from "./number-invoices.ts";
import type { ShopSettings } from "./payments-over.ts";
import type { MonthSettings } from "./renewed-shop.ts";
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

export interface EndingProcess {
  /** What the process writes, line by line, until it ends. */
  readonly lines: AsyncIterable<string>;
  /** The exit code; null for a killed process. */
  readonly ended: Promise<number | null>;
  kill(): void;
}

/** The process lives through a month of subscriptions, and ends. */
export function startMonthProcess(settings: MonthSettings): EndingProcess {
  return startEnding("cycle-process.ts", settings);
}

/** The process pays all unpaid orders, and ends. */
export function startNumberProcess(settings: NumberSettings): EndingProcess {
  return startEnding("invoice-process.ts", settings);
}

function startEnding(file: string, settings: object): EndingProcess {
  const child = spawnProgram(file, settings);
  return {
    lines: createInterface({ input: child.stdout }),
    ended: once(child, "close").then(([code]) => code as number | null),
    kill: () => child.kill("SIGKILL"),
  };
}

/** The process serves the rooms of orders, as `room-process.ts` says. */
export function startRoomProcess(settings: RoomSettings): Promise<ShopProcess> {
  return start("room-process.ts", settings);
}

function spawnProgram(file: string, settings: object) {
  const program = fileURLToPath(new URL(file, import.meta.url));
  return spawn(process.execPath, [program, JSON.stringify(settings)], {
    // Each start reuses compiled code, because tests restart the process after every kill.
    env: { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), "furrow-compiled") },
    stdio: ["pipe", "pipe", "inherit"],
  });
}

async function start(file: string, settings: object): Promise<ShopProcess> {
  const child = spawnProgram(file, settings);
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
