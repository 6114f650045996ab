import { withdrawMails } from "../../../mail/outbox/withdraw-mails.server.ts";
import type { WriteTransaction } from "../../../platform/database/database.ts";
import type { Order } from "../../order.ts";
import type { NewsEvent } from "./order-news.server.ts";

/**
 * Deletes waiting news of a locked order whose cause is undone. Returns false, and deletes nothing
 * more, when an email with the news was sent or may be on its way.
 */
export async function withdrawNews(
  tx: WriteTransaction,
  { id, accountId }: Order,
  email: NewsEvent,
  since: number,
): Promise<boolean> {
  const waiting = await tx
    .deleteFrom("order_news")
    .where("order_id", "=", id)
    .where("email", "=", email)
    .where("created_at", ">=", since)
    .returning("account_id")
    .execute();
  // No email contains the news yet, so emails with other news do not matter.
  if (waiting.some(({ account_id }) => account_id === null)) return true;
  const inLists = await tx
    .selectFrom("mail_outbox")
    .select("id")
    .where("about", "in", [id, accountId])
    .where("letter", "in", ["orderNews", "dailyNews"])
    .where("created_at", ">=", since)
    .limit(1)
    .executeTakeFirst();
  if (inLists !== undefined) return false;
  return (await withdrawMails(tx, { about: id, letter: email, since })) !== null;
}
