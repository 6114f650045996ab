import { totalmem } from "node:os";
import type { Configuration } from "../../platform/configuration.ts";
import type { Database } from "../../platform/database/database.ts";
import { databaseAddress } from "../../platform/database/database-address.ts";
import type { Clock } from "../../platform/time/clock.ts";
import type { Actor } from "../../policy/actor.ts";
import { requireRight } from "../../policy/rights.ts";
import { type BackupsReport, readBackups } from "../backups/read-backups.ts";
import { type DatabaseFacts, databaseFacts } from "./database-facts.ts";
import { type FreeDisk, freeDisk } from "./free-disk.ts";
import { type Queues, readQueues } from "./read-queues.ts";
import { version } from "./version.ts";

interface StatusDependencies {
  readonly configuration: Configuration;
  readonly database: Database;
  readonly clock: Clock;
}

/** How the installation is, at one moment and as this process sees it. */
export interface InstallationStatus {
  readonly at: number;
  readonly version: string;
  readonly nodeVersion: string;
  readonly upMs: number;
  readonly memory: { readonly usedBytes: number; readonly mostBytes: number };
  readonly database: DatabaseFacts & {
    readonly isFull: boolean;
    /** The file, once a part of it was found to be damaged. */
    readonly damagedFile: string | null;
  };
  readonly queues: Queues;
  readonly hasMailServer: boolean;
  /** Null where the system does not tell. */
  readonly disk: FreeDisk | null;
  readonly backups: BackupsReport;
}

/** Throws "unauthenticated" and "forbidden". */
export async function readStatus(
  { configuration, database, clock }: StatusDependencies,
  actor: Actor,
): Promise<InstallationStatus> {
  requireRight(actor, "see the status");
  const [facts, queues, disk, backups] = await Promise.all([
    databaseFacts(database),
    readQueues(database.read),
    freeDisk(configuration.dataDirectory),
    readBackups({ configuration, database }, actor),
  ]);
  const address = databaseAddress(configuration);
  return {
    at: clock(),
    version,
    nodeVersion: process.versions.node,
    upMs: process.uptime() * 1000,
    // In a container, what it may use rather than what the machine has.
    memory: {
      usedBytes: process.memoryUsage.rss(),
      mostBytes: Math.min(process.constrainedMemory() || totalmem(), totalmem()),
    },
    database: {
      ...facts,
      isFull: database.isFull(),
      damagedFile: address.engine === "sqlite" && database.isDamaged() ? address.file : null,
    },
    queues,
    hasMailServer: configuration.smtpUrl !== undefined,
    disk,
    backups,
  };
}
