import type { Server } from "node:http";
import type { Server as NetServer } from "node:net";
import type { Configuration } from "../platform/configuration.ts";
import { openDatabase } from "../platform/database/database.ts";
import { databaseAddress } from "../platform/database/database-address.ts";
import { needsUpgrade } from "../platform/database/migrations.ts";
import { migrations } from "./migrations.ts";

/** Messages from a process to the old version that started it. */
export type Progress =
  /** The program is loaded; `needsMigration` says whether the data has to be changed first. */
  | { readonly state: "loaded"; readonly needsMigration: boolean }
  /** The site is ready: its pages and `/readyz` answer. */
  | { readonly state: "ready" }
  | { readonly state: "listening" };

/**
 * Messages from the process that hands over to the process that takes over. With "listen" comes the
 * listening socket. "listen" comes before "open" when the data has to be changed; requests then
 * wait until the site is ready.
 */
export type Order = "open" | "listen";

/** Version 0.1.0 passes its listening socket as this file descriptor instead of with "listen". */
const inheritedDescriptor = 4;

/** Steps of a process that takes a port over from its parent. */
export interface TakeOver {
  /** Waits until the parent allows this process to open the database. */
  open(): Promise<void>;
  /** Reports that the site is ready, and waits until the server listens. */
  ready(): Promise<void>;
}

/** Ends this process when the parent ends before this process listens. */
export function takeOver(configuration: Configuration, server: Server): TakeOver {
  const orphaned = () => process.exit(1);
  process.once("disconnect", orphaned);
  const mayOpen = Promise.withResolvers<void>();
  const listening = Promise.withResolvers<void>();
  process.on("message", (order: Order, socket?: NetServer) => {
    if (order === "open") mayOpen.resolve();
    else server.listen(socket ?? { fd: inheritedDescriptor }, listening.resolve);
  });
  const tell = (progress: Progress) => process.send?.(progress);
  return {
    async open() {
      tell({ state: "loaded", needsMigration: await isMigrationNeeded(configuration) });
      await mayOpen.promise;
    },
    async ready() {
      tell({ state: "ready" });
      await listening.promise;
      process.off("disconnect", orphaned);
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
