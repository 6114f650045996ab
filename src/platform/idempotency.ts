import { createHash } from "node:crypto";
import { z } from "zod";
import type { WriteTransaction } from "./database/database.ts";
import { preparedQuery } from "./database/prepared-query.ts";
import { AppError } from "./errors.ts";
import { isPlainText } from "./texts/plain-text.ts";

interface IdempotencyKeysTable {
  /** Part of the primary key, because two accounts can use the same key. */
  account_id: string;
  key: string;
  body_hash: string;
  /** Answer of the first call as JSON; null only inside the transaction of the first call. */
  answer: string | null;
  created_at: number;
}

declare module "./database/tables.ts" {
  interface Tables {
    idempotency_keys: IdempotencyKeysTable;
  }
}

const maximumKeyLength = 255;

/** Idempotency key that a form or a REST call must have. */
export const formKey = z
  .string("It needs an idempotency key.")
  .regex(/^[\w-]{1,100}$/, "A key has up to 100 letters, digits and dashes.");

interface IdempotencyKey {
  /** The key as the client sent it, not validated yet; undefined without a key. */
  readonly key: string | undefined;
  readonly accountId: string;
  readonly bodyHash: string;
  readonly now: number;
}

/**
 * Runs `run` once for a key, inside the caller's transaction. Later calls with the same key and
 * body get the answer of the first call, as far as JSON can represent the answer. Without a key,
 * always runs `run`. Throws "key-reused" for another body and "invalid" for a malformed key. An
 * error of `run` also rolls back the key, so that the client can repeat the call.
 */
export async function withIdempotencyKey<T>(
  tx: WriteTransaction,
  { key, accountId, bodyHash, now }: IdempotencyKey,
  run: () => Promise<T>,
): Promise<T> {
  if (key === undefined) return run();
  if (key === "" || key.length > maximumKeyLength || !isPlainText(key)) {
    const message = `An Idempotency-Key has between 1 and ${maximumKeyLength} characters.`;
    throw new AppError("invalid", message);
  }
  for (;;) {
    // On PostgreSQL the insert waits while another transaction inserts the same key. After a commit
    // of the other transaction, the query below reads its row. After a rollback, this insert
    // succeeds.
    const [inserted] = await insertKey(tx, { accountId, key, bodyHash, now });
    if (inserted !== undefined) {
      const answer = await run();
      await storeAnswer(tx, { accountId, key, answer: JSON.stringify(answer ?? null) });
      return answer;
    }
    const earlier = await tx
      .selectFrom("idempotency_keys")
      .select(["body_hash", "answer"])
      .where("account_id", "=", accountId)
      .where("key", "=", key)
      .executeTakeFirst();
    // Another transaction deleted the expired key between the two statements, so the loop inserts
    // the key again.
    if (earlier === undefined) continue;
    if (earlier.answer === null) throw new Error("The operation reused its own idempotency key.");
    if (earlier.body_hash !== bodyHash) {
      throw new AppError(
        "key-reused",
        "This Idempotency-Key was already used with another body. Use a new key for a new request.",
      );
    }
    return JSON.parse(earlier.answer) as T;
  }
}

const insertKey = preparedQuery((queries, newKey: IdempotencyKey & { readonly key: string }) =>
  queries
    .insertInto("idempotency_keys")
    .values({
      account_id: newKey.accountId,
      key: newKey.key,
      body_hash: newKey.bodyHash,
      answer: null,
      created_at: newKey.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("key")
    .compile(),
);

/** Deletes the keys of a deleted account, because their answers contain the account's orders. */
export async function deleteIdempotencyKeys(
  tx: WriteTransaction,
  accountId: string,
): Promise<void> {
  await tx.deleteFrom("idempotency_keys").where("account_id", "=", accountId).execute();
}

/** `body` must be the validated body, so that equivalent bodies get the same hash. */
export function bodyHashOf(body: Readonly<Record<string, unknown>>): string {
  const sorted = Object.entries(body).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(sorted)).digest("hex");
}

type StoredAnswer = Record<"accountId" | "key" | "answer", string>;

const storeAnswer = preparedQuery((queries, { answer, accountId, key }: StoredAnswer) =>
  queries
    .updateTable("idempotency_keys")
    .set({ answer })
    .where("account_id", "=", accountId)
    .where("key", "=", key)
    .compile(),
);
