/**
 * The columns of better-auth's tables that we read. It makes and migrates them itself; SQLite has
 * its times as ISO text and its booleans as 0 and 1.
 */
interface UserTable {
  id: string;
  /** In lower case. */
  email: string;
  name: string;
  emailVerified: boolean | number;
  createdAt: Date | string;
  updatedAt: Date | string;
}

interface SessionTable {
  id: string;
  userId: string;
  token: string;
  ipAddress: string | null;
  userAgent: string | null;
  createdAt: Date | string;
  updatedAt: Date | string;
  expiresAt: Date | string;
}

/** A way into an account. */
interface AccountTable {
  id: string;
  userId: string;
  /** The provider's own id; of a password's, the account's. */
  accountId: string;
  /** "credential" for a password. */
  providerId: string;
  password: string | null;
  createdAt: Date | string;
  updatedAt: Date | string;
}

interface VerificationTable {
  id: string;
  identifier: string;
  /** The account that a link to set a password is for. */
  value: string;
  expiresAt: Date | string;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    user: UserTable;
    session: SessionTable;
    account: AccountTable;
    verification: VerificationTable;
  }
}

/** A time of these tables, on either engine. */
export function instantOf(time: Date | string): number {
  return new Date(time).getTime();
}
