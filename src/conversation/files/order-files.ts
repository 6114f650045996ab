import type { FileDependencies, ReceivedFile } from "#files/private-files.ts";
import { keepFiles, receiveFile, removeFiles } from "#files/receive-file.ts";
import type { Queries, WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { bodyHashOf, formKey, withIdempotencyKey } from "#platform/idempotency.ts";
import { canBeId } from "#platform/ids.ts";
import { formatBytes } from "#platform/metrics/amounts-in-words.ts";
import {
  countAttempt,
  type LimitedDependencies,
  limiterOf,
  type RateLimit,
} from "#platform/rate-limit.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import { type Actor, authorOf } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import type { LockActorAccount } from "#policy/personal-data.ts";
import { permissionDenied, requireSignedIn } from "#policy/rights.ts";
import {
  editMs,
  enterLockedRoom,
  enterRoom,
  type OrderRoom,
  requireOpen,
} from "../order-message.ts";
import type { Side } from "../order-message-tables.server.ts";

/** Limits of all files of an order together. */
export const largestOrderBytes = 1_000_000_000;
const mostOrderFiles = 1000;

export interface OrderFile extends ReceivedFile {
  readonly orderId: string;
  readonly messageId: string | null;
  readonly side: Side;
  /** Email address of the author if author and reader are of the team; "" otherwise. */
  readonly author: string;
  /** Account of the person who sent the file. */
  readonly accountId: string;
  readonly createdAt: number;
  /** Whether the reader can remove the file now. */
  readonly mayRemove: boolean;
}

export interface OrderFiles {
  readonly side: Side;
  readonly closedBecause: string | null;
  /** Oldest first. */
  readonly files: readonly OrderFile[];
  readonly byteCount: number;
}

export interface OrderFileDependencies extends FileDependencies, LimitedDependencies {
  readonly lockActorAccount: LockActorAccount;
}

interface Reading {
  readonly now: number;
  readonly accountId: string;
  readonly side: Side;
}

/** The files of an order, for its customer and the team. Throws the errors of `enterRoom`. */
export async function listOrderFiles(
  { database, clock }: Pick<OrderFileDependencies, "database" | "clock">,
  actor: Actor,
  orderId: string,
  asked?: Side,
): Promise<OrderFiles> {
  const { order, side, closedBecause } = await enterRoom(database.read, actor, orderId, asked);
  const { accountId } = requireSignedIn(actor);
  const rows = await visibleFiles(database.read)
    .where("order_files.order_id", "=", order.id)
    .orderBy("order_files.created_at")
    .orderBy("order_files.file_id")
    .execute();
  const files = rows.map((row) => asOrderFile(row, { now: clock(), accountId, side }));
  const byteCount = files.reduce((sum, file) => sum + file.byteCount, 0);
  return { side, closedBecause, files, byteCount };
}

/** One file of an order. Throws the errors of `enterRoom`, and "not-found" for an unknown file. */
export async function findOrderFile(
  { database, clock }: Pick<OrderFileDependencies, "database" | "clock">,
  actor: Actor,
  orderId: string,
  fileId: string,
): Promise<OrderFile> {
  const { order, side } = await enterRoom(database.read, actor, orderId);
  const { accountId } = requireSignedIn(actor);
  const row = requireFile(await selectOrderFile(database.read, order.id, fileId));
  return asOrderFile(row, { now: clock(), accountId, side });
}

function visibleFiles(queries: Queries) {
  return queries
    .selectFrom("order_files")
    .innerJoin("private_files", "private_files.id", "order_files.file_id")
    .select(["file_id", "order_id", "message_id", "side", "author", "created_at"])
    .select(["name", "type", "byte_count", "content_hash", "order_files.account_id"])
    .where("private_files.state", "=", "stored");
}

type VisibleRow = Awaited<ReturnType<ReturnType<typeof visibleFiles>["executeTakeFirstOrThrow"]>>;

/** The names of the files of each message of an order, by the message's id. */
export async function fileNamesOf(
  queries: Queries,
  orderId: string,
): Promise<ReadonlyMap<string, readonly { readonly name: string }[]>> {
  const rows = await visibleFiles(queries)
    .where("order_files.order_id", "=", orderId)
    .where("order_files.message_id", "is not", null)
    .orderBy("order_files.file_id")
    .execute();
  return Map.groupBy(rows, ({ message_id }) => message_id ?? "");
}

export async function idsOfOrderFiles(
  queries: Queries,
  orderId: string,
): Promise<ReadonlySet<string>> {
  const rows = await queries
    .selectFrom("order_files")
    .select("file_id")
    .where("order_id", "=", orderId)
    .execute();
  return new Set(rows.map(({ file_id }) => file_id));
}

export async function selectOrderFile(
  queries: Queries,
  orderId: string,
  fileId: string,
): Promise<VisibleRow | undefined> {
  if (!canBeId(fileId)) return undefined;
  return visibleFiles(queries)
    .where("order_files.order_id", "=", orderId)
    .where("order_files.file_id", "=", fileId)
    .executeTakeFirst();
}

function requireFile(row: VisibleRow | undefined): VisibleRow {
  if (row === undefined) throw new AppError("not-found", "There is no such file.");
  return row;
}

function asOrderFile(row: VisibleRow, { now, accountId, side }: Reading): OrderFile {
  const isOwn = row.account_id === accountId && row.side === side;
  const isRecentOwn = isOwn && now <= row.created_at + editMs;
  return {
    id: row.file_id,
    orderId: row.order_id,
    messageId: row.message_id,
    name: row.name,
    type: row.type,
    byteCount: row.byte_count,
    contentHash: row.content_hash,
    side: row.side,
    author: side === "team" && row.side === "team" ? row.author : "",
    accountId: row.account_id,
    createdAt: row.created_at,
    mayRemove: side === "team" || isRecentOwn,
  };
}

interface SentFile {
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/**
 * Receives the bytes of a file for an order. `addOrderFiles` makes the file visible. Throws the
 * errors of `enterRoom` and `receiveFile`, "conflict" when the order takes no messages and files or
 * has too many or too large files, and "too-many".
 */
export async function receiveOrderFile(
  dependencies: OrderFileDependencies,
  actor: Actor,
  orderId: string,
  { name, bytes }: SentFile,
  asked?: Side,
): Promise<ReceivedFile> {
  const room = await enterRoom(dependencies.database.read, actor, orderId, asked);
  const { accountId } = requireSignedIn(actor);
  requireOpen(room);
  return receiveFile(dependencies, {
    name,
    accountId,
    bytes,
    async beginning(tx) {
      await dependencies.lockActorAccount(tx, accountId);
      await requireSpace(tx, room.order.id, { count: 1, byteCount: 1 });
      if (room.side === "customer") {
        await countAttempt(tx, limiterOf(dependencies), [uploadLimit(room.order.id)]);
      }
    },
  });
}

/** Also counts uploads that break off, so that nobody fills the disk with them. */
function uploadLimit(orderId: string): RateLimit {
  return { name: "order-files", attempts: 120, windowMs: 60 * 60_000, countedFor: orderId };
}

/**
 * Requires a locked order where files are added, so that two uploads cannot both take the last
 * space. Before an upload, the check needs no lock, because `addOrderFiles` repeats it.
 */
async function requireSpace(
  tx: WriteTransaction,
  orderId: string,
  added: { readonly count: number; readonly byteCount: number },
): Promise<void> {
  const { count, bytes } = await tx
    .selectFrom("order_files")
    .innerJoin("private_files", "private_files.id", "order_files.file_id")
    .select((select) => [
      select.fn.countAll().as("count"),
      select.fn.coalesce(select.fn.sum("byte_count"), select.val(0)).as("bytes"),
    ])
    .where("order_files.order_id", "=", orderId)
    .executeTakeFirstOrThrow();
  if (Number(count) + added.count > mostOrderFiles) {
    throw new AppError("conflict", `An order has at most ${mostOrderFiles} files.`);
  }
  if (Number(bytes) + added.byteCount > largestOrderBytes) {
    const used = formatBytes(Number(bytes));
    throw new AppError(
      "conflict",
      `The files of an order can have at most ${formatBytes(largestOrderBytes)} together, and ${used} are used. Send smaller files, or upload them to a file-sharing service and send the link.`,
    );
  }
}

interface AddedFiles {
  readonly files: readonly ReceivedFile[];
  readonly messageId?: string;
  /** The question of the brief that the files answer. */
  readonly questionId?: string;
  readonly at: number;
}

/**
 * Makes received files visible as files of a locked order. Throws "conflict" when the files of the
 * order would become too many or too large, or a file is gone.
 */
export async function addOrderFiles(
  tx: WriteTransaction,
  actor: Actor,
  { order, side }: Pick<OrderRoom, "order" | "side">,
  { files, messageId, questionId, at }: AddedFiles,
): Promise<void> {
  if (files.length === 0) return;
  const { accountId } = requireSignedIn(actor);
  const byteCount = files.reduce((sum, file) => sum + file.byteCount, 0);
  await requireSpace(tx, order.id, { count: files.length, byteCount });
  const ids = files.map(({ id }) => id);
  await keepFiles(tx, ids, accountId);
  const author = side === "team" ? authorOf(actor) : "customer";
  await tx
    .insertInto("order_files")
    .values(
      ids.map((id) => ({
        file_id: id,
        order_id: order.id,
        message_id: messageId ?? null,
        side,
        question_id: questionId ?? null,
        account_id: accountId,
        author,
        created_at: at,
      })),
    )
    .execute();
}

/**
 * Adds a received file to an order without a message. A repeated call with the same key returns the
 * first file, and the repeated upload is removed. Throws the errors of `addOrderFiles`, and
 * "key-reused".
 */
export async function addOrderFile(
  { database, clock, lockActorAccount }: OrderFileDependencies,
  actor: Actor,
  orderId: string,
  file: ReceivedFile,
  givenKey: unknown,
): Promise<OrderFile> {
  const { accountId } = requireSignedIn(actor);
  const key = parseOrThrow(formKey, givenKey);
  const bodyHash = bodyHashOf({ orderId, name: file.name, contentHash: file.contentHash });
  return database.write(async (tx) => {
    await lockActorAccount(tx, accountId);
    const at = clock();
    const room = await enterLockedRoom(tx, actor, orderId);
    const added = await withIdempotencyKey(tx, { key, accountId, bodyHash, now: at }, async () => {
      requireOpen(room);
      await addOrderFiles(tx, actor, room, { files: [file], at });
      if (room.side === "team") {
        await auditFile(tx, actor, { action: "Add order file", room, file, isAdded: true, at });
      }
      return { id: file.id };
    });
    if (added.id !== file.id) await removeFiles(tx, [file.id]);
    const row = requireFile(await selectOrderFile(tx, room.order.id, added.id));
    return asOrderFile(row, { now: at, accountId, side: room.side });
  });
}

interface FileEntry {
  readonly action: string;
  readonly room: OrderRoom;
  readonly file: Pick<ReceivedFile, "id" | "name">;
  readonly isAdded: boolean;
  readonly at: number;
}

async function auditFile(
  tx: WriteTransaction,
  actor: Actor,
  { action, room: { order }, file, isAdded, at }: FileEntry,
): Promise<void> {
  // The audit log is never deleted, so it contains the id and not the name of a customer's file.
  const change = { file: file.id };
  await audit(tx, actor, {
    action,
    subject: "order",
    subjectId: order.id,
    label: `Order ${order.number}`,
    before: isAdded ? null : change,
    after: isAdded ? change : null,
    at,
  });
}

/**
 * Removes a file of an order for good. The person who uploaded the file can remove it for 15
 * minutes, the team at any time. Throws the errors of `enterRoom`, "not-found" and "forbidden", and
 * "conflict" after the 15 minutes.
 */
export async function removeOrderFile(
  { database, clock }: Pick<OrderFileDependencies, "database" | "clock">,
  actor: Actor,
  orderId: string,
  fileId: string,
  asked?: Side,
): Promise<OrderFile> {
  await enterRoom(database.read, actor, orderId, asked);
  const { accountId } = requireSignedIn(actor);
  return database.write(async (tx) => {
    const room = await enterLockedRoom(tx, actor, orderId, asked);
    const row = requireFile(await selectOrderFile(tx, room.order.id, fileId));
    const at = clock();
    if (room.side === "customer") {
      if (row.account_id !== accountId || row.side !== "customer") {
        throw new AppError("forbidden", permissionDenied);
      }
      if (at > row.created_at + editMs) {
        const reason =
          "A file can be removed for 15 minutes after it was sent. Ask us to remove it.";
        throw new AppError("conflict", reason);
      }
    }
    await tx.deleteFrom("order_files").where("file_id", "=", row.file_id).execute();
    await removeFiles(tx, [row.file_id]);
    if (room.side === "team") {
      const file = { id: row.file_id, name: row.name };
      await auditFile(tx, actor, { action: "Remove order file", room, file, isAdded: false, at });
    }
    return asOrderFile(row, { now: at, accountId, side: room.side });
  });
}
