import { membershipColumns, membershipIn } from "#companies/company-people.server.ts";
import type { Database } from "#platform/database/database.ts";
import { preparedQuery } from "#platform/database/prepared-query.ts";
import { AppError } from "#platform/errors.ts";
import {
  countAttempt,
  type LimitedDependencies,
  limiterOf,
  networkOf,
  type RateLimit,
  refuseOverLimits,
} from "#platform/rate-limit.ts";
import { type Actor, actorWithRole } from "#policy/actor.ts";
import { isRoleWithin, requireMethodForKey } from "#policy/keys.ts";
import { missingSecondFactor } from "../second-factor/missing-second-factor.server.ts";
import { hashOfKey } from "./api-key-tables.server.ts";

interface KeyDependencies {
  readonly database: Database;
  readonly limits: LimitedDependencies;
}

interface KeyRequest {
  readonly key: string;
  readonly method: string;
  readonly clientAddress: string;
}

const hourMs = 60 * 60_000;

/**
 * The actor of a request with an API key: its person with the rights of the key. Throws
 * "unauthenticated" for a key that is wrong, revoked or expired, or whose role the person has lost,
 * "forbidden" for a write with a read-only key, and "too-many" after many wrong keys.
 */
export async function actorOfKey(
  { database, limits }: KeyDependencies,
  { key, method, clientAddress }: KeyRequest,
): Promise<Actor> {
  const [row] = await keyByHash(database.read, { hash: hashOfKey(key) });
  const now = limits.clock();
  if (row === undefined || row.revokedAt !== null || row.expiresAt <= now) {
    await countWrongKey({ database, limits }, clientAddress);
    throw invalidKey();
  }
  // Only an account with a verified address can have a role.
  const role = row.emailVerified ? row.role : null;
  if (!isRoleWithin(row.keyRole, role)) throw invalidKey();
  const { accountId, email, id, name } = row;
  const company = membershipIn(row);
  const person = {
    accountId,
    email,
    ...(company && { company }),
    key: { id, name, isReadOnly: row.readOnly !== 0 },
    ...missingSecondFactor(row),
  };
  const actor = actorWithRole(row.keyRole, person);
  requireMethodForKey(actor, method);
  if (row.lastUsedAt === null || row.lastUsedAt <= now - hourMs) {
    await noteUse(database, id, now);
  }
  return actor;
}

/** Does not fail the request while the database is read-only. */
async function noteUse(database: Database, id: string, now: number): Promise<void> {
  await database
    .write((tx) =>
      tx.updateTable("api_keys").set({ last_used_at: now }).where("id", "=", id).execute(),
    )
    .catch(() => {});
}

async function countWrongKey(
  { database, limits }: KeyDependencies,
  clientAddress: string,
): Promise<void> {
  const limit = [wrongKeys(clientAddress)];
  await refuseOverLimits(database.read, limiterOf(limits), limit);
  await database.write((tx) => countAttempt(tx, limiterOf(limits), limit));
}

function wrongKeys(clientAddress: string): RateLimit {
  return {
    name: "wrong-api-keys",
    attempts: 30,
    windowMs: hourMs,
    countedFor: networkOf(clientAddress),
  };
}

function invalidKey(): AppError {
  return new AppError(
    "unauthenticated",
    "This API key is wrong, revoked or expired, or its role was taken away. Create another one under Security on your account page.",
  );
}

const keyByHash = preparedQuery((queries, { hash }: { hash: string }) =>
  queries
    .selectFrom("api_keys")
    .innerJoin("user", "user.id", "api_keys.account_id")
    .leftJoin("user_records", "email_key", "email")
    .leftJoin("company_people", "company_people.account_id", "user.id")
    .leftJoin("settings", (join) =>
      join.on("settings.name", "=", "staffSecondFactor").on("settings.value", "=", "true"),
    )
    .select(membershipColumns)
    .select([
      "api_keys.id as id",
      "api_keys.name as name",
      "key_role as keyRole",
      "read_only as readOnly",
      "expires_at as expiresAt",
      "last_used_at as lastUsedAt",
      "revoked_at as revokedAt",
      "user.id as accountId",
      "email",
      "emailVerified",
      "twoFactorEnabled",
      "user_role as role",
      "user_records.created_at as roleSince",
      "settings.changed_at as requiredSince",
    ])
    .where("key_hash", "=", hash)
    .compile(),
);
