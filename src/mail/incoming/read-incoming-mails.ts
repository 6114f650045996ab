import type { Database, Queries } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { canBeId } from "#platform/ids.ts";
import { type LongListPage, type LongListRequest, pageOfLongList } from "#platform/pages.ts";
import type { Actor } from "#policy/actor.ts";
import { requireRight } from "#policy/rights.ts";
import { hideTokens } from "../hide-secrets.ts";
import type { IncomingMailRow, IncomingMailState } from "./incoming-mail-tables.server.ts";

interface ReadDependencies {
  readonly database: Database;
}

/** A received email as lists show it. Times are Unix milliseconds. */
export interface ReceivedMail {
  readonly id: string;
  readonly receivedAt: number;
  /** Address of the sender, or the From headers as they are if they do not name one sender. */
  readonly sender: string;
  readonly subject: string;
  readonly state: IncomingMailState;
  /** Key of `dropReasons` or of `waitReasons`; null for an email that was added at once. */
  readonly reason: string | null;
  readonly attachments: number;
  /** Number of emails with the same Message-ID that were not used. */
  readonly repeats: number;
  readonly orderId: string | null;
  readonly side: IncomingMailRow["side"];
}

export interface WholeReceivedMail extends ReceivedMail {
  /** The whole text; "" for an email that belongs to no order. */
  readonly original: string;
  /** The text above the quoted email. */
  readonly text: string;
  readonly orderMessageId: string | null;
  readonly decidedAt: number | null;
  readonly decidedBy: string | null;
}

export const incomingMailStates = [
  "waiting",
  "added",
  "dropped",
  "dismissed",
] as const satisfies readonly IncomingMailState[];

interface ListRequest {
  readonly state?: IncomingMailState | undefined;
  readonly orderId?: string | undefined;
  /** Id of the last email of the previous page. */
  readonly before?: string | undefined;
  readonly limit: number;
}

/** The newest emails first. Throws "unauthenticated" and "forbidden". */
export async function listReceivedMails(
  { database: { read } }: ReadDependencies,
  actor: Actor,
  { state, orderId, before = "", limit }: ListRequest,
): Promise<readonly ReceivedMail[]> {
  requireRight(actor, "see mails");
  const rows = await read
    .selectFrom("incoming_mails")
    .selectAll()
    .$if(state !== undefined, (query) => query.where("state", "=", state as IncomingMailState))
    .$if(orderId !== undefined, (query) => query.where("order_id", "=", orderId as string))
    .$if(before !== "" && canBeId(before), (query) => query.where("id", "<", before))
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows.map(listed);
}

interface ReceivedPageRequest extends LongListRequest {
  /** "" for all states. */
  readonly state: IncomingMailState | "";
}

/** The newest emails first. Throws "unauthenticated" and "forbidden". */
export async function pageOfReceivedMails(
  { database: { read } }: ReadDependencies,
  actor: Actor,
  { state, ...request }: ReceivedPageRequest,
): Promise<LongListPage<ReceivedMail>> {
  requireRight(actor, "see mails");
  const { after = "" } = request;
  const found = await pageOfLongList(
    request,
    async (most) => {
      const rows = await read
        .selectFrom("incoming_mails")
        .select("id")
        .$if(state !== "", (query) => query.where("state", "=", state as IncomingMailState))
        .$if(after !== "" && canBeId(after), (query) => query.where("id", "<", after))
        .orderBy("id", "desc")
        .limit(most)
        .execute();
      return rows.map(({ id }) => id);
    },
    (ids) => read.selectFrom("incoming_mails").selectAll().where("id", "in", ids).execute(),
  );
  return { ...found, items: found.items.map(listed) };
}

const mostWaiting = 20;

/** Emails that wait for a decision, of one order or of all; the newest 20. Throws "forbidden". */
export function listWaitingMails(
  dependencies: ReadDependencies,
  actor: Actor,
  orderId?: string,
): Promise<readonly ReceivedMail[]> {
  return listReceivedMails(dependencies, actor, { state: "waiting", orderId, limit: mostWaiting });
}

/** Throws "unauthenticated", "forbidden" and "not-found". */
export async function readReceivedMail(
  { database }: ReadDependencies,
  actor: Actor,
  id: string,
): Promise<WholeReceivedMail> {
  requireRight(actor, "see mails");
  const row = await selectReceivedMail(database.read, id);
  if (row === undefined) throw noSuchReceivedMail();
  return {
    ...listed(row),
    // Emails that were received by an earlier version are stored with the tokens that they quote.
    original: hideTokens(row.original),
    text: hideTokens(row.text),
    orderMessageId: row.order_message_id,
    decidedAt: row.decided_at,
    decidedBy: row.decided_by,
  };
}

/** Undefined for an unknown or invalid id. */
export async function selectReceivedMail(
  queries: Queries,
  id: string,
): Promise<IncomingMailRow | undefined> {
  if (!canBeId(id)) return undefined;
  return queries.selectFrom("incoming_mails").selectAll().where("id", "=", id).executeTakeFirst();
}

export function noSuchReceivedMail(): AppError {
  return new AppError("not-found", "There is no such email.");
}

function listed(row: IncomingMailRow): ReceivedMail {
  return {
    id: row.id,
    receivedAt: row.received_at,
    sender: row.sender,
    subject: row.subject,
    state: row.state,
    reason: row.reason,
    attachments: row.attachments,
    repeats: row.repeats,
    orderId: row.order_id,
    side: row.side,
  };
}
