import type { Post } from "#mail/mailer.ts";
import { queueEmail } from "#mail/queue-email.server.ts";
import { dailyEmailJob, dailyEmailSubject, nextDailyEmail } from "#mail/team/daily-email-job.ts";
import { takeDailyNotices } from "#mail/team/daily-notices.server.ts";
import { teamMailboxes } from "#mail/team/team-mailboxes.server.ts";
import type { Order } from "#orders/order.ts";
import { asOrder } from "#orders/order-store.server.ts";
import type { WriteTransaction } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import { type JobHandlers, scheduleLockedJob } from "#platform/schedule/scheduled-jobs.server.ts";
import { longDateOf } from "#platform/time/dates.ts";
import type { Side } from "../order-message-tables.server.ts";
import { type Mailbox, mailboxesOf } from "./mailboxes.server.ts";
import { choicePaths } from "./news-emails.ts";
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
  const [first] = news;
  if (accountId === null || first === undefined) return;
  const { side } = first;
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

export function dailyEmailJobs(post: Post): JobHandlers {
  return {
    [dailyEmailJob]: async (tx, { subject }, now) => {
      const [accountId = "", recipient] = subject.split(":");
      await sendDailyEmail(tx, post, accountId, recipient === "team" ? "team" : "customer", now);
    },
  };
}

/** Queues one email with all that waits for a person, and deletes what waited. */
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
  news.sort((one, other) => (one.id < other.id ? -1 : 1));
  const orders = await ordersOf(tx, news);
  const parts: string[] = [];
  let last: Mailbox | undefined;
  for (const order of orders) {
    // The person may have changed the choice, or have lost the right to see the room.
    const mailboxes = await mailboxesOf(tx, post, order, side);
    const mailbox = mailboxes.find((one) => one.accountId === accountId);
    if (mailbox === undefined) continue;
    const ofOrder = news.filter(
      ({ order_id, email }) => order_id === order.id && mailbox.choiceFor(email) !== "never",
    );
    const texts = await textsOfNews(tx, order, ofOrder, mailbox);
    if (texts.length === 0) continue;
    const page = `${post.publicUrl}${pageOf(order, side, mailbox)}`;
    parts.push([`Order ${order.number}, ${order.packageName}\n${page}`, ...texts].join("\n\n"));
    last = mailbox;
  }
  const { address, notices } =
    side === "team" ? await noticesFor(tx, post, accountId) : { address: undefined, notices: [] };
  parts.push(...notices.map(({ text }) => text));
  const recipient = last?.address ?? address;
  if (recipient === undefined || parts.length === 0) return;
  const ofTeam = last?.seesWholeOrder ? "/total-orders" : "/my-work";
  const date = longDateOf(now, { timeZone: await post.readTimeZone(tx) });
  await queueEmail(tx, post, {
    name: side === "customer" ? "dailyNews" : "dailyNewsOwner",
    recipient,
    values: { date, news: shortened(parts) },
    path: side === "customer" ? "/my-order" : (last === undefined && notices[0]?.path) || ofTeam,
    choicePath: choicePaths[side],
    about: accountId,
  });
}

/** What waits for a person of the team besides the news about rooms, with the person's address. */
async function noticesFor(tx: WriteTransaction, post: Post, accountId: string) {
  const team = await teamMailboxes(tx, post);
  const mailbox = team.find(({ actor }) => actor?.accountId === accountId);
  const notices = await takeDailyNotices(tx, post, accountId, mailbox);
  return { address: mailbox?.address, notices };
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
  if (ids.length === 0) return [];
  const rows = await tx
    .selectFrom("orders")
    .selectAll()
    .where("id", "in", ids)
    .where("customer_email", "<>", "")
    .orderBy("number")
    .execute();
  return rows.map(asOrder);
}
