import { lockCompanies } from "#companies/lock-companies.server.ts";
import type { Post } from "#mail/mailer.ts";
import { queueEmail } from "#mail/queue-email.server.ts";
import type { Database } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { isSameText, signatureOf } from "#platform/signatures.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Actor } from "#policy/actor.ts";
import { requirePerson } from "#policy/keys.ts";
import type { Person } from "#policy/personal-data.ts";
import { roleOfEmail } from "../admins/user-records.ts";
import { passwordChangedEmail } from "../sessions/account-emails.ts";
import { minLengthFor, requireGoodPassword } from "../sessions/credential-rules.ts";
import {
  type AccessDependencies,
  call,
  type RequestHeaders,
  refusalOf,
} from "../sessions/sign-in.ts";
import { tokenOfRequest } from "../ways-in/own-ways-in.ts";
import { endWaysIn, factsOfEnded } from "../ways-in/ways-in.ts";
import { findLockedPerson, hashPassword, lockAccount, markConfirmed } from "./accounts.server.ts";

/**
 * The token contains its expiry time and a signature over the account, the account's email address
 * and the expiry time.
 */
function addressTokenOf(
  secret: string,
  { accountId, email }: Pick<Person, "accountId" | "email">,
  expiresAt: number,
): string {
  const time = expiresAt.toString(36);
  return `${time}-${signatureOf(secret, ["verify-address", accountId, email, time])}`;
}

/** Null for a forged token and for a token of another account or address. */
function expiryOfAddressToken(secret: string, person: Person, token: string): number | null {
  const expiresAt = Number.parseInt(token.split("-", 1)[0] ?? "", 36);
  if (!Number.isSafeInteger(expiresAt)) return null;
  return isSameText(token, addressTokenOf(secret, person, expiresAt)) ? expiresAt : null;
}

const goodForMs = 24 * 60 * 60 * 1000;

/**
 * Queues an email with a confirmation link. Sends nothing over the limit of emails to one mailbox,
 * or if the account has been deleted.
 */
export async function queueConfirmationEmail(
  { database, post }: { readonly database: Database; readonly post: Post },
  accountId: string,
  recipient: string,
): Promise<void> {
  const expiresAt = post.clock() + goodForMs;
  const token = addressTokenOf(post.secret, { accountId, email: recipient }, expiresAt);
  await database.write(async (tx) => {
    if ((await findLockedPerson(tx, accountId)) === undefined) return;
    await queueEmail(tx, post, {
      name: "verifyAddress",
      recipient,
      values: { email: recipient },
      path: `/verify-address?token=${token}`,
      about: accountId,
    });
  });
}

/**
 * Emails the actor a new confirmation link. Throws "conflict" when the address is already
 * confirmed, and "too-many".
 */
export async function requestConfirmationEmail(
  { access }: { readonly access: AccessDependencies },
  actor: Actor,
  headers: RequestHeaders,
): Promise<void> {
  const { email } = requirePerson(actor);
  const response = await call(access, headers, "/send-verification-email", { email });
  if (!response.ok) throw refusalOf(response, alreadyConfirmed());
}

interface ConfirmDependencies {
  readonly access: Pick<
    AccessDependencies,
    "authentication" | "passwordMinLength" | "post" | "publicUrl" | "waysIn"
  >;
  readonly database: Database;
  readonly clock: Clock;
  readonly secret: string;
}

/**
 * Confirms the actor's address with the emailed token. The actor must be the account that the token
 * belongs to: if a stranger registers somebody else's address, the link in that person's mailbox
 * does not confirm the stranger's account. If the address has a role of the team, `password` must
 * be a new password, because the team needs longer passwords than a registration; all else that
 * opened the account then ends, besides the session in `headers`. Throws "invalid"
 * for a token that is forged, expired or of another account, and at `password`; "conflict" when the
 * address is already confirmed, and when it has a role but the account shares a company with a
 * customer.
 */
export async function confirmAddress(
  { access, database, clock, secret }: ConfirmDependencies,
  actor: Actor,
  token: string,
  password?: string,
  headers: RequestHeaders = new Headers(),
): Promise<void> {
  const { accountId } = requirePerson(actor);
  const exceptToken = await tokenOfRequest(access, headers);
  if (password !== undefined) {
    await requireGoodPassword(password, minLengthFor(access, true), "password");
  }
  const hash = password === undefined ? null : await hashPassword(access.authentication, password);
  await database.write(async (tx) => {
    await lockCompanies(tx);
    const account = await lockAccount(tx, accountId);
    const expiresAt = expiryOfAddressToken(secret, account, token);
    if (expiresAt === null) throw notForThisAccount(account.email);
    if (account.emailVerified) throw alreadyConfirmed();
    if (expiresAt <= clock()) {
      throw new AppError("invalid", "This link has expired. Ask for a new one.");
    }
    if ((await roleOfEmail(tx, account.email)) !== null) {
      if (hash === null) throw newPasswordFirst(minLengthFor(access, true));
      const at = clock();
      const ends = await endWaysIn(tx, access.waysIn, { accountId, at, exceptToken });
      const told = { ...passwordChangedEmail(account.email), facts: factsOfEnded(ends) };
      await queueEmail(tx, access.post, told);
      await tx
        .updateTable("account")
        .set({ password: hash, updatedAt: new Date(clock()) })
        .where("userId", "=", accountId)
        .where("providerId", "=", "credential")
        .execute();
    }
    await markConfirmed(tx, account, clock());
  });
}

function newPasswordFirst(minLength: number): AppError {
  const message = `You are invited to the team. Choose a new password of at least ${minLength} characters.`;
  return new AppError("invalid", message, { issues: [{ path: "password", message }] });
}

function notForThisAccount(email: string): AppError {
  return new AppError(
    "invalid",
    `This link does not confirm ${email}. It is incomplete, or it was sent to another account: log in with that account, or ask for a new link.`,
  );
}

function alreadyConfirmed(): AppError {
  return new AppError(
    "conflict",
    "This address is already confirmed. There is nothing left to do.",
  );
}
