// Each torture repeats one action, logs its results, and returns the number of faults.
import type { DatabaseAddress, Engine } from "#platform/database/database.ts";
import { crashSafe, startPostgresCluster } from "../support/databases/postgres-cluster.ts";
import { openSite } from "../support/servers/site.ts";
import { cutConnections, endBackends, injectConflicts } from "./cut-connections.ts";
import { fillDisk } from "./full-disk.ts";
import { killPayments } from "./kill-payments.ts";
import { killRoom } from "./kill-room.ts";
import { killWrites } from "./kill-writes.ts";
import { limitedPages } from "./limited-pages.ts";
import { migrateAt, migratedDatabase } from "./migrated-database.ts";
import type { ShopSettings } from "./payments-over.ts";
import { mountSmallDisk } from "./small-disk.ts";

export function torturePayments(
  engine: Engine,
  protocol: ShopSettings["protocol"],
  kills: number,
): Promise<number> {
  return over(engine, async (address) => {
    console.log(
      `Killing the process that takes notifications, ${kills} times (${engine}, ${protocol})…`,
    );
    const { acknowledged, interrupted, faults } = await killPayments(address, protocol, kills);
    console.log(
      `${kills} kills: ${acknowledged} notifications acknowledged, ${interrupted} times one was between its answer and its effect.`,
    );
    return tell(
      faults,
      "Every acknowledged notification was applied exactly once, and all sums agree.",
    );
  });
}

export function tortureWrites(engine: Engine, kills: number): Promise<number> {
  return over(engine, async (address) => {
    console.log(`Killing the process that takes orders and edits, ${kills} times (${engine})…`);
    const { acknowledged, interrupted, committed, faults } = await killWrites(address, kills);
    console.log(
      `${kills} kills: ${acknowledged} writes acknowledged, ${interrupted} never answered, of which ${committed} are there.`,
    );
    return tell(faults, "Every acknowledged write is there, none is there in part.");
  });
}

export function tortureRoom(engine: Engine, kills: number): Promise<number> {
  return over(engine, async (address) => {
    console.log(`Killing the process that serves the rooms of orders, ${kills} times (${engine})…`);
    const { acknowledged, interrupted, faults } = await killRoom(address, kills);
    const { upload, delivery, email, mailbox, job } = interrupted;
    console.log(
      `${kills} kills: ${acknowledged} requests acknowledged; interrupted were ${upload} uploads, ${delivery} deliveries, ${email} emails by HTTP, ${mailbox} emails of the mailbox and ${job} jobs.`,
    );
    return tell(faults, "Every file, message, delivery, email and reminder is there exactly once.");
  });
}

export async function tortureDisk(): Promise<number> {
  const disk = await mountSmallDisk();
  const how = disk === null ? "with SQLite's limit of pages" : "on a small disk of its own";
  console.log(`Ordering until there is no room left, ${how}…`);
  const site = await openSite(disk === null ? {} : { DATA_DIR: disk.directory });
  try {
    const room = disk ?? limitedPages(site.services.database);
    const { acknowledged, refused, faults } = await fillDisk(site, room);
    console.log(`${acknowledged} orders taken, ${refused} refused for want of room.`);
    return tell(faults, "Reading went on, and with room again everything does.");
  } finally {
    await site.close();
    await disk?.remove();
  }
}

export function tortureConnections(times: number): Promise<number> {
  return over("postgres", async (address) => {
    console.log(
      `Ending all connections, and refusing one order in three at first, ${times} times…`,
    );
    return tellOfOrders(await cutConnections(address, times, endBackends, injectConflicts), times);
  });
}

export async function tortureRestarts(times: number): Promise<number> {
  const cluster = await startPostgresCluster(crashSafe);
  if (cluster === null) return withoutPostgres();
  try {
    const address = { engine: "postgres", url: cluster.urlOf("postgres") } as const;
    await migrateAt(address);
    console.log(`Letting PostgreSQL crash and start again, ${times} times…`);
    return tellOfOrders(await cutConnections(address, times, () => cluster.restart()), times);
  } finally {
    await cluster.stop();
  }
}

function tellOfOrders(
  { acknowledged, refused, faults }: Awaited<ReturnType<typeof cutConnections>>,
  times: number,
): number {
  console.log(`${times} times: ${acknowledged} orders taken, ${refused} told to try again.`);
  return tell(faults, "Every order is there exactly once, none is there in part.");
}

async function over(
  engine: Engine,
  torture: (address: DatabaseAddress) => Promise<number>,
): Promise<number> {
  const database = await migratedDatabase(engine);
  if (database === null) return withoutPostgres();
  try {
    return await torture(database.address);
  } finally {
    await database.remove();
  }
}

function withoutPostgres(): number {
  console.log("PostgreSQL is not on this machine: nothing is done to it.");
  return 0;
}

function tell(faults: readonly string[], otherwise: string): number {
  for (const fault of faults) console.error(`✗ ${fault}`);
  if (faults.length === 0) console.log(`✓ ${otherwise}`);
  return faults.length;
}
