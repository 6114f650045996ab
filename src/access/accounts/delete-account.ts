import { z } from "zod";
import type { EmailingDependencies } from "#mail/mailer.ts";
import type { WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { deleteIdempotencyKeys } from "#platform/idempotency.ts";
import { normalEmail } from "#platform/texts/email-address.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import type { Actor } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import { requirePerson } from "#policy/keys.ts";
import type { PersonalData } from "#policy/personal-data.ts";
import { requireRight, requireSignedIn } from "#policy/rights.ts";
import type { WayIn } from "#policy/ways-in.ts";
import {
  lockAdmins,
  type ReleaseOrders,
  requireAdminLeft,
  requireStillAdmin,
  roleOfEmail,
} from "../admins/user-records.ts";
import { handOverPeople } from "../companies/own-company.ts";
import {
  type AccessDependencies,
  confirmPassword,
  type RequestHeaders,
} from "../sessions/sign-in.ts";
import { endWaysIn } from "../ways-in/ways-in.ts";
import { lockAccount } from "./accounts.server.ts";
import { findPerson } from "./people.ts";

interface DeleteDependencies extends Omit<EmailingDependencies, "post"> {
  readonly personalData: readonly PersonalData[];
  readonly releaseOrders: ReleaseOrders;
  readonly waysIn: readonly WayIn[];
}

const ownSchema = z.strictObject({
  password: z.string("Enter your password.").min(1, "Enter your password."),
  understood: z.literal("yes", "Tick the box to confirm."),
});

/**
 * Deletes the actor's own account with all personal data. Throws "invalid" at the fields `password`
 * and `understood`, and "conflict" when no admin who can sign in would remain.
 */
export async function deleteOwnAccount(
  dependencies: DeleteDependencies & { readonly access: AccessDependencies },
  actor: Actor,
  headers: RequestHeaders,
  input: unknown,
): Promise<void> {
  const { accountId, email } = requirePerson(actor);
  const { password } = parseOrThrow(ownSchema, input);
  await confirmPassword(dependencies.access, headers, { email, password });
  await dependencies.database.write(async (tx) => {
    await lockAdmins(tx);
    await forgetAccount(tx, dependencies, actor, accountId);
  });
}

const otherSchema = z.strictObject({ confirmation: z.string().default("") });

/**
 * Lets an admin delete another person's account, at that person's request. `confirmation` is the
 * account's address, typed by the admin. Throws "not-found", "invalid", and "conflict" for the
 * admin's own account, which only `deleteOwnAccount` deletes.
 */
export async function deleteAccountOnRequest(
  dependencies: DeleteDependencies,
  actor: Actor,
  accountId: string,
  input: unknown,
): Promise<void> {
  requireRight(actor, "delete accounts");
  const { confirmation } = parseOrThrow(otherSchema, input);
  const { email } = await findPerson(dependencies, actor, accountId);
  if (requireSignedIn(actor).accountId === accountId) {
    throw new AppError("conflict", "This is your own account. Delete it on your account page.");
  }
  if (normalEmail(confirmation) !== normalEmail(email)) {
    const message = `Type ${email} to confirm.`;
    throw new AppError("invalid", message, { issues: [{ path: "confirmation", message }] });
  }
  await dependencies.database.write(async (tx) => {
    await lockAdmins(tx);
    await requireStillAdmin(tx, actor);
    await forgetAccount(tx, dependencies, actor, accountId);
  });
}

/**
 * Deletes all personal data in one transaction, so that no part remains if the process stops.
 * Orders stay without the person's data, for accounting and for the colleagues in the company. The
 * caller must have called `lockAdmins`.
 */
async function forgetAccount(
  tx: WriteTransaction,
  { clock, personalData, releaseOrders, waysIn }: DeleteDependencies,
  actor: Actor,
  accountId: string,
): Promise<void> {
  const person = await lockAccount(tx, accountId);
  const { email, emailVerified } = person;
  // Removes the role of the address only if the account has verified the address. Otherwise the
  // account never had the rights, and the invitation may belong to another person, the real owner
  // of the address.
  const role = emailVerified ? await roleOfEmail(tx, email) : null;
  if (role !== null) {
    await tx.deleteFrom("user_records").where("email_key", "=", normalEmail(email)).execute();
  }
  await releaseOrders(tx, actor, { accountId, label: `Account ${accountId}` }, clock());
  await handOverPeople(tx, accountId);
  await endWaysIn(tx, waysIn, { accountId, at: clock() });
  for (const data of personalData) await data.forget(tx, person);
  await deleteIdempotencyKeys(tx, accountId);
  await tx.deleteFrom("account_profiles").where("account_id", "=", accountId).execute();
  await tx.deleteFrom("verification").where("value", "=", accountId).execute();
  await tx.deleteFrom("session").where("userId", "=", accountId).execute();
  await tx.deleteFrom("account").where("userId", "=", accountId).execute();
  await tx.deleteFrom("user").where("id", "=", accountId).execute();
  if (role === "Admin") await requireAdminLeft(tx);
  await audit(tx, actor, {
    action: "Delete account",
    subject: "account",
    subjectId: accountId,
    // The audit log is never deleted, so it must not contain the address.
    label: `Account ${accountId}`,
    before: null,
    after: null,
    at: clock(),
  });
}
