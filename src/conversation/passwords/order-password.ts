import type { Order } from "#orders/order.ts";
import type { Queries, WriteTransaction } from "#platform/database/database.ts";
import { decryptText, encryptText, keyIdOf } from "#platform/encrypted-text.ts";
import { AppError } from "#platform/errors.ts";
import { canBeId } from "#platform/ids.ts";
import { cancelJob } from "#platform/schedule/scheduled-jobs.server.ts";
import type { OrderPasswordRow } from "./order-password-tables.server.ts";

/** Kind of a scheduled job; the subject is the id of the order. */
export const passwordDeletionJob = "order-password-deletion";

export const passwordsPerOrder = 30;

const keyFrom = (secret: string) => ({ secret, purpose: "furrow: passwords of orders" });

export const passwordKeyId = (secret: string) => keyIdOf(keyFrom(secret));

type EncryptedPassword = Pick<OrderPasswordRow, "id" | "order_id" | "key_id" | "password">;

/** A ciphertext that is copied to another row or order cannot be decrypted there. */
const subjectOf = ({ id, order_id, key_id }: Omit<EncryptedPassword, "password">) => [
  key_id,
  order_id,
  id,
];

export function encryptedColumns(
  secret: string,
  row: Pick<EncryptedPassword, "id" | "order_id">,
  password: string,
): Pick<EncryptedPassword, "key_id" | "password"> {
  const key_id = passwordKeyId(secret);
  return {
    key_id,
    password: encryptText(keyFrom(secret), subjectOf({ ...row, key_id }), password),
  };
}

/** Null after a restore with another SECRET. */
export function decryptedPassword(secret: string, row: EncryptedPassword): string | null {
  return decryptText(keyFrom(secret), subjectOf(row), row.password);
}

/** Why no password can be given, as a sentence; null while passwords can be given. */
export function closedForPasswords({ paymentStatus, customerEmail }: Order): string | null {
  if (paymentStatus === "UnPaid") return "Passwords can be given once the order is paid.";
  if (paymentStatus !== "Paid") {
    return "This order was cancelled or refunded, so its passwords were deleted.";
  }
  return customerEmail === ""
    ? "The customer has deleted the account, and the passwords with it."
    : null;
}

function passwordNotFound(): AppError {
  return new AppError("not-found", "There is no such password. It may have been deleted.");
}

export async function findPasswordRow(
  queries: Queries,
  orderId: string,
  id: string,
): Promise<OrderPasswordRow> {
  const row = canBeId(id)
    ? await queries
        .selectFrom("order_passwords")
        .selectAll()
        .where("id", "=", id)
        .where("order_id", "=", orderId)
        .executeTakeFirst()
    : undefined;
  if (row === undefined) throw passwordNotFound();
  return row;
}

export async function deletePasswords(
  tx: WriteTransaction,
  passwordIds: readonly string[],
): Promise<void> {
  if (passwordIds.length === 0) return;
  await tx.deleteFrom("order_password_showings").where("password_id", "in", passwordIds).execute();
  await tx.deleteFrom("order_passwords").where("id", "in", passwordIds).execute();
}

export async function deletePasswordsOfOrder(tx: WriteTransaction, orderId: string): Promise<void> {
  const rows = await tx
    .selectFrom("order_passwords")
    .select("id")
    .where("order_id", "=", orderId)
    .execute();
  await deletePasswords(
    tx,
    rows.map(({ id }) => id),
  );
  await cancelJob(tx, { kind: passwordDeletionJob, subject: orderId });
}

/** Number of passwords that were encrypted with another SECRET. */
export async function countUnreadablePasswords(queries: Queries, secret: string): Promise<number> {
  // Two ranges of the index; with "<>", the database would read the whole table.
  const [below, above] = await Promise.all(
    (["<", ">"] as const).map((side) =>
      queries
        .selectFrom("order_passwords")
        .select(({ fn }) => fn.countAll<number | string>().as("count"))
        .where("key_id", side, passwordKeyId(secret))
        .executeTakeFirstOrThrow(),
    ),
  );
  return Number(below?.count ?? 0) + Number(above?.count ?? 0);
}
