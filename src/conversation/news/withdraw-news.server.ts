import { withdrawMails, withdrawUnsentMails } from "#mail/outbox/withdraw-mails.server.ts";
import { companyRecipients } from "#orders/company-recipients.server.ts";
import type { Order } from "#orders/order.ts";
import type { WriteTransaction } from "#platform/database/database.ts";
import { endReminders } from "./end-reminders.server.ts";
import type { NewsEvent } from "./order-news.server.ts";

/**
 * Deletes the waiting news of a locked order and the queued emails about an undone event. Returns
 * false when an email about the event was sent or may be on its way; the caller then rolls back.
 */
export async function withdrawNews(
  tx: WriteTransaction,
  order: Order,
  email: NewsEvent,
  since: number,
): Promise<boolean> {
  const { id } = order;
  const waiting = await tx
    .deleteFrom("order_news")
    .where("order_id", "=", id)
    .where("email", "=", email)
    .where("created_at", ">=", since)
    .returning("account_id")
    .execute();
  // This news is not distributed yet, so no queued email contains it.
  if (waiting.some(({ account_id }) => account_id === null)) return true;
  const people = await companyRecipients(tx, order, "orders");
  const accounts = people.map(({ accountId }) => accountId);
  const inLists = await tx
    .selectFrom("mail_outbox")
    .select("id")
    .where("about", "in", [id, ...accounts])
    .where("created_at", ">=", since)
    // A daily email is about the account of its recipient, and names each order by its page.
    .where(({ and, eb, or }) =>
      or([
        eb("letter", "=", "orderNews"),
        and([eb("letter", "=", "dailyNews"), eb("text_body", "like", `%/my-order/${id}%`)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  if (inLists !== undefined) return false;
  return (await withdrawMails(tx, { about: id, letter: email, since })) !== null;
}

/**
 * Deletes what still asks the customer for an answer to a delivery, because the customer of the
 * locked order has just answered it: waiting news, and queued emails that were not sent.
 */
export async function withdrawAskingForAnswer(
  tx: WriteTransaction,
  { id }: Order,
  now: number,
): Promise<void> {
  await tx
    .deleteFrom("order_news")
    .where("order_id", "=", id)
    .where("email", "=", "orderDelivered")
    .execute();
  // The news of the delivery would have ended the reminders of the brief.
  await endReminders(tx, id);
  for (const letter of ["orderDelivered", "deliveryReminder"]) {
    await withdrawUnsentMails(tx, { about: id, letter }, now);
  }
}
