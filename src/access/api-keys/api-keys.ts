import { createHmac } from "node:crypto";
import type { EmailingDependencies } from "#mail/mailer.ts";
import { queueEmail } from "#mail/queue-email.server.ts";
import { apiKeyMark } from "#platform/api-key.ts";
import type { Database, WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { canBeId, newId } from "#platform/ids.ts";
import { normalEmail } from "#platform/texts/email-address.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import { type Actor, isOnTeam, type SignedInActor } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import { isRoleWithin, requirePerson, rolesWithin } from "#policy/keys.ts";
import { may, requireRight } from "#policy/rights.ts";
import type { TeamRole } from "#policy/roles.ts";
import { lockAccount } from "../accounts/accounts.server.ts";
import { listUserRecords } from "../admins/user-records.ts";
import { requireConfirmedAddress } from "../second-factor/app-codes.ts";
import type { AccessDependencies } from "../sessions/sign-in.ts";
import { apiKeyForm } from "./api-key-form.ts";
import { hashOfKey } from "./api-key-tables.server.ts";

export interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  /** Null for the rights of a customer. */
  readonly role: string | null;
  readonly isReadOnly: boolean;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** Accurate to the hour; null before the first use. */
  readonly lastUsedAt: number | null;
}

export interface NewApiKey extends ApiKey {
  /** The key itself, which is shown once. */
  readonly secret: string;
}

interface KeyDependencies extends EmailingDependencies {
  readonly access: AccessDependencies;
  readonly secret: string;
}

const mostKeys = 20;
const dayMs = 24 * 60 * 60_000;

/** The role that the person has now; null for a customer. */
function ownRoleOf(actor: SignedInActor): TeamRole | null {
  if (!isOnTeam(actor)) return null;
  return actor.kind === "admin" ? "Admin" : actor.role;
}

/** Roles that the actor can give to a key, the actor's own role first; none for a customer. */
export function rolesForKeys(actor: SignedInActor): readonly TeamRole[] {
  return rolesWithin(ownRoleOf(actor));
}

/**
 * Time in which a repeated form shows the key again, because the first answer may have been lost.
 */
const shownAgainMs = 10 * 60_000;

/**
 * Creates an API key with at most the rights of the actor, and emails the actor. A repeated submit
 * of the form, with the same `key`, creates no second API key. Throws "invalid" with an issue per
 * field, "conflict" for an address that is not confirmed and for the twenty-first API key, and
 * "forbidden" for a request with an API key and when the actor has to confirm again.
 */
export async function createApiKey(
  { access, database, clock, post, secret }: KeyDependencies,
  actor: Actor,
  input: unknown,
): Promise<NewApiKey> {
  const own = requirePerson(actor);
  const form = parseOrThrow(apiKeyForm, input);
  const role = form.role ?? ownRoleOf(own);
  if (!isRoleWithin(role, ownRoleOf(own))) {
    const message = "A key cannot have more rights than you. Choose another role.";
    throw new AppError("invalid", message, { issues: [{ path: "role", message }] });
  }
  await requireConfirmedAddress(access, own.email);
  requireRight(own, "create API keys");
  const { accountId, email } = own;
  const token = keyOf(secret, accountId, form.key);
  return database.write(async (tx) => {
    await lockAccount(tx, accountId);
    const at = clock();
    const known = await findKey(tx, hashOfKey(token));
    if (known !== undefined) return shownAgain(known, token, at);
    await requireRoom(tx, accountId, at);
    const row = {
      id: newId(),
      name: form.name,
      prefix: token.slice(0, apiKeyMark.length + 6),
      key_role: role,
      read_only: form.access === "read" ? 1 : 0,
      created_at: at,
      expires_at: at + form.days * dayMs,
      last_used_at: null,
    };
    await tx
      .insertInto("api_keys")
      .values({ ...row, account_id: accountId, key_hash: hashOfKey(token), revoked_at: null })
      .execute();
    await auditKey(tx, own, "Create own API key", row.name, row.id, at);
    await queueEmail(tx, post, {
      name: "apiKeyCreated",
      recipient: email,
      values: { email, key: row.name },
      path: "/account/security/keys",
    });
    return { ...asKey(row), secret: token };
  });
}

/**
 * Derives the key of a form from SECRET, so that a repeated form shows the same key although the
 * database stores only its hash. Rows of ended keys stay until the account is deleted: without such
 * a row, a repeated form would create a revoked key anew.
 */
function keyOf(secret: string, accountId: string, formKey: string): string {
  const text = JSON.stringify(["api-key", accountId, formKey]);
  return `${apiKeyMark}${createHmac("sha256", secret).update(text).digest("base64url")}`;
}

