import { AsyncLocalStorage } from "node:async_hooks";
import { passkey } from "@better-auth/passkey";
import { type BetterAuthOptions, type BetterAuthPlugin, betterAuth } from "better-auth";
import { APIError, createAuthEndpoint, createAuthMiddleware } from "better-auth/api";
import { getMigrations } from "better-auth/db/migration";
import { twoFactor } from "better-auth/plugins/two-factor";
import { sql } from "kysely";
import type { Post } from "#mail/mailer.ts";
import { queueEmail } from "#mail/queue-email.server.ts";
import type { Configuration } from "#platform/configuration.ts";
import type { Database, Queries, WriteTransaction } from "#platform/database/database.ts";
import { holdingStartLock } from "#platform/database/migrations.ts";
import type { Log } from "#platform/metrics/log.ts";
import { isOwnOrigin } from "#platform/origins.ts";
import { localPathOr } from "#platform/texts/local-path.ts";
import { accountsWithoutPassword } from "../accounts/accounts.server.ts";
import { queueConfirmationEmail } from "../accounts/verify-address.ts";
import { secondStepSeconds } from "../second-factor/second-step.ts";
import { accountEmail } from "./account-emails.ts";
import { settingsOfTables } from "./authentication-tables.server.ts";
import { clientAddressHeader } from "./client-address.ts";
import { cookieName, sessionCookieName } from "./cookie-names.ts";
import { decodeEmails } from "./library-email.server.ts";
import { presentPasswordChange } from "./password-change.server.ts";
import type { PasswordHashes } from "./password-hashes.ts";
import { isRegisteringBuyer } from "./registration.server.ts";
import { endOtherResetLinks } from "./reset-links.server.ts";

const current = new AsyncLocalStorage<WriteTransaction>();

/**
 * The transaction in which better-auth currently runs, for writes that must commit together with
 * better-auth's writes. better-auth does not pass the transaction to its hooks, and on SQLite a
 * write outside the transaction would wait for ever.
 */
export function libraryTransaction(): WriteTransaction | undefined {
  return current.getStore();
}

/**
 * Wraps the database for better-auth: `libraryTransaction` returns its current transaction, and a
 * session is looked up while the connection that writes waits for the disk.
 */
