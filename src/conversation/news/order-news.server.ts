import type { Post } from "#mail/mailer.ts";
import type { MailChoice } from "#mail/team/notification-topics.ts";
import type { Order } from "#orders/order.ts";
import { queueOrderEmails } from "#orders/order-emails.server.ts";
import { lockOrder } from "#orders/order-store.server.ts";
import type { Queries, WriteTransaction } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import { type JobHandlers, scheduleJob } from "#platform/schedule/scheduled-jobs.server.ts";
import type { OrderRoomRow, Side } from "../order-message-tables.server.ts";
import { keepForDailyEmail } from "./daily-email.server.ts";
import { endReminders } from "./end-reminders.server.ts";
import { type Mailbox, mailboxesOf } from "./mailboxes.server.ts";
import { choicePaths, type NewsEmail, newsEmails } from "./news-emails.ts";
import {
  factsFor,
  type NewsFacts,
  quoted,
  sentNews,
  textsOfMessages,
  textsOfNews,
} from "./news-texts.server.ts";
import type { OrderNewsRow } from "./order-news-tables.server.ts";
import { replyReferences } from "./reply-address.ts";

/** The name is from the time when messages were the only news. Stored jobs have this name. */
export const orderNewsJob = "order-message-email";

const minuteMs = 60_000;
/**
 * Delay before an email about a message. The writer can add a second message meanwhile, or the
 * other side can read the message on the page.
 */
const messageDelayMs = 2 * minuteMs;
/** A side gets at most one email about the room of an order in this time. */
const pauseMs = 10 * minuteMs;

const emailedColumns = { customer: "customer_emailed", team: "team_emailed" } as const;
const emailedAtColumns = { customer: "customer_emailed_at", team: "team_emailed_at" } as const;

export const orderNewsSubject = (orderId: string, recipient: Side) => `${orderId}:${recipient}`;

/**
 * News that `addOrderNews` stores. Messages stay in their own table, and `tellAssignee` tells of
 * assignments.
 */
export type NewsEvent = Exclude<NewsEmail, "orderMessage" | "orderMessageOwner" | "orderAssigned">;

interface NewNews {
  readonly name: NewsEvent;
  readonly facts?: NewsFacts;
  readonly at: number;
  /** Delay before the email, in which the event can be undone. */
  readonly delayMs?: number;
}

/**
 * Stores news for a side about an event in the room of a locked order, in the transaction of the
 * event. News of the same ten minutes comes in one email. Stores nothing about a demonstration
 * order, or when the customer's account was deleted.
 */
export async function addOrderNews(
  tx: WriteTransaction,
  order: Order,
  { name, facts = [], at, delayMs = 0 }: NewNews,
): Promise<void> {
  const side = newsEmails[name];
  if (order.isDemonstration || order.customerEmail === "") return;
  // Deletes the news of an earlier delivery that was taken back before anybody was told.
  if (name === "orderDelivered") await undistributed(tx, order.id, side, name).execute();
  await tx
    .insertInto("order_news")
    .values({
      id: newId(),
      order_id: order.id,
      side,
      account_id: null,
      email: name,
      facts: JSON.stringify(facts),
      after_message: 0,
      through_message: 0,
      created_at: at + delayMs,
    })
    .execute();
  await scheduleNewsEmail(tx, order.id, side, at + delayMs);
}

function undistributed(tx: WriteTransaction, orderId: string, side: Side, name?: NewsEvent) {
  return tx
    .deleteFrom("order_news")
    .where("order_id", "=", orderId)
    .where("side", "=", side)
    .where("account_id", "is", null)
    .$if(name !== undefined, (query) => query.where("email", "=", name as NewsEvent));
}

/**
 * Schedules the email to the other side about new messages. The job finds the messages by their
 * numbers in `order_rooms`.
 */
export function tellOfMessages(
  tx: WriteTransaction,
  orderId: string,
  recipient: Side,
  at: number,
): Promise<void> {
  return scheduleNewsEmail(tx, orderId, recipient, at + messageDelayMs);
}

/** A job that is scheduled already keeps its time, so one email covers several events. */
async function scheduleNewsEmail(
  tx: WriteTransaction,
  orderId: string,
  recipient: Side,
  dueAt: number,
): Promise<void> {
  const room = await selectRoom(tx, orderId);
  const last = room?.[emailedAtColumns[recipient]] ?? Number.NEGATIVE_INFINITY;
  await scheduleJob(tx, {
    kind: orderNewsJob,
    subject: orderNewsSubject(orderId, recipient),
    dueAt: Math.max(dueAt, last + pauseMs),
  });
}

export function orderNewsJobs(post: Post): JobHandlers {
  return {
    [orderNewsJob]: async (tx, { subject }, now) => {
      const [orderId = "", recipient] = subject.split(":");
      await tellSide(tx, post, orderId, recipient === "team" ? "team" : "customer", now);
    },
  };
}

