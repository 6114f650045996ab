// `npm run bench`: runs the measures, prints the figures and stores them in `bench/results.json`.
// Arguments name the measures to run.
import { availableParallelism } from "node:os";
import { measureChecks } from "./checks.ts";
import { measureChecksAtOnce } from "./checks-at-once.ts";
import { measureDueReminders } from "./due-reminders.ts";
import { measureGrowth } from "./growth.ts";
import { measureFlatMemory, measureIdleMemory } from "./idle-memory.ts";
import { measureLandingPage } from "./landing-page.ts";
import { type Measure, tableOf } from "./measure.ts";
import { measureNotifications } from "./notifications.ts";
import { measureOrderLists } from "./order-lists.ts";
import { measureOrderRooms } from "./order-rooms.ts";
import { measureOrders } from "./orders.ts";
import { measurePageMiss } from "./page-miss.ts";
import { measurePanel } from "./panel.ts";
import { measureParsers } from "./parsers.ts";
import { measureProcesses } from "./processes.ts";
import { keepResult } from "./results.ts";
import { measureSaving } from "./saving.ts";
import { measureStart } from "./start-to-first-byte.ts";

const all: Readonly<Record<string, () => Promise<Measure[]>>> = {
  landing: measureLandingPage,
  miss: measurePageMiss,
  start: measureStart,
  memory: measureIdleMemory,
  "memory-flat": measureFlatMemory,
  orders: measureOrders,
  notifications: measureNotifications,
  "order-lists": measureOrderLists,
  "order-rooms": measureOrderRooms,
  "due-reminders": measureDueReminders,
  growth: measureGrowth,
  processes: measureProcesses,
  panel: measurePanel,
  saving: measureSaving,
  check: measureChecks,
  "checks-at-once": measureChecksAtOnce,
  parsers: measureParsers,
};

/** These measures take minutes, so they run only when an argument names them. */
const takesMinutes = new Set(["memory-flat", "due-reminders", "parsers"]);

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in all));
if (unknown.length > 0) {
  console.error(`There is no measure "${unknown[0]}". There are: ${Object.keys(all).join(", ")}.`);
  process.exit(1);
}
// A signal alone would end the process without its "exit" handlers, which stop the servers.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => process.exit(1));

const measures: Measure[] = [];
for (const [name, measure] of Object.entries(all)) {
  if (wanted.length > 0 ? !wanted.includes(name) : takesMinutes.has(name)) continue;
  console.log(`Measuring ${name}…`);
  const taken = await measure();
  keepResult(name, taken);
  measures.push(...taken);
}
console.log(`
Furrow beside a bare node:http server that does the same work, in this run, on
${availableParallelism()} cores with Node ${process.versions.node}; the load comes from the same machine.
`);
console.log(tableOf(measures));
