import { AsyncLocalStorage } from "node:async_hooks";
import { type BetterAuthOptions, betterAuth } from "better-auth";
import { APIError, createAuthMiddleware, isAPIError } from "better-auth/api";
import { getMigrations } from "better-auth/db/migration";
import { sql } from "kysely";
import type { Configuration } from "../../platform/configuration.ts";
import type { Database, Queries, WriteTransaction } from "../../platform/database/database.ts";
import { holdingStartLock } from "../../platform/database/start-lock.ts";
import type { Log } from "../../platform/metrics/log.ts";
import { isOwnOrigin } from "../../platform/origins.ts";
import { settingsOfTables } from "./authentication-tables.server.ts";
import type { PasswordHashes } from "./password-hashes.ts";
import { endOtherResetLinks, endResetLinks } from "./reset-links.server.ts";
import { clientAddressHeader, sessionCookieName } from "./session-lookup.server.ts";

const current = new AsyncLocalStorage<WriteTransaction>();

/**
 * The transaction that better-auth is in, for what has to happen together with what it writes.
 * Its hooks do not tell; and on SQLite whoever used another handle there would wait for ever.
 */
export function libraryTransaction(): WriteTransaction | undefined {
  return current.getStore();
}

/** The same handle, whose transactions are known to `libraryTransaction` while they last. */
export function tellingTransactions(database: Queries): Queries {
  return new Proxy(database, {
    get(target, name) {
      if (name === "transaction") return () => tellingTransaction(target);
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
  readonly sendResetMail: (recipient: string, token: string) => Promise<void>;
  /** After a link has set a new password. */
  readonly onPasswordReset: (email: string) => Promise<void>;
  readonly sendVerifyMail: (accountId: string, recipient: string) => Promise<void>;
  /** Runs in the transaction that creates the account of somebody who registers. */
  readonly onRegistered: (tx: WriteTransaction, email: string) => Promise<void>;
}

/** Accounts and sessions: better-auth over our database, whose tables are up to date. */
export function createAuthentication(options: AuthenticationOptions) {
  return betterAuth(authenticationSettings(options));
}

/** Makes better-auth's tables, or brings them up to date. */
export async function migrateAccountTables(database: Database): Promise<void> {
  // It looks for what is missing and then makes it, which two processes must not do at once.
  await holdingStartLock(database, async () => {
    const { runMigrations } = await getMigrations(tableSettings(database));
    await runMigrations();
    await indexAddresses(database);
  });
}

function tableSettings(database: Database) {
  return {
    database: {
      db: tellingTransactions(database.libraryHandle),
      type: database.engine,
      transaction: true,
    },
    ...settingsOfTables,
    // It warns of a bigint where it has made one itself.
    logger: { level: "error" },
  } satisfies BetterAuthOptions;
}

/** SQLite finds the beginning of an address by the unique index; PostgreSQL needs one by bytes. */
async function indexAddresses({ engine, libraryHandle }: Database): Promise<void> {
  if (engine !== "postgres") return;
  await sql`create index if not exists user_email_by_bytes on "user" (email collate "C")`.execute(
    libraryHandle,
  );
}

const hour = 60 * 60;
const day = 24 * hour;

function authenticationSettings({
  database,
  configuration,
  secret,
  log,
  passwords,
  sendResetMail,
  onPasswordReset,
  sendVerifyMail,
  onRegistered,
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
    appName: "Furrow",
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
      sendResetPassword: ({ user, token }) => sendResetMail(user.email, token),
      // Every session ends after it, also when there is no room for a letter.
      onPasswordReset: ({ user }) =>
        onPasswordReset(user.email).catch((err) =>
          log.error({ err }, "nobody could be told by mail that a password was changed"),
        ),
    },
    hooks: {
      // After the limits, and before a registration's transaction or the use of a link, neither of
      // which is to wait for its turn.
      before: createAuthMiddleware(async ({ path, body }) => {
        if (path === "/sign-up/email") await passwords.prepare(body.password);
        if (path !== "/reset-password") return;
        await passwords.prepare(body.newPassword);
        await endOtherResetLinks(database, body.token);
      }),
    },
    // The link of better-auth's own is not sent: ours is good for one account only.
    emailVerification: { sendVerificationEmail: ({ user }) => sendVerifyMail(user.id, user.email) },
    databaseHooks: {
      user: {
        create: {
          // Before, because what runs after it runs after its transaction.
          before: async ({ email }, context) => {
            const tx = libraryTransaction();
            if (context?.path === "/sign-up/email" && tx) await onRegistered(tx, email);
          },
        },
      },
      account: {
        update: {
          // The current password was right. The links end first, so that none outlives it.
          before: async (_account, context) => {
            const session = context?.context.session;
            if (context?.path === "/change-password" && session) {
              await endResetLinks(database, session.user.id);
            }
          },
        },
      },
    },
    // An hour's grain is what "last seen" in the list of sessions has.
    session: { expiresIn: 30 * day, updateAge: hour },
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
      },
    },
    advanced: {
      ipAddress: { ipAddressHeaders: [clientAddressHeader] },
      useSecureCookies: false,
      cookies: { session_token: { name: sessionCookieName(publicUrl) } },
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
    onAPIError: {
      // What is not answered here, better-auth prints as it is, with all that it says of somebody.
      onError(error) {
        if (isAPIError(error)) return;
        log.error({ err: error }, "sign-in failed unexpectedly");
        throw new APIError("INTERNAL_SERVER_ERROR");
      },
    },
  } satisfies BetterAuthOptions;
}
