import { type SelectQueryBuilder, sql } from "kysely";
import type { Database, Queries, Tables } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { canBeId } from "#platform/ids.ts";
import { type Page, pageOf } from "#platform/pages.ts";
import { searchedEmail } from "#platform/texts/email-address.ts";
import type { Actor } from "#policy/actor.ts";
import { requireRight } from "#policy/rights.ts";
import { hideSecrets, hideSecretsOfOldEmail } from "../hide-secrets.ts";
import type { EmailContent } from "../templates/email.ts";
import { htmlInRow, htmlOf } from "../templates/email-html.ts";
import type { MailEvent, MailState } from "./mail-tables.server.ts";

/** An email as lists show it. Times are Unix milliseconds. */
export interface MailInOutbox {
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly state: MailState;
  readonly attempts: number;
  readonly createdAt: number;
  readonly nextAttemptAt: number;
  readonly sentAt: number | null;
  readonly lastError: string | null;
  /** Name of the email template; null for an email that a person wrote. */
  readonly letter: string | null;
}

interface WholeMail extends MailInOutbox {
  readonly text: string;
  readonly html: string;
  readonly replyTo: string | null;
  /** True if the text has tokens or codes, which are hidden. */
  readonly hidesSecrets: boolean;
  /** Oldest first. */
  readonly history: readonly MailHappening[];
}

export interface MailHappening {
  readonly event: MailEvent;
  readonly at: number;
  readonly note: string;
}

export const mailStates = ["waiting", "sent", "failed"] as const satisfies readonly MailState[];

const listedColumns = [
  "id",
  "recipient",
  "subject",
  "state",
  "attempts",
  "created_at as createdAt",
  "next_attempt_at as nextAttemptAt",
  "sent_at as sentAt",
  "last_error as lastError",
  "letter",
] as const;

/** The first sort is the default. */
export const mailSorts = ["newest", "oldest"] as const;
type MailSort = (typeof mailSorts)[number];

interface MailPageRequest {
  readonly state?: MailState | undefined;
  /** Beginning of the recipient's address. */
  readonly recipient?: string | undefined;
  /** Id of the email after which the list begins; unknown ids are ignored. */
  readonly before?: string | undefined;
  readonly sort?: MailSort;
  readonly page: number;
  readonly pageSize: number;
}

interface MailPage extends Page<MailInOutbox> {
  /** Id to pass as `before` for the next thousand emails; null at the end of the list. */
  readonly older: string | null;
}

/**
 * Maximum number of emails on all pages after one `before`, because counts and large offsets take
 * longer the more emails they pass. The list continues with the next `before`.
 */
const reach = 1000;

type Mails = SelectQueryBuilder<Tables, "mail_outbox", object>;

/**
 * A page of the outbox. The result of a search by recipient is sorted by address, then by age.
 * Reads at most a thousand entries of an index. Throws "unauthenticated" and "forbidden".
 */
export async function pageOfMails(
  { database }: { readonly database: Database },
  actor: Actor,
  { state, recipient = "", before = "", sort = "newest", page, pageSize }: MailPageRequest,
): Promise<MailPage> {
  requireRight(actor, "see mails");
  const key = searchedEmail(recipient);
  const mails = await mailsAfter(database.read, { state, key, before, sort });
  const run = await mails
    .select("id")
    .limit(reach + 1)
    .execute();
  const total = Math.min(run.length, reach);
  const found = await pageOf({ page, pageSize, total }, (offset) =>
    mails
      .select(listedColumns)
      .offset(offset)
      .limit(Math.min(pageSize, total - offset))
      .execute(),
  );
  return { ...found, older: run.length > reach ? (run[reach - 1]?.id ?? null) : null };
}

interface MailSelection {
  readonly state: MailState | undefined;
  readonly key: string;
  readonly before: string;
  readonly sort: MailSort;
}

async function mailsAfter(queries: Queries, selection: MailSelection): Promise<Mails> {
  const { state, key, before, sort } = selection;
  const [direction, beyond] =
    sort === "newest" ? (["desc", "<"] as const) : (["asc", ">"] as const);
  const isSearch = key !== "";
  const last = before === "" || !canBeId(before) ? undefined : await findPlace(queries, before);
  return queries
    .selectFrom("mail_outbox")
    .$if(state !== undefined, (query) => query.where("state", "=", state as MailState))
    .$if(isSearch, (query) =>
      query.where("recipient_key", ">=", key).where("recipient_key", "<", `${key}\u{10ffff}`),
    )
    .$if(isSearch && last !== undefined, (query) =>
      query.where(
        sql<boolean>`(recipient_key, id) ${sql.raw(beyond)} (${last?.recipient_key ?? ""}, ${last?.id ?? ""})`,
      ),
    )
    .$if(!isSearch && last !== undefined, (query) => query.where("id", beyond, last?.id ?? ""))
    .$if(isSearch, (query) => query.orderBy("recipient_key", direction))
    .orderBy("id", direction);
}

function findPlace(queries: Queries, id: string) {
  return queries
    .selectFrom("mail_outbox")
    .select(["id", "recipient_key"])
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Counting stops at this number, because a larger exact number does not matter. */
export const manyFailedMails = 100;

/** At most `manyFailedMails`. */
export async function countFailedMails(
  { database }: { readonly database: Database },
  actor: Actor,
): Promise<number> {
  requireRight(actor, "see mails");
  const failed = await database.read
    .selectFrom("mail_outbox")
    .select("id")
    .where("state", "=", "failed")
    .limit(manyFailedMails)
    .execute();
  return failed.length;
}

/**
 * An email as the panel may show it: without its tokens and codes, for every reader. Throws
 * "unauthenticated", "forbidden" and "not-found".
 */
export async function readMail(
  { database }: { readonly database: Database },
  actor: Actor,
  id: string,
): Promise<WholeMail> {
  requireRight(actor, "see mails");
  if (!canBeId(id)) throw noSuchMail();
  const mail = await database.read
    .selectFrom("mail_outbox")
    .select(listedColumns)
    .select(["text_body", "html_body", "letter_content", "reply_to as replyTo", "secrets"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (mail === undefined) throw noSuchMail();
  const { text_body, html_body, letter_content, secrets, ...facts } = mail;
  const history = await database.read
    .selectFrom("mail_history")
    .select(["event", "at", "note"])
    .where("mail_id", "=", id)
    .orderBy("at")
    .orderBy("id")
    .execute();
  const hide = secrets === null ? hideSecretsOfOldEmail : hiding(JSON.parse(secrets) as string[]);
  const text = hide(text_body);
  return {
    ...facts,
    replyTo: facts.replyTo && hide(facts.replyTo),
    text,
    html: htmlOf({ html: withHidden(htmlInRow({ html_body, letter_content }), hide) }),
    hidesSecrets: text !== text_body,
    history,
  };
}

const hiding = (secrets: readonly string[]) => (text: string) => hideSecrets(text, secrets);

/**
 * Hides secrets in the content before the layout is added, because the layout escapes texts and has
 * numbers of its own.
 */
function withHidden(html: string | EmailContent, hide: (text: string) => string) {
  if (typeof html === "string") return hide(html);
  const text = JSON.stringify(html, (_key, value) =>
    typeof value === "string" ? hide(value) : value,
  );
  return JSON.parse(text) as EmailContent;
}

export function noSuchMail(): AppError {
  return new AppError("not-found", "There is no such email.");
}
