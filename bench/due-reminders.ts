import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { briefReminderJob } from "../src/orders/room/brief/brief-record.server.ts";
import { fillingStatements } from "../tests/support/databases/fill-tables.ts";
import { type FurrowServer, startFurrow } from "../tests/support/servers/furrow-server.ts";
import { type LoadResult, load } from "./load.ts";
import { type Measure, median } from "./measure.ts";
import { pageHeaders } from "./recorded-page.ts";

const rooms = 10_000;
const connections = 32;
const seconds = 0.75;

/**
 * Speed of the landing page while the server sends reminders of briefs that are all due at once,
 * compared with an idle server in alternate rounds. Each reminder also queues an email.
 */
export async function measureDueReminders(): Promise<Measure[]> {
  const [busy, quiet] = [await startFurrow(), await startFurrow()];
  const visit = ({ url }: FurrowServer) =>
    load({ url: `${url}/`, headers: pageHeaders }, connections, seconds);
  const jobs = openJobs(busy.dataDirectory);
  try {
    for (const furrow of [busy, quiet, busy, quiet]) await visit(furrow);
    const began = performance.now();
    jobs.makeDue();
    while (jobs.countDue() === rooms) await sleep(20);
    const rounds: { readonly busy: LoadResult; readonly quiet: LoadResult }[] = [];
    while (jobs.countDue() > 0) rounds.push({ busy: await visit(busy), quiet: await visit(quiet) });
    const took = performance.now() - began;
    // Drops the last round, because the reminders can have ended during it.
    if (rounds.length > 1) rounds.pop();
    const reminded = jobs.countReminders();
    if (reminded !== rooms) throw new Error(`${reminded} of ${rooms} emails are queued.`);
    const title = `${rooms.toLocaleString("en-US")} reminders due at once`;
    const compare = (value: (result: LoadResult) => number) => ({
      furrow: median(rounds.map((round) => value(round.busy))),
      baseline: median(rounds.map((round) => value(round.quiet))),
    });
    return [
      {
        name: `${title}: landing page, 99th percentile, beside a quiet server`,
        ...compare(({ p99 }) => p99),
        unit: "ms",
        target: { of: "ratio", atMost: 2 },
      },
      {
        name: `${title}: landing page, requests, beside a quiet server`,
        ...compare(({ perSecond }) => perSecond),
        unit: "per second",
      },
      { name: `${title}: until all are done`, furrow: took, unit: "ms" },
    ];
  } finally {
    jobs.close();
    await busy.stop();
    await quiet.stop();
  }
}

/** Paid orders of different customers with open briefs, whose reminders wait for `makeDue`. */
function openJobs(dataDirectory: string) {
  const database = new DatabaseSync(join(dataDirectory, "furrow.db"), { timeout: 60_000 });
  const filled = fillingStatements(rooms, ["orders", "order_briefs", "order_brief_events"]);
  database.exec("begin immediate");
  for (const statement of filled) database.exec(statement);
  const later = Date.now() + 24 * 60 * 60_000;
  database.exec(`
    update orders set payment_status = 'Paid', order_status = 'Pending';
    update order_briefs set missing_since = null, changed_at = null;
    insert into scheduled_jobs (kind, subject, scheduled_for, next_attempt_at)
    select '${briefReminderJob}', order_id, ${later}, ${later} from order_briefs;
    commit; pragma wal_checkpoint(truncate)`);
  const due = database.prepare(
    "select count(*) as due from scheduled_jobs where scheduled_for <= ?",
  );
  const reminders = database.prepare(
    "select count(*) as emails from mail_outbox where letter = 'briefReminder'",
  );
  return {
    makeDue(): void {
      database.prepare("update scheduled_jobs set scheduled_for = 0, next_attempt_at = 0").run();
    },
    /** Reminders, and emails about news of rooms, that are due and not done. */
    countDue: () => Number(due.get(Date.now())?.due),
    countReminders: () => Number(reminders.get()?.emails),
    close: () => database.close(),
  };
}
