import type { WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { countAttempt, type LimitedDependencies, limiterOf } from "#platform/rate-limit.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import type { Actor } from "#policy/actor.ts";
import { requireSignedIn } from "#policy/rights.ts";
import { enterLockedRoom, enterRoom } from "../order-message.ts";
import { type OrderPasswordDependencies, passwordLimit } from "./add-order-password.ts";
import {
  closedForPasswords,
  deletePasswords,
  encryptedColumns,
  findPasswordRow,
} from "./order-password.ts";
import { type PasswordFields, replacePasswordForm } from "./order-password-form.ts";
import type { OrderPasswordRow } from "./order-password-tables.server.ts";

/**
 * Replaces a password of the customer's own order. Input: `replacePasswordForm` with the version
 * that the customer saw. Throws "unauthenticated", "not-found", also for another customer's order,
 * "invalid", "too-many", and "conflict" when the password was replaced since or the order takes no
 * passwords.
 */
export async function replaceOrderPassword(
  dependencies: OrderPasswordDependencies,
  actor: Actor,
  orderId: string,
  passwordId: string,
  input: unknown,
): Promise<void> {
  const { database, lockActorAccount } = dependencies;
  await enterRoom(database.read, actor, orderId, "customer");
  const { accountId } = requireSignedIn(actor);
  const { version, label, userName, address, password } = parseOrThrow(replacePasswordForm, input);
  await database.write(async (tx) => {
    await lockActorAccount(tx, accountId);
    const { order } = await enterLockedRoom(tx, actor, orderId, "customer");
    const row = await findPasswordRow(tx, order.id, passwordId);
    const reason = closedForPasswords(order);
    if (reason !== null) throw new AppError("conflict", reason);
    if (row.version !== version) {
      const message = "You have since replaced this password in another window. Nothing was saved.";
      throw new AppError("conflict", message);
    }
    await storeReplacement(tx, dependencies, row, { label, userName, address, password });
  });
}

/** Requires a locked order that takes passwords. Throws "too-many". */
export async function storeReplacement(
  tx: WriteTransaction,
  dependencies: LimitedDependencies,
  row: OrderPasswordRow,
  { label, userName, address, password }: PasswordFields,
): Promise<void> {
  await countAttempt(tx, limiterOf(dependencies), [passwordLimit(row.order_id)]);
  await tx
    .updateTable("order_passwords")
    .set({
      label,
      user_name: userName,
      address,
      ...encryptedColumns(dependencies.secret, row, password),
      version: row.version + 1,
      changed_at: dependencies.clock(),
    })
    .where("id", "=", row.id)
    .execute();
}

/**
 * Deletes a password of the customer's own order. Throws "unauthenticated" and "not-found", also
 * for another customer's order.
 */
export async function withdrawOrderPassword(
  { database, lockActorAccount }: OrderPasswordDependencies,
  actor: Actor,
  orderId: string,
  passwordId: string,
): Promise<void> {
  await enterRoom(database.read, actor, orderId, "customer");
  const { accountId } = requireSignedIn(actor);
  await database.write(async (tx) => {
    await lockActorAccount(tx, accountId);
    const { order } = await enterLockedRoom(tx, actor, orderId, "customer");
    const { id } = await findPasswordRow(tx, order.id, passwordId);
    await deletePasswords(tx, [id]);
  });
}
