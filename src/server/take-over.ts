import type { Configuration } from "../platform/configuration.ts";
import { openDatabase } from "../platform/database/database.ts";
import { databaseAddress } from "../platform/database/database-address.ts";
import { needsUpgrade } from "../platform/database/migrations.ts";
import { migrations } from "./migrations.ts";

/** Messages from the process that takes over to the process that started it. */
export type Progress =
  /** The program is loaded; `needsMigration` says whether the data has to be changed first. */
  | { readonly state: "loaded"; readonly needsMigration: boolean }
  /** The site is ready: its pages and `/readyz` answer. */
  | { readonly state: "ready" }
  | { readonly state: "listening" };

/** Messages from the process that hands over to the process that takes over. */
export type Order = "open" | "listen";

/** File descriptor of the listening socket in a process that takes over. */
export const listeningDescriptor = 4;

/** Steps of a process that takes a port over from its parent. */
export interface TakeOver {
  /** Waits until the parent allows this process to open the database. */
  open(): Promise<void>;
  /** Reports that the site is ready, and waits until the parent allows this process to listen. */
  ready(): Promise<void>;
  listening(): void;
}

/** Ends this process when the parent ends before this process listens. */
export function takeOver(configuration: Configuration): TakeOver {
  const orphaned = () => process.exit(1);
  process.once("disconnect", orphaned);
  const orders: Order[] = [];
  let arrived = () => {};
  process.on("message", (order: Order) => {
    orders.push(order);
    arrived();
  });
  const wait = async (order: Order) => {
    while (!orders.includes(order)) {
      await new Promise<void>((resolve) => {
        arrived = resolve;
      });
    }
  };
  const tell = (progress: Progress) => process.send?.(progress);
  return {
    async open() {
      tell({ state: "loaded", needsMigration: await isMigrationNeeded(configuration) });
      await wait("open");
    },
    async ready() {
      tell({ state: "ready" });
      await wait("listen");
    },
    listening() {
      process.off("disconnect", orphaned);
      tell({ state: "listening" });
      process.disconnect?.();
    },
  };
}

async function isMigrationNeeded(configuration: Configuration): Promise<boolean> {
  const database = openDatabase(databaseAddress(configuration));
  try {
    return await needsUpgrade(database.read, migrations);
  } finally {
    await database.close();
  }
}
