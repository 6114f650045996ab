import { sql } from "kysely";
import { z } from "zod";
import type { Clock } from "../platform/clock.ts";
import type { Database, WriteTransaction } from "../platform/database.ts";
import { normalEmail } from "../platform/email-address.ts";
import { engineOf } from "../platform/engine-of.ts";
import { AppError } from "../platform/errors.ts";
import { forgetIdempotencyKeys } from "../platform/idempotency.ts";
import { parseOrThrow } from "../platform/validation.ts";
import type { Actor } from "../policy/actor.ts";
import { audit } from "../policy/audit.ts";
import type { Person, PersonalData } from "../policy/personal-data.ts";
import { requireRight, requireSignedIn } from "../policy/rights.ts";
import { findPerson } from "./find-person.ts";
import { lockAccount } from "./lock-account.server.ts";
import { type AccessDependencies, confirmPassword, type RequestHeaders } from "./sign-in.ts";
import { isAdminEmail } from "./user-records.ts";

interface DeleteDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly personalData: readonly PersonalData[];
}

const ownSchema = z.strictObject({
  password: z.string().default(""),
  understood: z.literal("yes", "Tick this, so that nobody deletes an account by a slip."),
});

/**
 * Deletes the actor's own account and all that is theirs. Throws "invalid" at the fields `password`
 * and `understood`, and "conflict" for the last admin.
 */
export async function deleteOwnAccount(
  dependencies: DeleteDependencies & { readonly access: AccessDependencies },
  actor: Actor,
  headers: RequestHeaders,
  input: unknown,
): Promise<void> {
  const { accountId, email } = requireSignedIn(actor);
  const { password } = parseOrThrow(ownSchema, input);
  await confirmPassword(dependencies.access, headers, { email, password });
  await forgetAccount(dependencies, actor, accountId);
}

const otherSchema = z.strictObject({ confirmation: z.string().default("") });

/**
 * Deletes somebody else's account at their request. `confirmation` is its address, typed. Throws
 * "not-found", "invalid", and "conflict" for the admin's own account, which asks for a password.
 */
export async function deleteAccountOnRequest(
  dependencies: DeleteDependencies,
  actor: Actor,
  accountId: string,
  input: unknown,
): Promise<void> {
  requireRight(actor, "update users");
  const { confirmation } = parseOrThrow(otherSchema, input);
  const { email } = await findPerson(dependencies, actor, accountId);
  if (requireSignedIn(actor).accountId === accountId) {
    throw new AppError("conflict", "This is your own account. Delete it on your account page.");
  }
  if (normalEmail(confirmation) !== normalEmail(email)) {
    const message = `Type ${email} to confirm.`;
    throw new AppError("invalid", message, { issues: [{ path: "confirmation", message }] });
  }
  await forgetAccount(dependencies, actor, accountId);
}

/** In one transaction: the person is in everything, or in nothing but the books. */
async function forgetAccount(
  { database, clock, personalData }: DeleteDependencies,
  actor: Actor,
  accountId: string,
): Promise<void> {
  await database.write(async (tx) => {
    const person = await lockAccount(tx, accountId);
    if (person.emailVerified) await giveUpRole(tx, person);
    for (const data of personalData) await data.forget(tx, person);
    await forgetIdempotencyKeys(tx, accountId);
    await tx.deleteFrom("account_profiles").where("account_id", "=", accountId).execute();
    await tx.deleteFrom("verification").where("value", "=", accountId).execute();
    await tx.deleteFrom("session").where("userId", "=", accountId).execute();
    await tx.deleteFrom("account").where("userId", "=", accountId).execute();
    await tx.deleteFrom("user").where("id", "=", accountId).execute();
    await audit(tx, actor, {
      action: "Delete account",
      subject: "account",
      subjectId: accountId,
      // The log keeps what it is told for ever, so it is told no address.
      label: `Account ${accountId}`,
      before: null,
      after: null,
      at: clock(),
    });
  });
}

/** Throws "conflict" when nobody would be left to run the site. */
async function giveUpRole(tx: WriteTransaction, { accountId, email }: Person): Promise<void> {
  if (engineOf(tx) === "postgres") {
    // Two admins that leave at the same moment would each find the other.
    await sql`lock table user_records in share row exclusive mode`.execute(tx);
  }
  if (!(await isAdminEmail(tx, email))) return;
  const other = await tx
    .selectFrom("user_records")
    .innerJoin("user", "user.email", "user_records.email_key")
    .select("user.id")
    .where("user_role", "=", "Admin")
    .where("user.id", "!=", accountId)
    // An invitation that nobody has taken up yet runs no site.
    .where(sql<boolean>`"user"."emailVerified"`)
    .limit(1)
    .executeTakeFirst();
  if (other === undefined) {
    throw new AppError(
      "conflict",
      "This is the only admin, and nobody else could run the site. Add another admin first.",
    );
  }
  await tx.deleteFrom("user_records").where("email_key", "=", normalEmail(email)).execute();
}
