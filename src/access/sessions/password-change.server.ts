import { AsyncLocalStorage } from "node:async_hooks";
import type { WriteTransaction } from "#platform/database/database.ts";

interface PasswordChange {
  /** Runs in the transaction in which better-auth sets the new password. */
  readonly inTransaction: (tx: WriteTransaction) => Promise<void>;
  /** Runs after the transaction of a reset by link; an error does not undo the reset. */
  readonly afterReset?: () => Promise<void>;
}

const current = new AsyncLocalStorage<PasswordChange>();

/**
 * Calls better-auth so that the old ways into the account end in the transaction that sets the new
 * password: together with the old password, or not at all.
 */
export function changingPassword<Result>(
  change: PasswordChange,
  callLibrary: () => Promise<Result>,
): Promise<Result> {
  return current.run(change, callLibrary);
}

/**
 * For better-auth's hooks. Throws if a new path sets passwords without `changingPassword`, because
 * other ways into the account would stay open.
 */
export function presentPasswordChange(): PasswordChange {
  const change = current.getStore();
  if (change === undefined) throw new Error("A password is set without ending other ways in.");
  return change;
}
