import { isUniqueViolation, type Queries, type WriteTransaction } from "../platform/database.ts";
import { normalEmail } from "../platform/email-address.ts";
import { engineOf } from "../platform/engine-of.ts";
import { AppError } from "../platform/errors.ts";
import type { Authentication } from "./lazy-authentication.ts";

type Accounts = Awaited<ReturnType<typeof accountsIn>>;

/**
 * better-auth's own tables, through its own adapter but over our transaction: what it writes
 * commits together with our rows, or not at all.
 */
async function accountsIn(authentication: Authentication, queries: Queries) {
  const { options } = await authentication.$context;
  const { getAdapter } = await import("better-auth/db/adapter");
  const database = { db: queries, type: engineOf(queries), transaction: false };
  return getAdapter({ ...options, database });
}

/** Those of the addresses whose account has proved that the address is its own, in lower case. */
export async function verifiedAmong(
  authentication: Authentication,
  queries: Queries,
  emails: readonly string[],
): Promise<ReadonlySet<string>> {
  const accounts = await accountsIn(authentication, queries);
  const verified = await accounts.findMany<{ email: string }>({
    model: "user",
    where: [
      { field: "email", operator: "in", value: emails.map(normalEmail) },
      { field: "emailVerified", value: true },
    ],
    limit: Math.max(1, emails.length),
  });
  return new Set(verified.map(({ email }) => normalEmail(email)));
}

/** For `takeAccount`. It takes a while on purpose, so it is done before the transaction. */
export async function hashPassword(
  authentication: Authentication,
  password: string,
): Promise<string> {
  const { password: passwords } = await authentication.$context;
  return passwords.hash(password);
}

/**
 * Gives the account of an address to whoever has proved that the address is theirs: it is verified
 * and has this password. If it is there, because somebody had registered the address or a start was
 * broken off, every other way into it ends, its sessions included.
 */
export async function takeAccount(
  authentication: Authentication,
  tx: WriteTransaction,
  email: string,
  passwordHash: string,
): Promise<void> {
  const accounts = await accountsIn(authentication, tx);
  const userId = await verifiedUser(accounts, normalEmail(email));
  const ofUser = [{ field: "userId", value: userId }];
  await accounts.deleteMany({ model: "verification", where: [{ field: "value", value: userId }] });
  await accounts.deleteMany({ model: "session", where: ofUser });
  await accounts.deleteMany({ model: "account", where: ofUser });
  const credential = { userId, accountId: userId, providerId: "credential" };
  await accounts.create({
    model: "account",
    data: { ...credential, password: passwordHash, ...createdNow() },
  });
}

/** Answers the account's id. */
async function verifiedUser(accounts: Accounts, email: string): Promise<string> {
  const existing = await accounts.findOne<{ id: string }>({
    model: "user",
    where: [{ field: "email", value: email }],
  });
  if (existing === null) {
    const data = { email, name: "", emailVerified: true, ...createdNow() };
    const creating = accounts.create<typeof data, { id: string }>({ model: "user", data });
    return (await creating.catch(refuseRegisteredMeanwhile)).id;
  }
  await accounts.update({
    model: "user",
    where: [{ field: "id", value: existing.id }],
    update: { emailVerified: true, updatedAt: new Date() },
  });
  return existing.id;
}

function refuseRegisteredMeanwhile(error: unknown): never {
  if (!isUniqueViolation(error)) throw error;
  const message = "Somebody registered this address at the same moment. Send the form again.";
  throw new AppError("conflict", message);
}

function createdNow() {
  const now = new Date();
  return { createdAt: now, updatedAt: now };
}
