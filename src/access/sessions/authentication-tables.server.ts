import type { Database, Queries } from "#platform/database/database.ts";
import packageJson from "../../../package.json" with { type: "json" };

interface AccountTablesTable {
  id: number;
  /** Version and settings of better-auth when it created or migrated its tables. */
  made_by: string;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    account_tables: AccountTablesTable;
  }
}

/** These settings and better-auth's version determine better-auth's tables and columns. */
export const settingsOfTables = { rateLimit: { enabled: true, storage: "database" } } as const;

const presentMaker = JSON.stringify({
  "better-auth": packageJson.dependencies["better-auth"],
  "@better-auth/passkey": packageJson.dependencies["@better-auth/passkey"],
  ...settingsOfTables,
  ownIndices: ["registration", "confirmation", "verification"],
});

/**
 * Creates or migrates better-auth's tables after a change of its version or settings. Otherwise
 * does not load better-auth, because it is large and a start does not need it.
 */
export async function prepareAccountTables(database: Database): Promise<void> {
  const made = await database.read
    .selectFrom("account_tables")
    .select("made_by")
    .executeTakeFirst();
  if (made?.made_by === presentMaker) return;
  const { migrateAccountTables } = await import("./authentication.server.ts");
  await migrateAccountTables(database);
  await database.write((tx) =>
    tx
      .insertInto("account_tables")
      .values({ id: 1, made_by: presentMaker })
      .onConflict((conflict) => conflict.column("id").doUpdateSet({ made_by: presentMaker }))
      .execute(),
  );
}

/**
 * The columns of better-auth's tables that Furrow reads; better-auth creates and migrates the
 * tables itself. SQLite stores times as ISO 8601 text and booleans as 0 and 1.
 */
interface UserTable {
  id: string;
  email: string;
  name: string;
  emailVerified: boolean | number;
  /** True when the sign-in asks for a code after the password. */
  twoFactorEnabled: boolean | number | null;
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

interface AccountTable {
  id: string;
  userId: string;
  /** User id at the sign-in provider; for a password, the same as `userId`. */
  accountId: string;
  /** Sign-in method: "credential" for a password. */
  providerId: string;
  password: string | null;
  createdAt: Date | string;
  updatedAt: Date | string;
}

interface VerificationTable {
  id: string;
  identifier: string;
  /**
   * Account that a password reset link, a second step or a trusted device belongs to; JSON for a
   * passkey.
   */
  value: string;
  expiresAt: Date | string;
  createdAt: Date | string;
  updatedAt: Date | string;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    user: UserTable;
    session: SessionTable;
    account: AccountTable;
    verification: VerificationTable;
  }
}

/** Open rows of an account whose identifier matches a pattern, such as "reset-password:%". */
export async function countVerifications(
  queries: Queries,
  accountId: string,
  pattern: string,
): Promise<number> {
  const { count } = await queries
    .selectFrom("verification")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("value", "=", accountId)
    .where("identifier", "like", pattern)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export function instantOf(time: Date | string): number {
  return new Date(time).getTime();
}