type KeyRow = Parameters<typeof asKey>[0] & { readonly revoked_at: number | null };

function shownAgain(row: KeyRow, token: string, at: number): NewApiKey {
  const isLate = row.created_at + shownAgainMs <= at;
  if (row.revoked_at !== null || isLate) {
    throw new AppError("conflict", "This form has already created its key. Reload the page.");
  }
  return { ...asKey(row), secret: token };
}

async function findKey(tx: WriteTransaction, hash: string) {
  return tx.selectFrom("api_keys").selectAll().where("key_hash", "=", hash).executeTakeFirst();
}

async function requireRoom(tx: WriteTransaction, accountId: string, at: number): Promise<void> {
  const { count } = await tx
    .selectFrom("api_keys")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("account_id", "=", accountId)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", at)
    .executeTakeFirstOrThrow();
  if (Number(count) < mostKeys) return;
  throw new AppError("conflict", `You have ${mostKeys} API keys. Revoke one that you do not need.`);
}

/** Keys of the actor that are neither revoked nor expired, newest first. */
export async function listApiKeys(
  { database, clock }: Omit<EmailingDependencies, "post">,
  actor: Actor,
): Promise<readonly ApiKey[]> {
  const { accountId } = requirePerson(actor);
  const rows = await database.read
    .selectFrom("api_keys")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", clock())
    .orderBy("created_at", "desc")
    .execute();
  return rows.map(asKey);
}

export interface TeamApiKey extends ApiKey {
  readonly email: string;
}

/** Usable keys of everybody on the team, by person. Throws "forbidden". */
export async function listTeamKeys(
  { database, clock }: Omit<EmailingDependencies, "post">,
  actor: Actor,
): Promise<readonly TeamApiKey[]> {
  requirePerson(actor);
  requireRight(actor, "see every user");
  const records = await listUserRecords({ database }, actor);
  const emails = records.map(({ userEmail }) => normalEmail(userEmail));
  if (emails.length === 0) return [];
  const people = await database.read
    .selectFrom("user")
    .select(["id", "email"])
    .where("email", "in", emails)
    .orderBy("email")
    .execute();
  if (people.length === 0) return [];
  const ids = people.map(({ id }) => id);
  const rows = await database.read
    .selectFrom("api_keys")
    .selectAll()
    .where("account_id", "in", ids)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", clock())
    .execute();
  rows.sort((one, other) => other.created_at - one.created_at);
  return people.flatMap(({ id, email }) =>
    rows.filter((row) => row.account_id === id).map((row) => ({ ...asKey(row), email })),
  );
}

/**
 * Revokes a key of the actor, or of another person of the team for an owner. Takes effect at the
 * next request. Revoking a revoked key does nothing. Throws "not-found".
 */
export async function revokeApiKey(
  { database, clock }: { readonly database: Database; readonly clock: () => number },
  actor: Actor,
  id: string,
): Promise<void> {
  const own = requirePerson(actor);
  if (!canBeId(id)) throw noSuchKey();
  await database.write(async (tx) => {
    const row = await tx
      .selectFrom("api_keys")
      .select(["account_id", "name", "revoked_at"])
      .where("id", "=", id)
      .executeTakeFirst();
    const isOwn = row?.account_id === own.accountId;
    if (row === undefined || !(isOwn || may(own, "update users"))) throw noSuchKey();
    const revoked = await tx
      .updateTable("api_keys")
      .set({ revoked_at: clock() })
      .where("id", "=", id)
      .where("revoked_at", "is", null)
      .executeTakeFirst();
    if (revoked.numUpdatedRows === 0n) return;
    const action = isOwn ? "Revoke own API key" : "Revoke API key";
    await auditKey(tx, own, action, row.name, id, clock());
  });
}

function auditKey(
  tx: WriteTransaction,
  actor: SignedInActor,
  action: string,
  label: string,
  subjectId: string,
  at: number,
): Promise<void> {
  const after = action.startsWith("Create") ? { name: label } : null;
  const before = after === null ? { name: label } : null;
  return audit(tx, actor, { action, subject: "API key", subjectId, label, before, after, at });
}

function asKey(row: {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly key_role: string | null;
  readonly read_only: number;
  readonly created_at: number;
  readonly expires_at: number;
  readonly last_used_at: number | null;
}): ApiKey {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    role: row.key_role,
    isReadOnly: row.read_only !== 0,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
  };
}

function noSuchKey(): AppError {
  return new AppError("not-found", "There is no such API key.");
}
