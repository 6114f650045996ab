import type { Database, WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { newId } from "#platform/ids.ts";
import {
  countAttempt,
  type LimitedDependencies,
  limiterOf,
  type RateLimit,
} from "#platform/rate-limit.ts";
import { scheduleJob } from "#platform/schedule/scheduled-jobs.server.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import type { Actor } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import type { LockActorAccount } from "#policy/personal-data.ts";
import { requireSignedIn } from "#policy/rights.ts";
import { enterLockedRoom, enterRoom, type OrderRoom } from "../order-message.ts";
import type { Side } from "../order-message-tables.server.ts";
import { nextLookAt } from "./delete-expired-passwords.ts";
import {
  closedForPasswords,
  decryptedPassword,
  encryptedColumns,
  passwordDeletionJob,
  passwordsPerOrder,
} from "./order-password.ts";
import { addPasswordForm, type PasswordFields } from "./order-password-form.ts";
import type { OrderPasswordRow } from "./order-password-tables.server.ts";

export interface OrderPasswordDependencies extends LimitedDependencies {
  readonly database: Database;
  readonly lockActorAccount: LockActorAccount;
}

/**
 * Stores a password for a paid order, encrypted. Input: `addPasswordForm`. A repeated call with the
 * same key returns the first password. Returns nothing of the password itself. Throws the errors of
 * `enterRoom`, "invalid", "conflict" when the order takes no more passwords, "key-reused",
 * "too-many", and "unauthenticated" for an account that is being deleted.
 */
export async function addOrderPassword(
  dependencies: OrderPasswordDependencies,
  actor: Actor,
  orderId: string,
  input: unknown,
  asked?: Side,
): Promise<{ readonly id: string }> {
  const { database, lockActorAccount } = dependencies;
  await enterRoom(database.read, actor, orderId, asked);
  const { accountId } = requireSignedIn(actor);
  const { key, ...fields } = parseOrThrow(addPasswordForm, input);
  return database.write(async (tx) => {
    await lockActorAccount(tx, accountId);
    const room = await enterLockedRoom(tx, actor, orderId, asked);
    const id = await storePassword(tx, dependencies, actor, { room, fields, key });
    return { id };
  });
}

interface NewPassword {
  readonly room: Pick<OrderRoom, "order" | "side">;
  readonly fields: PasswordFields;
  /** Idempotency key. */
  readonly key: string;
  /** The question of the brief that the password answers. */
  readonly questionId?: string;
}

/** Requires a locked order. Throws the errors of `addOrderPassword` about the order and the key. */
export async function storePassword(
  tx: WriteTransaction,
  dependencies: LimitedDependencies,
  actor: Actor,
  { room: { order, side }, fields, key, questionId }: NewPassword,
): Promise<string> {
  const { secret, clock } = dependencies;
  const { accountId } = requireSignedIn(actor);
  const earlier = await tx
    .selectFrom("order_passwords")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("form_key", "=", key)
    .executeTakeFirst();
  if (earlier !== undefined) return repeated(secret, earlier, order.id, fields);
  const reason = closedForPasswords(order);
  if (reason !== null) throw new AppError("conflict", reason);
  await requirePlace(tx, order.id);
  if (side === "customer") {
    await countAttempt(tx, limiterOf(dependencies), [passwordLimit(order.id)]);
  }
  const at = clock();
  const id = newId();
  const { label, userName, address, password } = fields;
  await tx
    .insertInto("order_passwords")
    .values({
      id,
      order_id: order.id,
      label,
      user_name: userName,
      address,
      ...encryptedColumns(secret, { id, order_id: order.id }, password),
      added_by: side,
      account_id: accountId,
      form_key: key,
      question_id: questionId ?? null,
      version: 1,
      added_at: at,
      changed_at: at,
    })
    .execute();
  await scheduleJob(tx, { kind: passwordDeletionJob, subject: order.id, dueAt: nextLookAt(at) });
  if (side === "team") {
    await audit(tx, actor, {
      action: "Add order password",
      subject: "order",
      subjectId: order.id,
      label: `Order ${order.number}`,
      before: null,
      after: { password: id, label },
      at,
    });
  }
  return id;
}

/**
 * Stops a client that adds and withdraws passwords in turn, which the maximum number of passwords
 * of an order does not stop.
 */
export function passwordLimit(orderId: string): RateLimit {
  return { name: "order-passwords", attempts: 60, windowMs: 60 * 60_000, countedFor: orderId };
}

async function requirePlace(tx: WriteTransaction, orderId: string): Promise<void> {
  const rows = await tx
    .selectFrom("order_passwords")
    .select("id")
    .where("order_id", "=", orderId)
    .execute();
  if (rows.length < passwordsPerOrder) return;
  const message = `An order has at most ${passwordsPerOrder} passwords. Delete a password that we no longer need.`;
  throw new AppError("conflict", message);
}

function repeated(
  secret: string,
  earlier: OrderPasswordRow,
  orderId: string,
  { label, userName, address, password }: PasswordFields,
): string {
  // A replaced password no longer has the fields that were sent, so its fields are not compared.
  const isSame =
    earlier.version > 1 ||
    (earlier.label === label &&
      earlier.user_name === userName &&
      earlier.address === address &&
      decryptedPassword(secret, earlier) === password);
  if (earlier.order_id === orderId && isSame) return earlier.id;
  throw new AppError(
    "key-reused",
    "This form has already added a different password. Reload the page to add this password (in an API call, use a new key).",
  );
}
