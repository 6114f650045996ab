import packageJson from "../../../package.json" with { type: "json" };
import type { Database } from "../../platform/database/database.ts";
import type { Migrations } from "../../platform/database/migrations.ts";

interface AccountTablesTable {
  id: number;
  /** Version and settings of the library that made its tables. */
  made_by: string;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    account_tables: AccountTablesTable;
  }
}

export const accountTablesMigrations: Migrations = {
  "0073-account-tables": {
    async up(db) {
      await db.schema
        .createTable("account_tables")
        .addColumn("id", "integer", (column) => column.primaryKey().notNull())
        .addColumn("made_by", "text", (column) => column.notNull())
        .execute();
    },
  },
};

/** These settings and better-auth's version determine its tables and columns. */
export const settingsOfTables = { rateLimit: { enabled: true, storage: "database" } } as const;

const presentMaker = JSON.stringify({
  "better-auth": packageJson.dependencies["better-auth"],
  ...settingsOfTables,
  ownIndices: ["registration", "confirmation"],
});

/**
 * Creates or migrates better-auth's tables. The library is loaded only when another version made
 * the tables, because it is large and a start does not need it otherwise.
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
 * The columns of better-auth's tables that we read. It creates and migrates them itself; SQLite
 * stores times as ISO text and booleans as 0 and 1.
 */
interface UserTable {
  id: string;
  /** Address in lower case. */
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

/** A sign-in method of an account. */
interface AccountTable {
  id: string;
  userId: string;
  /** Id at the provider; for passwords, the account's id. */
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
  /** Account of a reset link. */
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

/** A time of these tables in Unix milliseconds, on both engines. */
export function instantOf(time: Date | string): number {
  return new Date(time).getTime();
}
