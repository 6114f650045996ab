import { receiveMessage } from "#inbox/messages/receive-message.ts";
import type { Database } from "#platform/database/database.ts";
import type { Sender } from "#platform/rate-limit.ts";
import { postFor } from "./post.ts";

const secret = "a secret of thirty-two characters";

export function openInbox(database: Database, settings: { readonly smtpUrl?: string } = {}) {
  const time = { now: Date.UTC(2026, 10, 20, 12) };
  const clock = () => time.now;
  const publicUrl = "https://furrow.example";
  return {
    database,
    clock,
    time,
    secret,
    publicUrl,
    post: postFor({ publicUrl, ownerEmail: "own@example.com", clock }),
    configuration: { rateLimitFactor: 1000, smtpUrl: settings.smtpUrl },
    /** Queued emails, oldest first. */
    outbox: () => database.read.selectFrom("mail_outbox").selectAll().orderBy("id").execute(),
    /** Queued emails about messages to the owner, oldest first. */
    toOwner: () =>
      database.read
        .selectFrom("mail_outbox")
        .selectAll()
        .where("letter", "=", "newMessageOwner")
        .orderBy("id")
        .execute(),
    auditLog: () => database.read.selectFrom("audit_log").selectAll().orderBy("id").execute(),
  };
}

export type Inbox = ReturnType<typeof openInbox>;

export const sender: Sender = { clientAddress: "203.0.113.7" };

export const letter = {
  name: "Ann Field",
  email: "ann@example.com",
  number: "+47 220 00 000",
  subject: "A question",
  message: "When do you sow?\nI have clay.",
};

/** Stores messages as the contact form does. Returns the ids of the messages. */
export async function receive(inbox: Inbox, ...messages: Partial<typeof letter>[]) {
  const ids: string[] = [];
  for (const message of messages) {
    ids.push((await receiveMessage(inbox, sender, { ...letter, ...message }))._id);
  }
  return ids;
}
