import type { Database } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import { canBeId } from "../../platform/ids.ts";
import type { Actor } from "../../policy/actor.ts";
import { requireRight } from "../../policy/rights.ts";
import { htmlInRow, htmlOf } from "../templates/email-html.ts";
import { asMailInOutbox, type WholeMail } from "./mail-in-outbox.ts";

/**
 * The text of an email without the tokens in its links, because a token lets its bearer act as the
 * recipient.
 */
function withoutSecrets(words: string): string {
  return words.replace(/([?&;](?:token|key|code|secret)=)[^\s"&<>#]+/gi, "$1…");
}

interface ReadMailDependencies {
  readonly database: Database;
  /** Whether emails are sent, so that nobody has to pass links on. */
  readonly hasServer: boolean;
}

/**
 * An email with its history. With a mail server, tokens in links are hidden, because they are for
 * the recipient. Throws "not-found".
 */
export async function readMail(
  { database, hasServer }: ReadMailDependencies,
  actor: Actor,
  id: string,
): Promise<WholeMail> {
  requireRight(actor, "see mails");
  const row = canBeId(id)
    ? await database.read
        .selectFrom("mail_outbox")
        .selectAll()
        .where("id", "=", id)
        .executeTakeFirst()
    : undefined;
  if (row === undefined) throw noSuchMail();
  const history = await database.read
    .selectFrom("mail_history")
    .select(["event", "at", "note"])
    .where("mail_id", "=", id)
    .orderBy("at")
    .orderBy("id")
    .execute();
  const shown = (body: string) => (hasServer ? withoutSecrets(body) : body);
  return {
    ...asMailInOutbox(row),
    text: shown(row.text_body),
    html: shown(htmlOf({ html: htmlInRow(row) })),
    replyTo: row.reply_to,
    history,
  };
}

export function noSuchMail(): AppError {
  return new AppError("not-found", "There is no such mail.");
}
