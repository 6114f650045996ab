import { z } from "zod";
import type { ReceivedFile } from "#files/private-files.ts";
import { discardFilesIn } from "#files/receive-file.ts";
import type { Order } from "#orders/order.ts";
import type { Database, WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { formKey } from "#platform/idempotency.ts";
import { newId } from "#platform/ids.ts";
import {
  countAttempt,
  type LimitedDependencies,
  limiterOf,
  type RateLimit,
} from "#platform/rate-limit.ts";
import { trimmed } from "#platform/texts/plain-text.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import { type Actor, authorOf, type SignedInActor } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import type { LockActorAccount } from "#policy/personal-data.ts";
import { requireSignedIn } from "#policy/rights.ts";
import { acceptanceEventsOf } from "#stages/acceptance-events.server.ts";
import { endQuestions, recordQuestion } from "#stages/customer-questions.server.ts";
import { stageOf } from "#stages/delivery-stage.ts";
import { addOrderFiles } from "../files/order-files.ts";
import { tellOfMessages } from "../news/order-news.server.ts";
import {
  asMessage,
  enterLockedRoom,
  enterRoom,
  messageText,
  type OrderMessage,
  type OrderRoom,
  otherSide,
  requireOpen,
} from "../order-message.ts";
import type { OrderMessageRow, Side } from "../order-message-tables.server.ts";
import {
  foundPasswordsAnswer,
  moveFoundPasswords,
  textToStore,
} from "../passwords/passwords-in-messages.ts";
import { textOfFiles } from "../text-of-files.ts";

export const orderMessageForm = z.strictObject({
  text: messageText,
  key: formKey,
  foundPasswords: foundPasswordsAnswer,
  asks: z.boolean().optional().meta({
    description: "Of the team: true for a question, which stops the work until an answer",
  }),
});

export interface SendOrderMessageDependencies extends LimitedDependencies {
  readonly database: Database;
  readonly lockActorAccount: LockActorAccount;
}

/**
 * Writes to the other side about a paid order. Input: `orderMessageForm`, and the received files of
 * the message, whose text may then be empty. A message of the team with `asks` is a question: the
 * order waits for the customer until the customer writes. A repeated call with the same key returns
 * the first message and removes the files that were received again. Throws the errors of
 * `enterRoom` and `addOrderFiles`, "invalid", also when the text contains a password and the input
 * does not say how to treat the password, "conflict" when no message can be written about the order
 * or a question cannot stop the work in the present stage, "key-reused" when the key has sent
 * another text, "too-many", and "unauthenticated" for an account that is being deleted.
 */
export async function sendOrderMessage(
  dependencies: SendOrderMessageDependencies,
  actor: Actor,
  orderId: string,
  input: unknown,
  asked?: Side,
  files: readonly ReceivedFile[] = [],
): Promise<OrderMessage> {
  const { database, clock, lockActorAccount } = dependencies;
  // Checks rights before the input, so that another person learns nothing about the order.
  await enterRoom(database.read, actor, orderId, asked);
  const { accountId } = requireSignedIn(actor);
  const form = parseOrThrow(orderMessageForm, withText(input, files));
  const { key, asks = false, ...typed } = form;
  const text = textToStore(typed);
  return database.write(async (tx) => {
    await lockActorAccount(tx, accountId);
    const room = await enterLockedRoom(tx, actor, orderId, asked);
    const { order, side } = room;
    const earlier = await findByKey(tx, accountId, key);
    if (earlier !== undefined) {
      const message = repeated(earlier, order.id, text, side);
      // Keeps files that the first request has used, because the repeated form can name the same
      // files.
      await discardFilesIn(
        tx,
        files.map(({ id }) => id),
      );
      return message;
    }
    requireOpen(room);
    if (asks) await requireAskable(tx, order, side);
    if (side === "customer") {
      await countAttempt(tx, limiterOf(dependencies), [messageLimit(order.id)]);
    }
    await moveFoundPasswords(tx, dependencies, actor, { room, typed, key });
    const written = { actor: requireSignedIn(actor), text, key, at: clock() };
    const message = await addOrderMessage(tx, { order, side }, written);
    await addOrderFiles(tx, actor, room, { files, messageId: message.id, at: written.at });
    if (asks) {
      const { number: message_number, createdAt: at } = message;
      await recordQuestion(tx, order.id, { message_number, author: authorOf(actor), at });
    }
    const action = asks ? "Ask the customer" : "Send order message";
    if (side === "team") await auditMessage(tx, actor, order, message, action);
    return message;
  });
}

interface WrittenMessage {
  /** The author of the message; only the author can change it. */
  readonly actor: SignedInActor;
  /** A text that `messageText` accepts. */
  readonly text: string;
  readonly key: string;
  readonly at: number;
  /** True for an email that the team adds by hand, because nothing proves who wrote it. */
  readonly isAddedByTeam?: boolean;
}

/**
 * Adds a message to an order that the caller has locked, and schedules the email about it. A
 * message of the customer answers the open questions. With an email that the team adds, the team
 * stops waiting instead.
 */
export async function addOrderMessage(
  tx: WriteTransaction,
  { order, side }: Pick<OrderRoom, "order" | "side">,
  { actor, text, key, at, isAddedByTeam = false }: WrittenMessage,
): Promise<OrderMessage> {
  const row: OrderMessageRow = {
    id: newId(),
    order_id: order.id,
    number: await nextNumber(tx, order.id, side, at),
    side,
    account_id: actor.accountId,
    author: side === "team" ? authorOf(actor) : "customer",
    text,
    form_key: key,
    created_at: at,
    edited_at: null,
  };
  await tx.insertInto("order_messages").values(row).execute();
  if (side === "customer") {
    const { number: message_number, author } = row;
    await endQuestions(
      tx,
      order.id,
      isAddedByTeam
        ? { kind: "closed", message_number: null, author: authorOf(actor), at }
        : { kind: "answered", message_number, author, at },
    );
  }
  await tellOfMessages(tx, order.id, otherSide(side), at);
  return asMessage(row, side);
}

/** The audit log is never deleted, so it does not contain the text. */
export function auditMessage(
  tx: WriteTransaction,
  actor: Actor,
  order: Order,
  { id, createdAt }: OrderMessage,
  action: "Ask the customer" | "Send order message" = "Send order message",
): Promise<void> {
  return audit(tx, actor, {
    action,
    subject: "order",
    subjectId: order.id,
    label: `Order ${order.number}`,
    before: null,
    after: { message: id },
    at: createdAt,
  });
}

function withText(input: unknown, files: readonly ReceivedFile[]): unknown {
  if (files.length === 0 || typeof input !== "object" || input === null) return input;
  const { text } = input as { text?: unknown };
  const isEmpty = text === undefined || (typeof text === "string" && trimmed(text) === "");
  return isEmpty ? { ...input, text: textOfFiles(files) } : input;
}

/** A question stops the clock, so it needs a clock that runs. */
async function requireAskable(tx: WriteTransaction, order: Order, side: Side): Promise<void> {
  if (side === "customer") {
    const message = "Only the team marks a message as a question.";
    throw new AppError("invalid", message, { issues: [{ path: "asks", message }] });
  }
  if (stageOf(order, await acceptanceEventsOf(tx, order.id)) === "in-work") return;
  throw new AppError(
    "conflict",
    "Nobody is working on this order now, so it cannot wait for an answer. Send the question as a message.",
  );
}

/**
 * Allows a lively conversation, and stops a flood of messages, which would fill the disk and hide
 * the messages of the team.
 */
function messageLimit(orderId: string): RateLimit {
  return { name: "order-messages", attempts: 60, windowMs: 60 * 60_000, countedFor: orderId };
}

function findByKey(
  tx: WriteTransaction,
  accountId: string,
  key: string,
): Promise<OrderMessageRow | undefined> {
  return tx
    .selectFrom("order_messages")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("form_key", "=", key)
    .executeTakeFirst();
}

function repeated(
  earlier: OrderMessageRow,
  orderId: string,
  text: string,
  side: Side,
): OrderMessage {
  // An edited message no longer has the text that was sent, so its text is not compared.
  const isSame = earlier.edited_at !== null || earlier.text === text;
  if (earlier.order_id !== orderId || !isSame) {
    throw new AppError(
      "key-reused",
      "This form has already sent a different message. Reload the page to send this message (in an API call, use a new key).",
    );
  }
  return asMessage(earlier, side);
}

/**
 * Returns the number of a new message. The wait for an answer begins with the first message of the
 * customer that the team has not answered.
 */
async function nextNumber(
  tx: WriteTransaction,
  orderId: string,
  side: Side,
  at: number,
): Promise<number> {
  await tx
    .insertInto("order_rooms")
    .values({ order_id: orderId, last_number: 0 })
    .onConflict((conflict) => conflict.column("order_id").doNothing())
    .execute();
  const { last_number } = await tx
    .updateTable("order_rooms")
    .set((set) => ({
      last_number: set("last_number", "+", 1),
      waiting_since: side === "team" ? null : set.fn.coalesce("waiting_since", set.val(at)),
    }))
    .where("order_id", "=", orderId)
    .returning("last_number")
    .executeTakeFirstOrThrow();
  return last_number;
}