function libraryDatabase({ libraryHandle, read }: Database): Queries {
  return new Proxy(libraryHandle, {
    get(target, name) {
      if (name === "transaction") return () => tellingTransaction(target);
      if (name === "selectFrom") return read.selectFrom.bind(read);
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}

function tellingTransaction(database: Queries) {
  return {
    execute: <T>(work: (tx: WriteTransaction) => Promise<T>): Promise<T> =>
      database.transaction().execute((tx) => current.run(tx, () => work(tx))),
  };
}

export interface AuthenticationOptions {
  readonly database: Database;
  readonly configuration: Configuration;
  readonly secret: string;
  readonly log: Log;
  readonly passwords: PasswordHashes;
  readonly post: Post;
}

/** Requires that `prepareAccountTables` has created or migrated the tables. */
export function createAuthentication(options: AuthenticationOptions) {
  const authentication = betterAuth(authenticationSettings(options));
  // Runs before the first request, because each request waits for the context as well.
  const decoding = authentication.$context.then(decodeEmails);
  // A request reports why there is no context.
  decoding.catch(() => {});
  return authentication;
}

export async function migrateAccountTables(database: Database): Promise<void> {
  // Takes a lock, because better-auth checks which tables exist before it creates them, and two
  // processes may start at once.
  await holdingStartLock(database, async () => {
    const { runMigrations } = await getMigrations({
      ...tableSettings(database),
      plugins: pluginsFor("http://localhost"),
    });
    await runMigrations();
    await addOwnIndices(database);
  });
}

function tableSettings(database: Database) {
  return {
    database: {
      db: libraryDatabase(database),
      type: database.engine,
      transaction: true,
    },
    ...settingsOfTables,
    // Hides a warning about a bigint column that better-auth created itself.
    logger: { level: "error" },
  } satisfies BetterAuthOptions;
}

/**
 * Indices for the panel's list of accounts and for what opens one account. Add the name of a new index to `ownIndices`, so that
 * existing installations create it.
 */
async function addOwnIndices({ engine, libraryHandle }: Database): Promise<void> {
  await sql`create index if not exists user_by_registration on "user" ("createdAt", id)`.execute(
    libraryHandle,
  );
  await sql`create index if not exists user_by_confirmation
    on "user" ("emailVerified", email)`.execute(libraryHandle);
  await sql`create index if not exists verification_by_value on verification (value)`.execute(
    libraryHandle,
  );
  // On SQLite, the unique index on the email address also finds prefixes.
  if (engine !== "postgres") return;
  await sql`create index if not exists user_email_by_bytes on "user" (email collate "C")`.execute(
    libraryHandle,
  );
}

const hour = 60 * 60;
const day = 24 * hour;

/** Lets Furrow ask for the account of the signed cookie between the password and the code. */
const secondStep = {
  id: "furrow-second-step",
  endpoints: {
    accountInSecondStep: createAuthEndpoint.serverOnly(
      { method: "GET", requireHeaders: true },
      async ({ context, getSignedCookie }): Promise<string | null> => {
        const { name } = context.createAuthCookie("two_factor");
        const identifier = await getSignedCookie(name, context.secret);
        if (!identifier) return null;
        const step = await context.internalAdapter.findVerificationValue(identifier);
        return step && step.expiresAt > new Date() ? step.value : null;
      },
    ),
  },
} satisfies BetterAuthPlugin;

/** Plugins for codes and for passkeys; both have tables and columns of their own. */
function pluginsFor(publicUrl: string) {
  const { hostname, origin } = new URL(publicUrl);
  return [
    twoFactor({
      // The authenticator app shows this name beside the code.
      issuer: hostname,
      twoFactorCookieMaxAge: secondStepSeconds,
      trustDeviceMaxAge: 30 * day,
      accountLockout: { maxFailedAttempts: 10, durationSeconds: hour / 4 },
    }),
    secondStep,
    passkey({
      rpID: hostname,
      rpName: hostname,
      origin,
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      registration: {
        afterVerification: ({ verification }) => requireUserVerified(verification.registrationInfo),
      },
      // A passkey replaces password and code only if the device has recognised its owner. The
      // plugin itself accepts a passkey without that check.
      authentication: {
        afterVerification: ({ verification }) =>
          requireUserVerified(verification.authenticationInfo),
      },
      advanced: { webAuthnChallengeCookie: "passkey_challenge" },
    }),
  ] satisfies BetterAuthOptions["plugins"];
}

async function requireUserVerified(
  facts: { readonly userVerified: boolean } | undefined,
): Promise<void> {
  if (facts?.userVerified) return;
  throw new APIError("BAD_REQUEST", { code: "USER_NOT_VERIFIED" });
}

function authenticationSettings({
  database,
  configuration,
  secret,
  log,
  passwords,
  post,
}: AuthenticationOptions) {
  const { publicUrl, rateLimitFactor } = configuration;
  const secure = publicUrl.startsWith("https:");
  const limit = (window: number, max: number) => ({
    window,
    max: Math.ceil(max * rateLimitFactor),
  });
  const tables = tableSettings(database);
  return {
    ...tables,
    baseURL: publicUrl,
    basePath: "/api/auth",
    secret,
    emailAndPassword: {
      enabled: true,
      minPasswordLength: configuration.passwordMinLength,
      maxPasswordLength: 1024,
      password: { hash: passwords.hash, verify: passwords.verify },
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: hour,
      // Over the limit of emails to one mailbox, `queueEmail` sends nothing and throws no error.
      sendResetPassword: ({ user: { id, email }, token, url }) =>
        database.write(async (tx) => {
          const isFirst = (await accountsWithoutPassword(tx, [id])).size > 0;
          const from = localPathOr(new URL(url).searchParams.get("callbackURL"), "");
          const back = from === "" ? "" : `&from=${encodeURIComponent(from)}`;
          const name = isFirst ? "choosePassword" : "resetPassword";
          await queueEmail(tx, post, accountEmail(name, email, `/reset?token=${token}${back}`));
        }),
      // Catches errors, because the password is set and must count even when no email can be queued.
      onPasswordReset: async () => {
        await presentPasswordChange()
          .afterReset?.()
          .catch((err) =>
            log.error({ err }, "nobody could be told by mail that a password was changed"),
          );
      },
    },
    hooks: {
      // Runs after the rate limits. Computes the hash before better-auth opens the transaction of a
      // registration or uses a reset link, because hashing is slow and other writes wait for a
      // transaction.
      before: createAuthMiddleware(async ({ path, body }) => {
        if (path === "/sign-up/email") await passwords.prepare(body.password);
        if (path !== "/reset-password") return;
        await passwords.prepare(body.newPassword);
        await endOtherResetLinks(database, body.token);
      }),
    },
    // Sends Furrow's own link, which is valid for one account only, instead of better-auth's link.
    emailVerification: {
      sendVerificationEmail: ({ user }) =>
        queueConfirmationEmail({ database, post }, user.id, user.email),
    },
    databaseHooks: {
      user: {
        create: {
          // Queues the welcome email in the transaction that creates the account. An "after" hook
          // could not, because better-auth runs "after" hooks when the transaction has ended.
          before: async ({ email }, context) => {
            const tx = libraryTransaction();
            if (context?.path === "/sign-up/email" && tx && !isRegisteringBuyer()) {
              await queueEmail(tx, post, accountEmail("welcome", email, "/dashboard"));
            }
          },
        },
        update: {
          // Only Furrow changes or confirms an address, in a transaction that keeps the team out of
          // the companies of customers (`markConfirmed`).
          before: async (changes) => !("email" in changes || "emailVerified" in changes),
        },
      },
      account: {
        update: {
          // Runs in the transaction that sets the new password.
          before: async (_account, context) => {
            const tx = libraryTransaction();
            const path = context?.path;
            if ((path === "/change-password" || path === "/reset-password") && tx) {
              await presentPasswordChange().inTransaction(tx);
            }
          },
        },
      },
    },
    // Renews a session at most once an hour, so the list of sessions shows "last seen" to the hour.
    // The pages ask for the password before a change, so better-auth need not require a recent
    // sign-in.
    session: { expiresIn: 30 * day, updateAge: hour, freshAge: 0 },
    plugins: pluginsFor(publicUrl),
    trustedOrigins: async (request?: Request) => {
      const origin = request?.headers.get("origin");
      return origin && isOwnOrigin(origin, publicUrl) ? [publicUrl, origin] : [publicUrl];
    },
    rateLimit: {
      ...tables.rateLimit,
      ...limit(60, 120),
      customRules: {
        "/sign-in/email": limit(60, 10),
        "/sign-up/email": limit(60, 10),
        "/request-password-reset": limit(60, 5),
        "/reset-password": limit(60, 10),
        "/change-password": limit(60, 10),
        "/send-verification-email": limit(10 * 60, 3),
        "/two-factor/*": limit(60, 20),
        "/passkey/*": limit(60, 20),
      },
    },
    advanced: {
      ipAddress: { ipAddressHeaders: [clientAddressHeader] },
      useSecureCookies: false,
      cookies: {
        session_token: { name: sessionCookieName(publicUrl) },
        two_factor: { name: cookieName(publicUrl, "furrow-second-step") },
        trust_device: { name: cookieName(publicUrl, "furrow-trusted-device") },
        passkey_challenge: { name: cookieName(publicUrl, "furrow-passkey") },
      },
      defaultCookieAttributes: { httpOnly: true, sameSite: "lax", path: "/", secure },
    },
    telemetry: { enabled: false },
    logger: {
      level: "warn",
      log: (level, message, ...details) => {
        const err = details.find((detail) => detail instanceof Error);
        log[level === "error" ? "error" : "debug"]({ message, err }, "sign-in");
      },
    },
    // Without this setting, better-auth and its router print errors with personal data to the
    // console.
    onAPIError: { throw: true },
  } satisfies BetterAuthOptions;
}
