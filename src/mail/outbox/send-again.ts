import type { Selectable } from "kysely";
import {
  type Database,
  engineOf,
  type Tables,
  type WriteTransaction,
} from "#platform/database/database.ts";
import { canBeId } from "#platform/ids.ts";
import { isClaimed } from "#platform/leases.ts";
import type { Clock } from "#platform/time/clock.ts";
import { type Actor, authorOf } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import { requireRight } from "#policy/rights.ts";
import { addMailEvent } from "../sending/due-mail.server.ts";
import { htmlInRow } from "../templates/email-html.ts";
import { queueMail } from "./outbox.server.ts";
import { noSuchMail } from "./read-mails.ts";

interface SendAgainDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

/**
 * Sends an email again. A failed or waiting email is retried at once, and its attempts are counted
 * from zero. A sent email is queued as a copy, because mail servers may drop an email whose
 * Message-ID has arrived before. Returns the id of the email that now waits: the same email or the
 * copy. Throws "not-found".
 */
export async function sendAgain(
  { database, clock }: SendAgainDependencies,
  actor: Actor,
  id: string,
): Promise<string> {
  requireRight(actor, "send mails");
  if (!canBeId(id)) throw noSuchMail();
  const at = clock();
  return database.write(async (tx) => {
    const mail = await tx
      .selectFrom("mail_outbox")
      .selectAll()
      .where("id", "=", id)
      .$if(engineOf(tx) === "postgres", (query) => query.forUpdate())
      .executeTakeFirst();
    if (mail === undefined) throw noSuchMail();
    const sentId =
      mail.state === "sent" ? await queueCopy(tx, mail, at) : await retry(tx, mail, at);
    await addMailEvent(tx, id, "sent again", at, authorOf(actor));
    await audit(tx, actor, {
      action: "Send mail again",
      subject: "mail",
      subjectId: id,
      label: `${mail.subject} (${mail.recipient})`,
      before: { state: mail.state, attempts: mail.attempts },
      after: { state: "waiting", attempts: 0, mail: sentId },
      at,
    });
    return sentId;
  });
}

async function retry(
  tx: WriteTransaction,
  mail: Selectable<Tables["mail_outbox"]>,
  at: number,
): Promise<string> {
  // The number of a running attempt stays, because the result of the attempt is stored under it.
  const attempts = isClaimed(mail) ? mail.attempts : 0;
  await tx
    .updateTable("mail_outbox")
    .set({ state: "waiting", attempts, due_at: at })
    .where("id", "=", mail.id)
    .execute();
  return mail.id;
}

function queueCopy(
  tx: WriteTransaction,
  mail: Selectable<Tables["mail_outbox"]>,
  at: number,
): Promise<string> {
  const { recipient, subject, letter, about } = mail;
  const copy = {
    recipient,
    subject,
    text: mail.text_body,
    html: htmlInRow(mail),
    ...(letter === null ? {} : { letter }),
    secrets: mail.secrets === null ? null : (JSON.parse(mail.secrets) as string[]),
    ...(about === null ? {} : { about }),
    ...(mail.reply_to === null ? {} : { replyTo: mail.reply_to }),
    ...(mail.unsubscribe_url === null ? {} : { unsubscribeUrl: mail.unsubscribe_url }),
    ...(mail.attachments === null ? {} : { attachments: JSON.parse(mail.attachments) as string[] }),
  };
  return queueMail(tx, copy, at);
}
