import { createHmac, timingSafeEqual } from "node:crypto";
import type { Post } from "../../mail/mailer.ts";
import { queueEmail } from "../../mail/queue-email.server.ts";
import type { Database } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import type { Clock } from "../../platform/time/clock.ts";
import type { Actor } from "../../policy/actor.ts";
import { requireSignedIn } from "../../policy/rights.ts";
import {
  type AccessDependencies,
  call,
  type RequestHeaders,
  refusalOf,
} from "../sessions/sign-in.ts";
import { findLockedPerson, lockAccount } from "./lock-account.server.ts";

/** Token of a confirmation link, bound to one account and an expiry time. */
function addressTokenOf(
  secret: string,
  person: { readonly accountId: string; readonly email: string },
  expiresAt: number,
): string {
  const time = expiresAt.toString(36);
  const signature = createHmac("sha256", secret)
    .update(JSON.stringify(["verify-address", person.accountId, person.email, time]))
    .digest("base64url");
  return `${time}-${signature}`;
}

/** Expiry of a token; null when it was not made for this account and address. */
function expiryOfAddressToken(
  secret: string,
  person: { readonly accountId: string; readonly email: string },
  token: string,
): number | null {
  const expiresAt = Number.parseInt(token.split("-", 1)[0] ?? "", 36);
  if (!Number.isSafeInteger(expiresAt)) return null;
  const expected = Buffer.from(addressTokenOf(secret, person, expiresAt));
  const given = Buffer.from(token);
  const matches = given.length === expected.length && timingSafeEqual(given, expected);
  return matches ? expiresAt : null;
}

const goodForMs = 24 * 60 * 60 * 1000;

interface SendDependencies {
  readonly database: Database;
  readonly post: Post;
  readonly secret: string;
}

/**
 * Queues the email with the link. Nothing is sent over the mailbox's limit, or for an account that
 * is being deleted.
 */
export async function queueConfirmationEmail(
  { database, post, secret }: SendDependencies,
  accountId: string,
  recipient: string,
): Promise<void> {
  const expiresAt = post.clock() + goodForMs;
  const token = addressTokenOf(secret, { accountId, email: recipient }, expiresAt);
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
 * Sends the actor a new link. Throws "conflict" when the address is confirmed already, and
 * "too-many".
 */
export async function requestConfirmationEmail(
  { access }: { readonly access: AccessDependencies },
  actor: Actor,
  headers: RequestHeaders,
): Promise<void> {
  const { email } = requireSignedIn(actor);
  const response = await call(access, headers, "/send-verification-email", { email });
  if (!response.ok) throw refusalOf(response, alreadyConfirmed());
}

interface ConfirmDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly secret: string;
}

/**
 * Confirms the actor's address with the emailed token. Only the signed-in account can do that: when
 * a stranger registers somebody's address, the link in that mailbox gives the stranger nothing.
 * Throws "invalid" for a token that is forged, expired or of another account, and "conflict" for a
 * used one.
 */
export async function confirmAddress(
  { database, clock, secret }: ConfirmDependencies,
  actor: Actor,
  token: string,
): Promise<void> {
  const { accountId } = requireSignedIn(actor);
  await database.write(async (tx) => {
    const account = await lockAccount(tx, accountId);
    const expiresAt = expiryOfAddressToken(secret, account, token);
    if (expiresAt === null) throw notForThisAccount(account.email);
    if (account.emailVerified) throw alreadyConfirmed();
    if (expiresAt <= clock()) throw tooOld();
    await tx
      .updateTable("user")
      .set({ emailVerified: true, updatedAt: new Date(clock()) })
      .where("id", "=", accountId)
      .execute();
  });
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

function tooOld(): AppError {
  return new AppError("invalid", "This link has expired. Ask for a new one.");
}
