import { copyright, footerAddress } from "../content/blocks/footer.ts";
import type { EmailTemplateBlock } from "../content/emails/define-email.ts";
import {
  type EmailTemplateName,
  type EmailTemplateValues,
  emailTemplates,
} from "../content/emails/email-templates.ts";
import type { RecordOf } from "../content/model/define.ts";
import { readSingletons } from "../content/records/content-store.server.ts";
import type { Queries, WriteTransaction } from "../platform/database/database.ts";
import { isWithinLimit, limiterOf, type RateLimit } from "../platform/rate-limit.ts";
import { normalEmail } from "../platform/texts/email-address.ts";
import type { Post } from "./mailer.ts";
import { type MailReferences, type OutgoingMail, queueMails } from "./outbox/outbox.server.ts";
import { keepDailyNotice } from "./team/daily-notices.server.ts";
import { teamChoicePath } from "./team/notification-topics.ts";
import { isTeamEmail } from "./team/team-emails.ts";
import { choiceFor, type TeamMailbox, teamMailboxes } from "./team/team-mailboxes.server.ts";
import {
  type EmailSender,
  emailFromTemplate,
  filledIn,
  senderDetailsOf,
} from "./templates/email.ts";

interface EmailToQueue<Name extends EmailTemplateName> extends MailReferences {
  readonly name: Name;
  /** Omitted for an email to the team, which `teamEmails` lists. */
  readonly recipient?: string;
  /**
   * True when the recipient's account has confirmed the address. If omitted, `post.isConfirmed` is
   * called when the limit depends on the confirmation.
   */
  readonly isConfirmed?: boolean | undefined;
  readonly values: EmailTemplateValues<Name>;
  /** Path of the page that the button opens; null for an email to a customer without a button. */
  readonly path: string | null;
  /** Path of the page on which the recipient chooses when to get such emails. */
  readonly choicePath?: string | undefined;
  readonly facts?: readonly (readonly [label: string, value: string])[];
  /** Further pages of the site, by their paths, below the button. */
  readonly links?: readonly { readonly text: string; readonly path: string }[];
  /** Changes the owner's words before their placeholders are filled in. */
  readonly rewords?: (words: string) => string;
}

/**
 * Queues an email from a template with the owner's texts, in the transaction that causes the email.
 * Does nothing when the template is switched off, when there is no recipient, or when the mailbox
 * is over its limit.
 */
export async function queueEmail<Name extends EmailTemplateName>(
  tx: WriteTransaction,
  post: Post,
  toSend: EmailToQueue<Name>,
): Promise<void> {
  await queueEmails(tx, post, [toSend]);
}

/**
 * Queues several emails, and reads their templates with one query. Returns the number of queued
 * emails.
 */
export async function queueEmails<Name extends EmailTemplateName>(
  tx: WriteTransaction,
  post: Post,
  toSend: readonly EmailToQueue<Name>[],
): Promise<number> {
  const names = toSend.map(({ name }) => name);
  const { words, line, address } = await templateTextsOf(tx, names);
  const sender = senderDetailsOf(await post.readBusiness(tx), line, address);
  const isForTeam = toSend.some(({ recipient }) => recipient === undefined);
  const team = isForTeam ? await teamMailboxes(tx, post) : [];
  const mails: OutgoingMail[] = [];
  for (const [index, one] of toSend.entries()) {
    const written = words[index];
    if (written === undefined) continue;
    const texts = one.rewords === undefined ? written : reworded(written, one.rewords);
    for (const addressed of one.recipient === undefined
      ? await toTeamAtOnce(tx, post, team, { one, texts })
      : [one]) {
      const mail = mailOf(post, addressed, texts, sender);
      if (mail !== undefined && (await isWithinMailboxLimit(tx, post, addressed))) mails.push(mail);
    }
  }
  return (await queueMails(tx, mails, post.clock())).length;
}

/**
 * The email to each person of the team who has chosen to get it at once. For each person who has
 * chosen one email a day, its text is kept.
 */
async function toTeamAtOnce<Name extends EmailTemplateName>(
  tx: WriteTransaction,
  post: Post,
  team: readonly TeamMailbox[],
  { one, texts }: { readonly one: EmailToQueue<Name>; readonly texts: TemplateTexts },
): Promise<readonly EmailToQueue<Name>[]> {
  const { name, values, facts = [], path, about = "" } = one;
  if (!isTeamEmail(name)) throw new Error(`The email ${name} has no recipient.`);
  const addressed: EmailToQueue<Name>[] = [];
  for (const mailbox of team) {
    const choice = choiceFor(mailbox, name);
    const { actor, address } = mailbox;
    if (choice === "at-once") {
      const choicePath = actor === null ? undefined : teamChoicePath;
      addressed.push({ ...one, recipient: address, choicePath });
    }
    if (choice === "daily" && actor !== null) {
      await keepDailyNotice(tx, post, actor.accountId, {
        email: name,
        subject: filledIn(texts.subject, values),
        facts: facts.map(([label, value]) => `${label}: ${value}`).join("\n"),
        path: path ?? "/",
        about,
      });
    }
  }
  return addressed;
}

function reworded(
  { subject, words, buttonText, reason, ...texts }: TemplateTexts,
  rewords: (words: string) => string,
): TemplateTexts {
  return {
    ...texts,
    subject: rewords(subject),
    words: rewords(words),
    buttonText: rewords(buttonText),
    reason: rewords(reason),
  };
}

