import type { Post } from "#mail/mailer.ts";
import type { Order } from "#orders/order.ts";
import { type Facts, queueOrderEmails } from "#orders/order-emails.server.ts";
import type { WriteTransaction } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import { keepForDailyEmail } from "./daily-email.server.ts";
import { mailboxesOf } from "./mailboxes.server.ts";
import { choicePaths } from "./news-emails.ts";
import type { OrderNewsRow } from "./order-news-tables.server.ts";

/**
 * Tells the person to whom an order was assigned, in the transaction of the assignment or of the
 * payment: at once or in the daily email, as the person has chosen. Does nothing for an order
 * without an assignee. `delayMs` delays the email, so that an undo can withdraw it.
 */
export async function tellAssignee(
  tx: WriteTransaction,
  post: Post,
  order: Order,
  at: number,
  { facts = [], delayMs = 0 }: { readonly facts?: Facts; readonly delayMs?: number } = {},
): Promise<void> {
  if (order.isDemonstration) return;
  const mailboxes = await mailboxesOf(tx, post, order, "team");
  const mailbox = mailboxes.find(
    ({ accountId }) => accountId !== null && accountId === order.assigneeId,
  );
  if (mailbox === undefined) return;
  const choice = mailbox.choiceFor("orderAssigned");
  if (choice === "at-once") {
    await queueOrderEmails(tx, post, order, [
      {
        name: "orderAssigned",
        to: mailbox.address,
        choicePath: choicePaths.team,
        facts,
        ...(delayMs > 0 && { sendAt: at + delayMs }),
      },
    ]);
  }
  if (choice === "daily") {
    const news: OrderNewsRow = {
      id: newId(),
      order_id: order.id,
      side: "team",
      account_id: null,
      facts: JSON.stringify(facts),
      email: "orderAssigned",
      after_message: 0,
      through_message: 0,
      created_at: at,
    };
    await keepForDailyEmail(tx, post, mailbox, [news], at);
  }
}
