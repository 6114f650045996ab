import type { Database } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import { openSiteDatabase } from "../databases/site-database.ts";

function waitingMail(orderId: string) {
  const id = newId();
  return {
    id,
    mail_key: id,
    content_hash: id,
    received_at: Date.now(),
    subject: "Re: your order",
    sender: "home@example.net",
    sender_key: "home@example.net",
    attachments: 0,
    original: "From home.\n\n> Which address?",
    text: "From home.",
    order_id: orderId,
    state: "waiting" as const,
    side: "customer" as const,
  };
}

/** Stores an email that waits for a decision about an order. Returns its id. */
export async function insertWaitingMail(database: Database, orderId: string): Promise<string> {
  const mail = waitingMail(orderId);
  await database.write((tx) => tx.insertInto("incoming_mails").values(mail).execute());
  return mail.id;
}

/** Like `insertWaitingMail`, for the SQLite file of a running site. */
export function insertWaitingMailIn(file: string, orderId: string): string {
  const mail = waitingMail(orderId);
  const columns = Object.keys(mail);
  const database = openSiteDatabase(file);
  database
    .prepare(
      `insert into incoming_mails (${columns.join(", ")}) values (${columns.map(() => "?").join(", ")})`,
    )
    .run(...Object.values(mail));
  database.close();
  return mail.id;
}