function mailOf<Name extends EmailTemplateName>(
  { publicUrl }: Pick<Post, "publicUrl">,
  toSend: EmailToQueue<Name>,
  words: TemplateTexts,
  sender: EmailSender,
): OutgoingMail | undefined {
  const { name, recipient, isConfirmed: _, rewords: _words, ...letter } = toSend;
  const { values, path, choicePath, facts = [], links: paths = [], ...references } = letter;
  const isRepliedTo = references.thread !== undefined;
  // An order has "" as its address after the customer has deleted the account.
  if (recipient === undefined || recipient === "") return undefined;
  const { secretPlaceholders = [] } = emailTemplates[name].block;
  const url = path === null ? null : `${publicUrl}${path}`;
  const links = paths.map(({ text, path: to }) => ({ text, url: `${publicUrl}${to}` }));
  const mail = emailFromTemplate({
    recipient,
    words,
    values,
    secretPlaceholders,
    facts,
    links,
    sender,
    isRepliedTo,
    url,
    choiceUrl: choicePath === undefined ? null : `${publicUrl}${choicePath}`,
  });
  const given: Readonly<Record<string, string>> = values;
  const secrets = [
    ...[...(url === null ? [] : [url]), ...links.map((link) => link.url)].flatMap(secretsInUrl),
    ...secretPlaceholders.flatMap((placeholder) => given[placeholder] || []),
  ];
  return { ...mail, ...references, letter: name, secrets };
}

/**
 * Every value in the query of a link counts as a secret, so that no link with a token can be
 * forgotten.
 */
function secretsInUrl(url: string): readonly string[] {
  const { search, searchParams } = new URL(url);
  const written = search.slice(1).split("&");
  const asWritten = written.map((pair) => pair.slice(pair.indexOf("=") + 1));
  return [...new Set([...asWritten, ...searchParams.values()])].filter((value) => value !== "");
}

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;

interface MailboxLimit extends Omit<RateLimit, "countedFor" | "wayOut"> {
  /** True when confirmed addresses have no limit. */
  readonly isForUnconfirmed?: boolean;
}

/**
 * Several templates share this limit. Anybody can register an account with somebody else's address,
 * and separate limits would allow more emails to that address.
 */
const unconfirmed: MailboxLimit = {
  name: "letters-unconfirmed",
  attempts: 10,
  windowMs: dayMs,
  isForUnconfirmed: true,
};

/**
 * Limits of emails that a stranger can send to any mailbox: high enough to repeat a lost email, too
 * low to flood the mailbox. Each template with a link has its own count, so that subscribing
 * somebody cannot block their password reset. A stranger cannot cause emails about money or about
 * the owner's changes, so these emails have no limit.
 */
const limitOf: Readonly<Partial<Record<EmailTemplateName, MailboxLimit>>> = {
  confirmSubscription: { name: "confirmation-mails", attempts: 3, windowMs: dayMs },
  messageReceived: { name: "message-confirmations", attempts: 3, windowMs: dayMs },
  resetPassword: { name: "reset-letters", attempts: 5, windowMs: hourMs },
  choosePassword: { name: "reset-letters", attempts: 5, windowMs: hourMs },
  companyInvitation: { name: "company-invitation-letters", attempts: 5, windowMs: dayMs },
  confirmNewEmail: { name: "new-address-letters", attempts: 5, windowMs: dayMs },
  confirmOldEmail: { name: "old-address-letters", attempts: 5, windowMs: dayMs },
  verifyAddress: { name: "address-letters", attempts: 5, windowMs: dayMs },
  // A program that keeps no cookies is a new device each time.
  newDevice: { name: "device-letters", attempts: 5, windowMs: dayMs },
  welcome: unconfirmed,
  passwordChanged: unconfirmed,
  orderPlaced: unconfirmed,
  paymentReminder: unconfirmed,
  paymentCancelled: unconfirmed,
  nothingToPayCancelled: unconfirmed,
};

/**
 * Counts an email to a mailbox. Returns false when the email is over the limit and must not be
 * sent.
 */
async function isWithinMailboxLimit<Name extends EmailTemplateName>(
  tx: WriteTransaction,
  post: Post,
  { name, recipient, isConfirmed }: EmailToQueue<Name>,
): Promise<boolean> {
  const limit: MailboxLimit | undefined = limitOf[name];
  if (limit === undefined || recipient === undefined) return true;
  const { isForUnconfirmed = false, ...counted } = limit;
  if (isForUnconfirmed && (isConfirmed ?? (await post.isConfirmed(tx, recipient)))) return true;
  return isWithinLimit(tx, limiterOf(post), { ...counted, countedFor: normalEmail(recipient) });
}

type TemplateTexts = Omit<RecordOf<EmailTemplateBlock>, "_id">;

/**
 * Reads the owner's texts of the templates, in the order of `names`, and of the footer, with one
 * query. Returns undefined in the place of a template that is switched off.
 */
export async function templateTextsOf(queries: Queries, names: readonly EmailTemplateName[]) {
  const blocks = names.map((name) => emailTemplates[name].block);
  const foot = [copyright, footerAddress] as const;
  const records = await readSingletons(queries, [...foot, ...blocks]);
  const [line, address, ...written] = records as [
    RecordOf<typeof copyright> | undefined,
    RecordOf<typeof footerAddress> | undefined,
    ...(TemplateTexts | undefined)[],
  ];
  const words = blocks.map((block, index) => {
    // An older installation has no record of a new template and uses the default text.
    const its = written[index] ?? block.seed[0];
    return its?.isSent === "Not sent" ? undefined : its;
  });
  return { words, line, address };
}