/** Distributes the due news to the people of a side, as each person has chosen. */
async function tellSide(
  tx: WriteTransaction,
  post: Post,
  orderId: string,
  side: Side,
  now: number,
): Promise<void> {
  const order = await lockOrder(tx, orderId);
  if (order === undefined) return;
  let news = await takeNews(tx, order, side, now);
  // The brief is needed until the customer is told of a delivery, because until then the team can
  // undo the delivery.
  if (news.some(({ email }) => email === "orderDelivered")) {
    await endReminders(tx, order.id);
    news = news.filter(({ email }) => email !== "briefWanted" && email !== "briefReminder");
  }
  await distribute(tx, post, order, side, news, now);
  // Schedules an email about news that is not due yet, because its event can still be undone.
  const next = await tx
    .selectFrom("order_news")
    .select("created_at")
    .where("order_id", "=", order.id)
    .where("side", "=", side)
    .where("account_id", "is", null)
    .orderBy("created_at")
    .limit(1)
    .executeTakeFirst();
  if (next !== undefined) await scheduleNewsEmail(tx, order.id, side, next.created_at);
}

async function distribute(
  tx: WriteTransaction,
  post: Post,
  order: Order,
  side: Side,
  news: readonly OrderNewsRow[],
  now: number,
): Promise<void> {
  // Nobody gets emails about a demonstration order, or about an order of a deleted account.
  if (news.length === 0 || order.customerEmail === "" || order.isDemonstration) return;
  // The email that asks for the brief comes with the receipt of the payment. It starts no pause,
  // because a pause would delay the first news about the work.
  const startsPause = news.some(({ email }) => email !== "briefWanted");
  const emailedAt = startsPause ? { [emailedAtColumns[side]]: now } : {};
  await tx
    .insertInto("order_rooms")
    .values({ order_id: order.id, last_number: 0, ...emailedAt })
    .onConflict((conflict) =>
      conflict.column("order_id").doUpdateSet((set) => ({
        [emailedColumns[side]]: set.ref("order_rooms.last_number"),
        ...emailedAt,
      })),
    )
    .execute();
  for (const mailbox of await mailboxesOf(tx, post, order, side)) {
    const chosen = (choice: MailChoice) =>
      news
        .filter(({ email }) => mailbox.choiceFor(email) === choice)
        // The email with the receipt of the payment has asked the people who see payments.
        .filter(({ email }) => email !== "briefWanted" || !mailbox.seesWholeOrder);
    await queueNewsEmail(tx, post, order, mailbox, chosen("at-once"));
    await keepForDailyEmail(tx, post, mailbox, chosen("daily"), now);
  }
}

/** Deletes and returns the due news of a side, with the messages that nobody has read. */
async function takeNews(
  tx: WriteTransaction,
  order: Order,
  side: Side,
  now: number,
): Promise<readonly OrderNewsRow[]> {
  const events = await undistributed(tx, order.id, side)
    .where("created_at", "<=", now)
    .returningAll()
    .execute();
  events.sort((one, other) => (one.id < other.id ? -1 : 1));
  const room = await selectRoom(tx, order.id);
  if (room === undefined) return events;
  const messages: OrderNewsRow = {
    id: newId(),
    order_id: order.id,
    side,
    account_id: null,
    created_at: now,
    email: side === "customer" ? "orderMessage" : "orderMessageOwner",
    facts: "[]",
    after_message: room[emailedColumns[side]],
    through_message: room.last_number,
  };
  const unread = await textsOfMessages(tx, messages);
  return unread.length === 0 ? events : [...events, messages];
}

/**
 * Queues one email with all news. News about one event has its own template; news about several
 * events, and all news for a person of the team who may not see the whole order, comes as a list.
 */
async function queueNewsEmail(
  tx: WriteTransaction,
  post: Post,
  order: Order,
  mailbox: Mailbox,
  news: readonly OrderNewsRow[],
): Promise<void> {
  const { accountId, address, seesWholeOrder } = mailbox;
  const shown = await sentNews(tx, news, mailbox);
  const [first] = shown;
  if (first === undefined) return;
  const { side, email, facts } = first;
  const messages: string[] = [];
  for (const one of shown) messages.push(...(await textsOfMessages(tx, one)));
  const recipient = {
    to: address,
    ...(side === "customer" && accountId !== null && { accountId }),
    choicePath: accountId === null ? undefined : choicePaths[side],
    hidesPrice: side === "customer" && !seesWholeOrder,
    ...(messages.length > 0 && replyReferences(post, order, side, { accountId, email: address })),
  };
  // A person of the team without the whole order gets a list, because the templates to the team name
  // the customer's address.
  if (shown.length === 1 && (seesWholeOrder || side === "customer")) {
    const isAboutMessages = messages.length > 0;
    await queueOrderEmails(tx, post, order, [
      {
        name: email,
        ...recipient,
        ...(isAboutMessages
          ? { messages: quoted(messages) }
          : { facts: factsFor(facts, mailbox), isAboutBrief: email.startsWith("brief") }),
      },
    ]);
    return;
  }
  const ofTeam = seesWholeOrder ? "orderNewsOwner" : "orderNewsWorker";
  const name = side === "customer" ? "orderNews" : ofTeam;
  const texts = await textsOfNews(tx, order, shown, mailbox);
  await queueOrderEmails(tx, post, order, [{ name, news: texts.join("\n\n"), ...recipient }]);
}

function selectRoom(queries: Queries, orderId: string): Promise<OrderRoomRow | undefined> {
  return queries
    .selectFrom("order_rooms")
    .selectAll()
    .where("order_id", "=", orderId)
    .executeTakeFirst();
}
