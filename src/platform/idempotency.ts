import { createHash } from "node:crypto";
import { engineOf, type WriteTransaction } from "./database/database.ts";
import type { Migrations } from "./database/migrations.ts";
import { preparedQuery } from "./database/prepared-query.ts";
import { AppError } from "./errors.ts";
import { isPlainText } from "./texts/plain-text.ts";

interface IdempotencyKeysTable {
  /** Whose key it is: two accounts may use the same one. */
  account_id: string;
  key: string;
  body_hash: string;
  /** JSON of what the first call answered; null only inside its transaction. */
  answer: string | null;
  created_at: number;
}

declare module "./database/tables.ts" {
  interface Tables {
    idempotency_keys: IdempotencyKeysTable;
  }
}

export const idempotencyMigrations: Migrations = {
  "0010-idempotency-keys": {
    async up(db) {
      await db.schema
        .createTable("idempotency_keys")
        .addColumn("account_id", "text", (column) => column.notNull())
        .addColumn("key", "text", (column) => column.notNull())
        .addColumn("body_hash", "text", (column) => column.notNull())
        .addColumn("answer", "text")
        .addColumn("created_at", "bigint", (column) => column.notNull())
        .addPrimaryKeyConstraint("idempotency_keys_of_account", ["account_id", "key"])
        .execute();
      await db.schema
        .createIndex("idempotency_keys_by_age")
        .on("idempotency_keys")
        .column("created_at")
        .execute();
    },
  },
};

/** How long a key is remembered: longer than any client goes on retrying. */
const rememberMs = 48 * 60 * 60 * 1000;
const forgottenPerCall = 20;
const longestKey = 255;

export interface IdempotencyKey {
  /** As the client sent it; undefined when it sent none. */
  readonly key: string | undefined;
  readonly accountId: string;
  /** From `bodyHashOf`. */
  readonly bodyHash: string;
  readonly now: number;
}

/**
 * Runs `run` once for a key, inside the caller's transaction, and answers every later call that has
 * the same key and body with what the first one answered (anything that survives JSON). Without a
 * key it just runs. Throws "key-reused" for another body and "invalid" for a key that cannot be
 * one. What `run` throws undoes the key too, so that the call can be made again.
 */
export async function withIdempotencyKey<T>(
  tx: WriteTransaction,
  { key, accountId, bodyHash, now }: IdempotencyKey,
  run: () => Promise<T>,
): Promise<T> {
  if (key === undefined) return run();
  if (key === "" || key.length > longestKey || !isPlainText(key)) {
    throw new AppError("invalid", `An Idempotency-Key has between 1 and ${longestKey} characters.`);
  }
  for (;;) {
    // On PostgreSQL this waits for a transaction that holds the same key: afterwards either the
    // row is there to be read, or the other one failed and the key is ours.
    const [taken] = await takeKey(tx, { accountId, key, bodyHash, now });
    if (taken !== undefined) return answerFirst(tx, { key, accountId, now }, run);
    const earlier = await tx
      .selectFrom("idempotency_keys")
      .select(["body_hash", "answer"])
      .where("account_id", "=", accountId)
      .where("key", "=", key)
      .executeTakeFirst();
    // Forgotten between the two statements, because of its age: it is free again.
    if (earlier === undefined) continue;
    if (earlier.answer === null) throw new Error("An idempotency key was used inside itself.");
    if (earlier.body_hash !== bodyHash) throw keyReused();
    return JSON.parse(earlier.answer) as T;
  }
}

type NewKey = Omit<IdempotencyKey, "key"> & { readonly key: string };

const takeKey = preparedQuery((queries, taken: NewKey) =>
  queries
    .insertInto("idempotency_keys")
    .values({
      account_id: taken.accountId,
      key: taken.key,
      body_hash: taken.bodyHash,
      answer: null,
      created_at: taken.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("key")
    .compile(),
);

/** For an account that is deleted: its answers say what it ordered. */
export async function forgetIdempotencyKeys(
  tx: WriteTransaction,
  accountId: string,
): Promise<void> {
  await tx.deleteFrom("idempotency_keys").where("account_id", "=", accountId).execute();
}

/** The same for two bodies that say the same: give it what validation made of the body. */
export function bodyHashOf(body: Readonly<Record<string, unknown>>): string {
  const sorted = Object.entries(body).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(sorted)).digest("hex");
}

async function answerFirst<T>(
  tx: WriteTransaction,
  { key, accountId, now }: { key: string; accountId: string; now: number },
  run: () => Promise<T>,
): Promise<T> {
  const answer = await run();
  await keepAnswer(tx, { accountId, key, answer: JSON.stringify(answer ?? null) });
  await forgetOldKeys(tx, now);
  return answer;
}

/** A few at each new key, so that the table stays bounded without a job of its own. */
async function forgetOldKeys(tx: WriteTransaction, now: number): Promise<void> {
  const old = await oldKeys(tx, { before: now - rememberMs });
  for (const { account_id, key } of old) {
    await tx
      .deleteFrom("idempotency_keys")
      .where("account_id", "=", account_id)
      .where("key", "=", key)
      .execute();
  }
}

interface GivenAnswer {
  readonly accountId: string;
  readonly key: string;
  readonly answer: string;
}

const keepAnswer = preparedQuery((queries, { answer, accountId, key }: GivenAnswer) =>
  queries
    .updateTable("idempotency_keys")
    .set({ answer })
    .where("account_id", "=", accountId)
    .where("key", "=", key)
    .compile(),
);

const oldKeys = preparedQuery((queries, { before }: { before: number }) =>
  queries
    .selectFrom("idempotency_keys")
    .select(["account_id", "key"])
    .where("created_at", "<", before)
    .orderBy("created_at")
    .limit(forgottenPerCall)
    // Whoever else is forgetting the same ones is not waited for.
    .$if(engineOf(queries) === "postgres", (query) => query.forUpdate().skipLocked())
    .compile(),
);

function keyReused(): AppError {
  return new AppError(
    "key-reused",
    "This Idempotency-Key was used before with another body. Use a new key for a new request.",
  );
}
