import type { Post } from "../../../mail/mailer.ts";
import type { Queries, WriteTransaction } from "../../../platform/database/database.ts";
import { type JobHandlers, scheduleJob } from "../../../platform/schedule/scheduled-jobs.server.ts";
import { queueOrderEmails } from "../../order-emails.server.ts";
import { lockOrder } from "../../order-store.server.ts";
import { fileNamesOf } from "../files/order-files.ts";
import { replyReferences } from "../mail/reply-address.ts";
import { withoutFoundPasswords } from "../secrets/find-passwords.ts";
import { otherSide } from "./order-message.ts";
import type { OrderRoomRow, Side } from "./order-message-tables.server.ts";
import { textOfFiles } from "./text-of-files.ts";

export const messageEmailJob = "order-message-email";

const minuteMs = 60_000;
/** Time in which the writer adds a second message, and the other side reads without an email. */
const graceMs = 2 * minuteMs;
/** The other side gets at most one email in this time. */
const pauseMs = 10 * minuteMs;

const emailedColumns = { customer: "customer_emailed", team: "team_emailed" } as const;
const emailedAtColumns = { customer: "customer_emailed_at", team: "team_emailed_at" } as const;
const readColumns = { customer: "customer_read", team: "team_read" } as const;

export const messageEmailSubject = (orderId: string, recipient: Side) => `${orderId}:${recipient}`;

/** A job that is scheduled already keeps its time, so several messages become one email. */
export async function scheduleMessageEmail(
  tx: WriteTransaction,
  orderId: string,
  recipient: Side,
  at: number,
): Promise<void> {
  const room = await selectRoom(tx, orderId);
  const last = room?.[emailedAtColumns[recipient]] ?? 0;
  await scheduleJob(tx, {
    kind: messageEmailJob,
    subject: messageEmailSubject(orderId, recipient),
    dueAt: Math.max(at + graceMs, last + pauseMs),
  });
}

export function orderMessageJobs(post: Post): JobHandlers {
  return {
    [messageEmailJob]: async (tx, { subject }, now) => {
      const [orderId = "", recipient] = subject.split(":");
      await emailUnread(tx, post, orderId, recipient === "team" ? "team" : "customer", now);
    },
  };
}

/** Queues one email with all messages since the last email that are not read yet; none without. */
async function emailUnread(
  tx: WriteTransaction,
  post: Post,
  orderId: string,
  recipient: Side,
  now: number,
): Promise<void> {
  const order = await lockOrder(tx, orderId);
  const room = await selectRoom(tx, orderId);
  if (order === undefined || room === undefined) return;
  // The account was deleted, and with it all emails about its orders.
  if (order.customerEmail === "") return;
  const through = Math.max(room[readColumns[recipient]], room[emailedColumns[recipient]]);
  const rows = await tx
    .selectFrom("order_messages")
    .select(["id", "text"])
    .where("order_id", "=", order.id)
    .where("number", ">", through)
    .where("side", "=", otherSide(recipient))
    .orderBy("number")
    .execute();
  if (rows.length === 0) return;
  const messages = quoted(
    await withFileNames(tx, order.id, await withoutMailedPasswords(tx, order.id, rows)),
  );
  await queueOrderEmails(tx, post, order, [
    {
      name: recipient === "customer" ? "orderMessage" : "orderMessageOwner",
      ...{ messages, ...replyReferences(post, order, recipient) },
    },
  ]);
  await tx
    .updateTable("order_rooms")
    .set({
      [emailedColumns[recipient]]: room.last_number,
      [emailedAtColumns[recipient]]: now,
    })
    .where("order_id", "=", order.id)
    .execute();
}

interface QuotedMessage {
  readonly id: string;
  readonly text: string;
}

/** A password that came by mail was asked about by nobody, so no email repeats it. */
async function withoutMailedPasswords(
  tx: WriteTransaction,
  orderId: string,
  messages: readonly QuotedMessage[],
): Promise<readonly QuotedMessage[]> {
  const mails = await tx
    .selectFrom("incoming_mails")
    .select("order_message_id")
    .where("order_id", "=", orderId)
    .where("order_message_id", "is not", null)
    .execute();
  const mailed = new Set(mails.map(({ order_message_id }) => order_message_id));
  return messages.map(({ id, text }) => ({
    id,
    text: mailed.has(id) ? withoutFoundPasswords(text, "(a password)") : text,
  }));
}

/** The texts of messages, each followed by the names of its files. */
async function withFileNames(
  tx: WriteTransaction,
  orderId: string,
  messages: readonly QuotedMessage[],
): Promise<readonly string[]> {
  const names = await fileNamesOf(tx, orderId);
  return messages.map(({ id, text }) => {
    const files = names.get(id) ?? [];
    if (files.length === 0) return text;
    const list = `Files: ${files.map(({ name }) => name).join(", ")}`;
    return text === textOfFiles(files) ? list : `${text}\n\n${list}`;
  });
}

const longestEmail = 20_000;

/** The messages one below the other. An email that would become too long counts the rest. */
function quoted(texts: readonly string[]): string {
  const shown: string[] = [];
  let length = 0;
  for (const text of texts) {
    length += text.length;
    if (length > longestEmail) break;
    shown.push(text);
  }
  const left = texts.length - shown.length;
  if (left > 0)
    shown.push(`${left} more ${left === 1 ? "message is" : "messages are"} on the page.`);
  return shown.join("\n\n");
}

function selectRoom(queries: Queries, orderId: string): Promise<OrderRoomRow | undefined> {
  return queries
    .selectFrom("order_rooms")
    .selectAll()
    .where("order_id", "=", orderId)
    .executeTakeFirst();
}
