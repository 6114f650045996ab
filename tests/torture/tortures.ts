import type { DatabaseAddress, Engine } from "#platform/database/database.ts";
import { createLog } from "#platform/metrics/log.ts";
import { crashSafe, startPostgresCluster } from "../support/databases/postgres-cluster.ts";
import { noSections, openSite } from "../support/servers/site.ts";
import {
  type CutConnections,
  cutConnections,
  endBackends,
  injectConflicts,
} from "./cut-connections.ts";
import { fillDisk } from "./full-disk.ts";
import { killCycles } from "./kill-cycles.ts";
import { killPayments } from "./kill-payments.ts";
import { killRoom } from "./kill-room.ts";
import { killWrites } from "./kill-writes.ts";
import { limitedPages } from "./limited-pages.ts";
import { migrateAt, migratedDatabase } from "./migrated-database.ts";
import { numberInvoices } from "./number-invoices.ts";
import { mountSmallDisk } from "./small-disk.ts";

interface Outcome {
  readonly acknowledged: number;
  /** Number of times that something was interrupted. Without one, nothing was proved. */
  readonly interrupted: number;
  /** What happened, for the terminal. */
  readonly summary: string;
  readonly faults: readonly string[];
}

export interface Torture {
  readonly name:
    | "payments"
    | "invoices"
    | "cycles"
    | "writes"
    | "room"
    | "disk"
    | "connections"
    | "restarts";
  readonly engine: Engine;
  /** Protocol of the payments; only the torture of payments has one. */
  readonly protocol?: "standard" | "rest" | "stripe";
  readonly does: string;
  /** What no fault means. */
  readonly proves: string;
  readonly times: number;
  readonly timesInRelease: number;
  /** Resolves to null if the machine lacks the engine. */
  run(times: number): Promise<Outcome | null>;
}

const engines: readonly Engine[] = ["sqlite", "postgres"];

const ofPayments = engines.flatMap((engine) =>
  (["standard", "rest", "stripe"] as const).map(
    (protocol): Torture => ({
      name: "payments",
      engine,
      protocol,
      does: "Killing the process that takes notifications",
      proves: "Every acknowledged notification was applied exactly once, and all sums agree.",
      times: 1000,
      timesInRelease: 2,
      run: (times) =>
        over(engine, async (address) => {
          const killed = await killPayments(address, protocol, times);
          const { acknowledged, interrupted, applied } = killed;
          const summary = `${acknowledged} notifications acknowledged, ${applied} of them applied by killed processes; ${interrupted} times one was between its answer and its effect.`;
          return { ...killed, summary };
        }),
    }),
  ),
);

const ofWrites = engines.map(
  (engine): Torture => ({
    name: "writes",
    engine,
    does: "Killing the process that takes orders and edits",
    proves: "Every acknowledged write is there, none is there in part.",
    times: 500,
    timesInRelease: 2,
    run: (times) =>
      over(engine, async (address) => {
        const killed = await killWrites(address, times);
        const { acknowledged, interrupted, committed } = killed;
        const summary = `${acknowledged} writes acknowledged, ${interrupted} never answered, of which ${committed} are there.`;
        return { ...killed, summary };
      }),
  }),
);

const killsOfNumbers = 20;

const ofInvoices = engines.map(
  (engine): Torture => ({
    name: "invoices",
    engine,
    does: "Killing two processes that enter payments at the turn of the year",
    proves: "Every payment has one invoice, and no number is missing or was given twice.",
    times: 10_000,
    // PostgreSQL takes several times as long for a payment.
    timesInRelease: engine === "sqlite" ? 10_000 : 3000,
    run: (payments) =>
      over(engine, async (address) => {
        const killed = await numberInvoices(address, {
          payments,
          kills: killsOfNumbers,
          // One series on each engine; `invoice-numbers.test.ts` has both.
          isPerYear: engine === "postgres",
        });
        const { acknowledged, interrupted, series } = killed;
        const summary = `${acknowledged} payments; ${interrupted} processes killed; documents: ${series}.`;
        return { ...killed, summary };
      }),
  }),
);

