import { emailTemplates } from "#content/emails/email-templates.ts";
import { templateTextsOf } from "#mail/queue-email.server.ts";
import { filledIn } from "#mail/templates/email.ts";
import type { Order } from "#orders/order.ts";
import { emailValues, type Facts } from "#orders/order-emails.server.ts";
import type { Queries } from "#platform/database/database.ts";
import { fileNamesOf } from "../files/order-files.ts";
import { otherSide } from "../order-message.ts";
import { withoutFoundPasswords } from "../passwords/find-passwords.ts";
import { textOfFiles } from "../text-of-files.ts";
import type { Mailbox } from "./mailboxes.server.ts";
import type { OrderNewsRow } from "./order-news-tables.server.ts";

/** Longest text of an email with messages; the page has the rest. */
const longestEmail = 20_000;

/**
 * Joins the texts. If the result would become too long, the last line counts the messages that are
 * left out.
 */
export function quoted(texts: readonly string[]): string {
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

/** Leaves out news whose email to the recipient is switched off. */
export async function sentNews(
  queries: Queries,
  news: readonly OrderNewsRow[],
  recipient: Recipient,
): Promise<readonly OrderNewsRow[]> {
  const subjects = await subjectsOf(queries, news, recipient);
  return news.filter((_one, index) => subjects[index] !== undefined);
}

type Recipient = Pick<Mailbox, "seesWholeOrder">;

/**
 * The subjects of the emails about the news; undefined where the owner has switched the email off.
 * A person of the team who may not see the whole order then gets the built-in subject, because the
 * owner switched off the emails to the owner, not those to the person who works on the order.
 */
async function subjectsOf(
  queries: Queries,
  news: readonly OrderNewsRow[],
  { seesWholeOrder }: Recipient,
): Promise<readonly (string | undefined)[]> {
  const names = news.map(({ email }) => email);
  const { words } = await templateTextsOf(queries, names);
  return news.map(({ email, side }, index) => {
    const isKept = side === "team" && !seesWholeOrder;
    const builtIn = isKept ? emailTemplates[email].block.seed[0] : undefined;
    return (words[index] ?? builtIn)?.subject;
  });
}

/**
 * Facts of an event. The third text replaces the second for people of the team who may not see the
 * whole order.
 */
export type NewsFacts = readonly (Facts[number] | readonly [string, string, string])[];

/** The stored facts as a recipient may read them. */
export function factsFor(stored: string, { seesWholeOrder }: Recipient): Facts {
  return (JSON.parse(stored) as NewsFacts).map(([label, value, inPart = value]) => [
    label,
    seesWholeOrder ? value : inPart,
  ]);
}

/**
 * A text for each event: the subject that its own email would have, its facts and its messages.
 * Leaves out news whose email is switched off, and messages that were read meanwhile.
 */
export async function textsOfNews(
  queries: Queries,
  order: Order,
  news: readonly OrderNewsRow[],
  recipient: Recipient,
): Promise<readonly string[]> {
  const subjects = await subjectsOf(queries, news, recipient);
  const values = emailValues(order);
  // Empty, because the owner may have written these placeholders into a subject.
  const shown = recipient.seesWholeOrder ? values : { ...values, customerEmail: "", amount: "" };
  const texts: string[] = [];
  for (const [index, one] of news.entries()) {
    const subject = subjects[index];
    if (subject === undefined) continue;
    const messages = await textsOfMessages(queries, one);
    if (one.through_message > 0 && messages.length === 0) continue;
    const facts = factsFor(one.facts, recipient);
    const lines = facts.map(([label, value]) => `${label}: ${value}`);
    const head = [filledIn(subject, shown), ...lines].join("\n");
    texts.push(messages.length === 0 ? head : `${head}\n\n${quoted(messages)}`);
  }
  return texts;
}

/** The unread messages of news, each followed by the names of its files. */
export async function textsOfMessages(
  queries: Queries,
  { order_id, side, after_message, through_message }: OrderNewsRow,
): Promise<readonly string[]> {
  if (through_message === 0) return [];
  const rows = await queries
    .selectFrom("order_messages as message")
    .innerJoin("order_rooms as room", "room.order_id", "message.order_id")
    .leftJoin("incoming_mails as mail", "mail.order_message_id", "message.id")
    .select(["message.id", "message.text", "mail.id as mailId"])
    .where("message.order_id", "=", order_id)
    .where("message.number", ">", after_message)
    .where("message.number", "<=", through_message)
    .whereRef("message.number", ">", side === "customer" ? "customer_read" : "team_read")
    .where("message.side", "=", otherSide(side))
    .orderBy("message.number")
    .execute();
  if (rows.length === 0) return [];
  const names = await fileNamesOf(queries, order_id);
  return rows.map(({ id, text: written, mailId }) => {
    // The sender of an email had no choice what to do with a password in the email, so no other
    // email repeats the password.
    const text = mailId === null ? written : withoutFoundPasswords(written, "(a password)");
    const files = names.get(id) ?? [];
    if (files.length === 0) return text;
    const list = `Files: ${files.map(({ name }) => name).join(", ")}`;
    return text === textOfFiles(files) ? list : `${text}\n\n${list}`;
  });
}
