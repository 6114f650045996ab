import { type SelectQueryBuilder, sql } from "kysely";
import type { Database, Queries, Tables } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import { canBeId } from "../../platform/ids.ts";
import { type Page, pageOf } from "../../platform/pages.ts";
import { normalEmail } from "../../platform/texts/email-address.ts";
import { isPlainText } from "../../platform/texts/plain-text.ts";
import type { Actor } from "../../policy/actor.ts";
import { may, requireRight } from "../../policy/rights.ts";
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
  const key = normalEmail(recipient);
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
  return (
    queries
      .selectFrom("mail_outbox")
      .$if(state !== undefined, (query) => query.where("state", "=", state as MailState))
      // No address contains a character that `isPlainText` rejects, and PostgreSQL fails on some of
      // these characters.
      .$if(isSearch && !isPlainText(key), (query) => query.where(sql<boolean>`1 = 0`))
      .$if(isSearch && isPlainText(key), (query) =>
        query.where("recipient_key", ">=", key).where("recipient_key", "<", `${key}\u{10ffff}`),
      )
      .$if(isSearch && last !== undefined, (query) =>
        query.where(
          sql<boolean>`(recipient_key, id) ${sql.raw(beyond)} (${last?.recipient_key ?? ""}, ${last?.id ?? ""})`,
        ),
      )
      .$if(!isSearch && last !== undefined, (query) => query.where("id", beyond, last?.id ?? ""))
      .$if(isSearch, (query) => query.orderBy("recipient_key", direction))
      .orderBy("id", direction)
  );
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

/** Hides the tokens in links, because a token lets its bearer act as the recipient. */
function withoutSecrets(words: string): string {
  return words.replace(/([?&;](?:token|key|code|secret)=)[^\s"&<>#]+/gi, "$1…");
}

interface ReadMailDependencies {
  readonly database: Database;
  /**
   * True when a mail server sends emails. Without a mail server, an admin passes links on by hand.
   */
  readonly hasServer: boolean;
}

/**
 * Hides the tokens in links when a mail server sends the emails, and from every reader without the
 * right to see the links, because a link lets its reader act as the recipient. Throws "not-found".
 */
export async function readMail(
  { database, hasServer }: ReadMailDependencies,
  actor: Actor,
  id: string,
): Promise<WholeMail> {
  requireRight(actor, "see mails");
  if (!canBeId(id)) throw noSuchMail();
  const mail = await database.read
    .selectFrom("mail_outbox")
    .select(listedColumns)
    .select(["text_body", "html_body", "letter_content", "reply_to as replyTo"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (mail === undefined) throw noSuchMail();
  const { text_body, html_body, letter_content, ...facts } = mail;
  const history = await database.read
    .selectFrom("mail_history")
    .select(["event", "at", "note"])
    .where("mail_id", "=", id)
    .orderBy("at")
    .orderBy("id")
    .execute();
  const hidesLinks = hasServer || !may(actor, "see links in mails");
  const shown = (body: string) => (hidesLinks ? withoutSecrets(body) : body);
  return {
    ...facts,
    // Hides the token, because it lets anybody who knows it write in the recipient's name.
    replyTo: facts.replyTo?.replace(/\+[^@]*@/, "+…@") ?? null,
    text: shown(text_body),
    html: shown(htmlOf({ html: htmlInRow({ html_body, letter_content }) })),
    history,
  };
}

export function noSuchMail(): AppError {
  return new AppError("not-found", "There is no such email.");
}