const ofCycles = engines.map(
  (engine): Torture => ({
    name: "cycles",
    engine,
    does: "Killing the process that makes the orders of subscriptions",
    proves: "Every period has one order, and every order one payment.",
    times: 500,
    timesInRelease: 3,
    run: (times) =>
      over(engine, async (address) => {
        const killed = await killCycles(address, times);
        const { acknowledged, interrupted, halfDone, unapplied } = killed;
        const summary = `${acknowledged} cycles made and paid; ${interrupted} of ${times} kills fell into work: ${halfDone} pieces of it were half done, and ${unapplied} messages of the provider were acknowledged and not applied.`;
        return { ...killed, summary };
      }),
  }),
);

const ofRooms = engines.map(
  (engine): Torture => ({
    name: "room",
    engine,
    does: "Killing the process that serves the rooms of orders",
    proves: "Every file, message, delivery, email and reminder is there exactly once.",
    times: 250,
    timesInRelease: 3,
    run: (times) =>
      over(engine, async (address) => {
        const { acknowledged, interrupted: cut, faults } = await killRoom(address, times);
        const interrupted = Object.values(cut).reduce((sum, count) => sum + count, 0);
        const summary = `${acknowledged} requests acknowledged; interrupted were ${cut.upload} uploads, ${cut.delivery} deliveries, ${cut.email} emails by HTTP, ${cut.mailbox} emails of the mailbox and ${cut.job} jobs.`;
        return { acknowledged, interrupted, summary, faults };
      }),
  }),
);

const ofDisk: Torture = {
  name: "disk",
  engine: "sqlite",
  does: "Ordering until there is no room left",
  proves: "Reading went on, and with room again everything does.",
  times: 1,
  timesInRelease: 1,
  async run() {
    const disk = await mountSmallDisk();
    const settings: Record<string, string> = disk === null ? {} : { DATA_DIR: disk.directory };
    const site = await openSite(settings, createLog("silent"), noSections);
    const room = disk ?? limitedPages(site.services.database);
    const filled = fillDisk(site, room);
    const { acknowledged, refused, faults } = await within(mostMsOfFilling, "The orders", filled);
    await within(mostMsOfClosing, "Closing the site on the full disk", site.close());
    const where = disk === null ? "SQLite's limit of pages" : "a small disk of its own";
    const summary = `${acknowledged} orders taken, ${refused} refused for want of room, with ${where}.`;
    return { acknowledged, interrupted: refused, summary, faults };
  },
};

const mostMsOfFilling = 120_000;
const mostMsOfClosing = 15_000;

async function within<T>(mostMs: number, what: string, work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const message = `${what} did not end within ${mostMs / 1000} seconds.`;
  const timer = setTimeout(() => reject(new Error(message)), mostMs);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

const orderOutcome = (
  { acknowledged, refused, faults }: CutConnections,
  interrupted: number,
): Outcome => ({
  acknowledged,
  interrupted,
  summary: `${acknowledged} orders taken, ${refused} told to try again.`,
  faults,
});
const ofOrders = {
  engine: "postgres",
  proves: "Every order is there exactly once, none is there in part.",
} as const;

const ofConnections: Torture = {
  ...ofOrders,
  name: "connections",
  does: "Ending all connections, and refusing one order in three at first",
  times: 200,
  timesInRelease: 5,
  run: (times) =>
    over("postgres", async (address) =>
      orderOutcome(await cutConnections(address, times, endBackends, injectConflicts), times),
    ),
};

const ofRestarts: Torture = {
  ...ofOrders,
  name: "restarts",
  does: "Letting PostgreSQL crash and start again",
  times: 20,
  timesInRelease: 2,
  async run(times) {
    const cluster = await startPostgresCluster(crashSafe);
    if (cluster === null) return null;
    try {
      const address = { engine: "postgres", url: cluster.urlOf("postgres") } as const;
      await migrateAt(address);
      return orderOutcome(await cutConnections(address, times, () => cluster.restart()), times);
    } finally {
      await cluster.stop();
    }
  },
};

export const tortures: readonly Torture[] = [
  ...ofPayments,
  ...ofInvoices,
  ...ofCycles,
  ...ofWrites,
  ...ofRooms,
  ofDisk,
  ofConnections,
  ofRestarts,
];

async function over(
  engine: Engine,
  torture: (address: DatabaseAddress) => Promise<Outcome>,
): Promise<Outcome | null> {
  const database = await migratedDatabase(engine);
  if (database === null) return null;
  try {
    return await torture(database.address);
  } finally {
    await database.remove();
  }
}
