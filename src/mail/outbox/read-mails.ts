import { type SelectQueryBuilder, sql } from "kysely";
import { readEmailBrand } from "#look/read-email-logo.server.ts";
import type { Database, Queries, Tables } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { canBeId } from "#platform/ids.ts";
import { type LongListPage, type LongListRequest, pageOfLongList } from "#platform/pages.ts";
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
  /** Null for an email that was sent or given up. */
  readonly nextAttemptAt: number | null;
  readonly sentAt: number | null;
  readonly lastError: string | null;
  /** Name of the email template; null for an email that a person wrote. */
  readonly letter: string | null;
}

interface WholeMail extends MailInOutbox {
  readonly text: string;
  readonly html: string;
  readonly replyTo: string | null;
  /** Names of the attached files. */
  readonly attachments: readonly string[];
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

const listedColumns = [
  "id",
  "recipient",
  "subject",
  "state",
  "attempts",
  "created_at as createdAt",
  "due_at as nextAttemptAt",
  "sent_at as sentAt",
  "last_error as lastError",
  "letter",
] as const;

interface MailPageRequest extends LongListRequest {
  /** "" for all states. */
  readonly state?: MailState | "";
  /** Beginning of the recipient's address. */
  readonly recipient?: string;
  readonly sort?: MailSort;
}

type MailSort = "newest" | "oldest";

type Mails = SelectQueryBuilder<Tables, "mail_outbox", object>;

/**
 * A page of the outbox. The result of a search by recipient is sorted by address, then by age.
 * Reads at most a thousand entries of an index. Throws "unauthenticated" and "forbidden".
 */
export async function pageOfMails(
  { database }: { readonly database: Database },
  actor: Actor,
  { state = "", recipient = "", sort = "newest", ...request }: MailPageRequest,
): Promise<LongListPage<MailInOutbox>> {
  requireRight(actor, "see mails");
  const { read } = database;
  const key = searchedEmail(recipient);
  const { after = "" } = request;
  const mails = await mailsAfter(read, { state, key, after, sort });
  return pageOfLongList(
    request,
    async (most) => (await mails.select("id").limit(most).execute()).map(({ id }) => id),
    (ids) => read.selectFrom("mail_outbox").select(listedColumns).where("id", "in", ids).execute(),
  );
}

interface MailSelection {
  readonly state: MailState | "";
  readonly key: string;
  readonly after: string;
  readonly sort: MailSort;
}

async function mailsAfter(queries: Queries, selection: MailSelection): Promise<Mails> {
  const { state, key, after, sort } = selection;
  const [direction, beyond] =
    sort === "newest" ? (["desc", "<"] as const) : (["asc", ">"] as const);
  const isSearch = key !== "";
  const last = after === "" || !canBeId(after) ? undefined : await findPlace(queries, after);
  return queries
    .selectFrom("mail_outbox")
    .$if(state !== "", (query) => query.where("state", "=", state as MailState))
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
    .select("attachments")
    .where("id", "=", id)
    .executeTakeFirst();
  if (mail === undefined) throw noSuchMail();
  const { text_body, html_body, letter_content, secrets, attachments, ...facts } = mail;
  const history = await database.read
    .selectFrom("mail_history")
    .select(["event", "at", "note"])
    .where("mail_id", "=", id)
    .orderBy("at")
    .orderBy("id")
    .execute();
  const hide = secrets === null ? hideSecretsOfOldEmail : hiding(JSON.parse(secrets) as string[]);
  const text = hide(text_body);
  const { look, logo } = await readEmailBrand(database.read, "");
  return {
    ...facts,
    replyTo: facts.replyTo && hide(facts.replyTo),
    attachments: await namesOfFiles(database.read, attachments),
    text,
    html: htmlOf({ html: withHidden(htmlInRow({ html_body, letter_content }), hide) }, look, logo),
    hidesSecrets: text !== text_body,
    history,
  };
}

async function namesOfFiles(queries: Queries, attachments: string | null) {
  const ids = attachments === null ? [] : (JSON.parse(attachments) as string[]);
  if (ids.length === 0) return [];
  const files = await queries
    .selectFrom("private_files")
    .select("name")
    .where("id", "in", ids)
    .orderBy("id")
    .execute();
  return files.map(({ name }) => name);
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
