import type { Post } from "#mail/mailer.ts";
import { queueEmail } from "#mail/queue-email.server.ts";
import type { Order } from "#orders/order.ts";
import { asOrder } from "#orders/order-store.server.ts";
import type { WriteTransaction } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import { type JobHandlers, scheduleLockedJob } from "#platform/schedule/scheduled-jobs.server.ts";
import { addDays } from "#platform/time/calendar.ts";
import { dayOf, longDateOf, startOfHour } from "#platform/time/dates.ts";
import type { Side } from "../messages/order-message-tables.server.ts";
import { dailyEmailJob, dailyEmailSubject } from "./daily-email-job.ts";
import { type Mailbox, mailboxesOf } from "./mailboxes.server.ts";
import { choicePaths, dailyHour } from "./news-emails.ts";
import { textsOfNews } from "./news-texts.server.ts";
import type { OrderNewsRow } from "./order-news-tables.server.ts";

/** Keeps news about one order for the next daily email of a person. */
export async function keepForDailyEmail(
  tx: WriteTransaction,
  post: Post,
  { accountId }: Mailbox,
  news: readonly OrderNewsRow[],
  now: number,
): Promise<void> {
  const [{ side } = { side: "customer" as Side }] = news;
  if (accountId === null) return;
  // Schedules the job before the news is inserted. If another process is running the job, this
  // transaction waits for that process and then schedules the job again.
  await scheduleLockedJob(tx, {
    kind: dailyEmailJob,
    subject: dailyEmailSubject(accountId, side),
    dueAt: nextDailyEmail(now, await post.readTimeZone(tx)),
  });
  await tx
    .insertInto("order_news")
    .values(news.map((one) => ({ ...one, id: newId(), account_id: accountId })))
    .execute();
}

/** The next time of the daily email, at `dailyHour` in the site's time zone. */
export function nextDailyEmail(now: number, timeZone: string): number {
  const today = dayOf(now, timeZone);
  const at = startOfHour(today, dailyHour, timeZone);
  return at > now ? at : startOfHour(addDays(today, 1), dailyHour, timeZone);
}

export function dailyEmailJobs(post: Post): JobHandlers {
  return {
    [dailyEmailJob]: async (tx, { subject }, now) => {
      const [accountId = "", recipient] = subject.split(":");
      await sendDailyEmail(tx, post, accountId, recipient === "team" ? "team" : "customer", now);
    },
  };
}

/** Queues one email with all news that waits for a person, and deletes the news. */
async function sendDailyEmail(
  tx: WriteTransaction,
  post: Post,
  accountId: string,
  side: Side,
  now: number,
): Promise<void> {
  const news = await tx
    .deleteFrom("order_news")
    .where("account_id", "=", accountId)
    .where("side", "=", side)
    .returningAll()
    .execute();
  if (news.length === 0) return;
  news.sort((one, other) => (one.id < other.id ? -1 : 1));
  const orders = await ordersOf(tx, news);
  const parts: string[] = [];
  let last: Mailbox | undefined;
  for (const order of orders) {
    // The person may have changed the choice, or have lost the right to see the room.
    const mailboxes = await mailboxesOf(tx, post, order, side);
    const mailbox = mailboxes.find((one) => one.accountId === accountId);
    if (mailbox === undefined || mailbox.choice === "never") continue;
    const ofOrder = news.filter(({ order_id }) => order_id === order.id);
    const texts = await textsOfNews(tx, order, ofOrder, mailbox);
    if (texts.length === 0) continue;
    const page = `${post.publicUrl}${pageOf(order, side, mailbox)}`;
    parts.push([`Order ${order.number}, ${order.packageName}\n${page}`, ...texts].join("\n\n"));
    last = mailbox;
  }
  if (last === undefined) return;
  const date = longDateOf(now, { timeZone: await post.readTimeZone(tx) });
  await queueEmail(tx, post, {
    name: side === "customer" ? "dailyNews" : "dailyNewsOwner",
    recipient: last.address,
    values: { date, news: shortened(parts) },
    path: side === "customer" ? "/my-order" : last.seesWholeOrder ? "/total-orders" : "/my-work",
    choicePath: choicePaths[side],
    about: accountId,
  });
}

const longestEmail = 60_000;

/**
 * Joins the parts. If the email would become too long, the last line counts the orders that are
 * left out.
 */
function shortened(parts: readonly string[]): string {
  const shown: string[] = [];
  let length = 0;
  for (const part of parts) {
    length += part.length;
    if (length > longestEmail && shown.length > 0) break;
    shown.push(part);
  }
  const left = parts.length - shown.length;
  if (left > 0) shown.push(`There is news about ${left} more ${left === 1 ? "order" : "orders"}.`);
  return shown.join("\n\n");
}

function pageOf({ id }: Order, side: Side, { seesWholeOrder }: Mailbox): string {
  if (side === "customer") return `/my-order/${id}`;
  return seesWholeOrder ? `/admin/payment-status/${id}` : `/my-work/${id}`;
}

/** The orders of the news by number, without orders of deleted accounts. */
async function ordersOf(
  tx: WriteTransaction,
  news: readonly OrderNewsRow[],
): Promise<readonly Order[]> {
  const ids = [...new Set(news.map(({ order_id }) => order_id))];
  const rows = await tx
    .selectFrom("orders")
    .selectAll()
    .where("id", "in", ids)
    .where("customer_email", "<>", "")
    .orderBy("number")
    .execute();
  return rows.map(asOrder);
}
