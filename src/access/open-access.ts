import type { Post } from "../mail/mailer.ts";
import { queueEmail } from "../mail/queue-email.server.ts";
import type { Configuration } from "../platform/configuration.ts";
import type { Database } from "../platform/database/database.ts";
import type { Log } from "../platform/metrics/log.ts";
import { passwordChangedEmail, queueResetEmail, welcomeEmail } from "./accounts/account-emails.ts";
import { queueConfirmationEmail } from "./accounts/verify-address.ts";
import { ensureFirstAdmin, type FirstAdminDependencies } from "./admins/first-admin.ts";
import { openAuthentication } from "./sessions/lazy-authentication.ts";
import { createPasswordHashes, type HashCost } from "./sessions/password-hashes.ts";
import type { AccessDependencies } from "./sessions/sign-in.ts";

interface OpenOptions {
  readonly database: Database;
  readonly configuration: Configuration;
  readonly secret: string;
  readonly log: Log;
  readonly post: Post;
  readonly hashCost?: HashCost | undefined;
}

interface Access {
  readonly access: AccessDependencies;
  readonly firstAdmin: FirstAdminDependencies;
}

/** Accounts and sign-in, with their emails. Creates the configured first admin. */
export async function openAccess(options: OpenOptions): Promise<Access> {
  const { database, configuration, secret, log, post, hashCost } = options;
  const { publicUrl, passwordMinLength } = configuration;
  const passwords = createPasswordHashes(hashCost);
  const authentication = await openAuthentication({
    database,
    configuration,
    secret,
    log,
    passwords,
    sendResetMail: (recipient, token) => queueResetEmail({ database, post }, recipient, token),
    sendVerifyMail: (accountId, recipient) =>
      queueConfirmationEmail({ database, post, secret }, accountId, recipient),
    onPasswordReset: (email) =>
      database.write((tx) => queueEmail(tx, post, passwordChangedEmail(email))),
    onRegistered: (tx, email) => queueEmail(tx, post, welcomeEmail(email)),
  });
  const { clock } = post;
  const firstAdmin = { authentication, database, clock, secret, passwordMinLength };
  if (configuration.firstAdmin !== undefined) {
    await ensureFirstAdmin(firstAdmin, configuration.firstAdmin);
  }
  return { access: { authentication, passwords, publicUrl, passwordMinLength }, firstAdmin };
}
