import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { briefReminderJob } from "#conversation/news/end-reminders.server.ts";
import { fillingStatements } from "../tests/support/databases/fill-tables.ts";
import { type DueWork, measureLandingBesideWork } from "./landing-beside-work.ts";
import type { Measure } from "./measure.ts";

const rooms = 10_000;

/** Speed of the landing page during reminders of briefs. Each reminder also queues an email. */
export const measureDueReminders = (): Promise<Measure[]> =>
  measureLandingBesideWork(
    `${rooms.toLocaleString("en-US")} reminders due at once`,
    ({ dataDirectory }) => openReminders(dataDirectory),
  );

/**
 * Inserts paid orders of different customers, each with an open brief and a reminder. No reminder
 * is due before `makeDue` is called.
 */
function openReminders(dataDirectory: string): DueWork {
  const database = new DatabaseSync(join(dataDirectory, "furrow.db"), { timeout: 60_000 });
  const filled = fillingStatements(rooms, ["orders", "order_briefs", "order_brief_events"]);
  database.exec("begin immediate");
  for (const statement of filled) database.exec(statement);
  const later = Date.now() + 24 * 60 * 60_000;
  database.exec(`
    update orders set payment_status = 'Paid', order_status = 'Pending';
    update order_briefs set missing_since = null, changed_at = null;
    insert into scheduled_jobs (kind, subject, scheduled_for, due_at)
    select '${briefReminderJob}', order_id, ${later}, ${later} from order_briefs;
    commit; pragma wal_checkpoint(truncate)`);
  const due = database.prepare(
    "select count(*) as due from scheduled_jobs where scheduled_for <= ?",
  );
  const reminders = database.prepare(
    `select count(*) as due from scheduled_jobs
    where kind = '${briefReminderJob}' and scheduled_for = 0`,
  );
  const emails = database.prepare(
    "select count(*) as queued from mail_outbox where letter = 'briefReminder'",
  );
  return {
    makeDue(): void {
      database.prepare("update scheduled_jobs set scheduled_for = 0, due_at = 0").run();
    },
    hasBegun: () => Number(reminders.get()?.due) < rooms,
    /** Due jobs are reminders, and the emails about news of rooms that reminders schedule. */
    countDue: () => Number(due.get(Date.now())?.due),
    verify() {
      const queued = Number(emails.get()?.queued);
      if (queued !== rooms) throw new Error(`${queued} of ${rooms} emails are queued.`);
    },
    close: () => database.close(),
  };
}
