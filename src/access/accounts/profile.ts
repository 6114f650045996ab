import { sql } from "kysely";
import { z } from "zod";
import { type Database, engineOf, type Queries } from "#platform/database/database.ts";
import type { Migrations } from "#platform/database/migrations.ts";
import { rowChunks } from "#platform/database/row-chunks.ts";
import { type CustomerDetails, customerDetailNames } from "#platform/texts/customer-details.ts";
import { optionalDetails } from "#platform/texts/customer-details-schema.ts";
import { foldedText } from "#platform/texts/folded-text.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Actor } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import { requireSignedIn } from "#policy/rights.ts";
import { lockAccount } from "./accounts.server.ts";

interface AccountProfilesTable {
  account_id: string;
  customer_name: string;
  customer_address: string;
  customer_country: string;
  customer_website: string;
  /** `customer_name`, folded for searches. */
  name_key: string;
  updated_at: number;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    account_profiles: AccountProfilesTable;
  }
}

export const profileMigrations: Migrations = {
  "0074-account-profiles": {
    async up(db) {
      await db.schema
        .createTable("account_profiles")
        .addColumn("account_id", "text", (column) => column.primaryKey().notNull())
        .addColumn("customer_name", "text", (column) => column.notNull())
        .addColumn("customer_address", "text", (column) => column.notNull())
        .addColumn("customer_country", "text", (column) => column.notNull())
        .addColumn("customer_website", "text", (column) => column.notNull())
        .addColumn("name_key", "text", (column) => column.notNull())
        .addColumn("updated_at", "bigint", (column) => column.notNull())
        .execute();
      // Compares bytes, whatever the database's collation, so that the index finds prefixes.
      const byBytes = engineOf(db) === "postgres" ? sql` collate "C"` : sql``;
      await sql`create index account_profiles_by_name
        on account_profiles (name_key${byBytes}, account_id)`.execute(db);
    },
  },
  "0282-folded-names": {
    async up(db) {
      const chunks = rowChunks(
        { after: "" },
        (row: FoldedName) => row.account_id,
        (last, size) =>
          db
            .selectFrom("account_profiles")
            .select(["account_id", "customer_name", "name_key"])
            .where("account_id", ">", last)
            .orderBy("account_id")
            .limit(size)
            .execute(),
      );
      for await (const rows of chunks) {
        for (const { account_id, customer_name, name_key } of rows) {
          const folded = foldedText(customer_name);
          if (folded === name_key) continue;
          await db
            .updateTable("account_profiles")
            .set({ name_key: folded })
            .where("account_id", "=", account_id)
            .execute();
        }
      }
    },
  },
};

type FoldedName = Pick<AccountProfilesTable, "account_id" | "customer_name" | "name_key">;

const profileSchema = z.strictObject(optionalDetails);

/** Undefined until the actor has saved their details. */
export async function readProfile(
  { database }: { readonly database: Database },
  actor: Actor,
): Promise<CustomerDetails | undefined> {
  return selectProfile(database.read, requireSignedIn(actor).accountId);
}

/** Throws "invalid" with an issue per field. */
export async function saveProfile(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  actor: Actor,
  input: unknown,
): Promise<CustomerDetails> {
  const { accountId, email } = requireSignedIn(actor);
  const details = parseOrThrow(profileSchema, input);
  const at = clock();
  const values = {
    customer_name: details.customerName,
    customer_address: details.customerAddress,
    customer_country: details.customerCountry,
    customer_website: details.customerWebsite,
    name_key: foldedText(details.customerName),
    updated_at: at,
  };
  await database.write(async (tx) => {
    // Waits for a deletion of the account, so that no profile outlives the account.
    await lockAccount(tx, accountId);
    const before = await selectProfile(tx, accountId);
    await tx
      .insertInto("account_profiles")
      .values({ account_id: accountId, ...values })
      .onConflict((conflict) => conflict.column("account_id").doUpdateSet(values))
      .execute();
    await audit(tx, actor, {
      action: "Update own profile",
      subject: "account",
      subjectId: accountId,
      label: email,
      // The audit log is never deleted, so it contains the names of the changed details but not the
      // details themselves.
      before: null,
      after: { changed: customerDetailNames.filter((name) => before?.[name] !== details[name]) },
      at,
    });
  });
  return details;
}

export async function selectProfile(
  queries: Queries,
  accountId: string,
): Promise<CustomerDetails | undefined> {
  const row = await queries
    .selectFrom("account_profiles")
    .selectAll()
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return (
    row && {
      customerName: row.customer_name,
      customerAddress: row.customer_address,
      customerCountry: row.customer_country,
      customerWebsite: row.customer_website,
    }
  );
}
