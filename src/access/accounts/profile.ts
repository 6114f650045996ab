import { sql } from "kysely";
import { z } from "zod";
import {
  type Database,
  engineOf,
  type Queries,
  type WriteTransaction,
} from "#platform/database/database.ts";
import type { Migrations } from "#platform/database/migrations.ts";
import { rowChunks, rowId } from "#platform/database/row-chunks.ts";
import { AppError } from "#platform/errors.ts";
import { canBeId } from "#platform/ids.ts";
import {
  type CustomerDetails,
  customerDetailNames,
  customerDetailsIn,
  type DetailName,
} from "#platform/texts/customer-details.ts";
import { optionalDetails } from "#platform/texts/customer-details-schema.ts";
import { foldedText } from "#platform/texts/folded-text.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Actor } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import { requireRight, requireSignedIn } from "#policy/rights.ts";
import { lockAccount, noSuchAccount } from "./accounts.server.ts";

interface AccountProfilesTable {
  account_id: string;
  customer_name: string;
  customer_address: string;
  customer_country: string;
  customer_website: string;
  /** `customer_name`, folded for searches. */
  name_key: string;
  updated_at: number;
  /**
   * "order" while the row has only the name of the last order. Details that somebody has saved, the
   * person or the team, come from a "form", and no order replaces their name.
   */
  origin: "form" | "order";
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

/** Names of the last orders, for accounts without saved details. */
export const orderNameMigrations: Migrations = {
  "0320-names-from-orders": {
    async up(db) {
      await db.schema
        .alterTable("account_profiles")
        .addColumn("origin", "text", (column) => column.notNull().defaultTo("form"))
        .execute();
      // The table of accounts does not exist yet in a new database, so the orders name them.
      const chunks = rowChunks({ after: "" }, rowId, (last, size) =>
        db
          .selectFrom("orders")
          .leftJoin("account_profiles", "account_profiles.account_id", "orders.account_id")
          .select("orders.account_id as id")
          .distinct()
          .where("account_profiles.account_id", "is", null)
          .where("customer_email", "<>", "")
          .where("is_demonstration", "=", 0)
          .where("orders.account_id", ">", last)
          .orderBy("orders.account_id")
          .limit(size)
          .execute(),
      );
      for await (const rows of chunks) {
        for (const { id } of rows) {
          const order = await db
            .selectFrom("orders")
            .select(["customer_name", "placed_at"])
            .where("account_id", "=", id)
            .where("customer_email", "<>", "")
            .orderBy("placed_at", "desc")
            .limit(1)
            .executeTakeFirst();
          if (order === undefined) continue;
          await db
            .insertInto("account_profiles")
            .values(namedByOrder(id, order.customer_name, order.placed_at))
            .execute();
        }
      }
    },
  },
};

function namedByOrder(accountId: string, customerName: string, at: number) {
  return {
    account_id: accountId,
    customer_name: customerName,
    customer_address: "",
    customer_country: "",
    customer_website: "",
    name_key: foldedText(customerName),
    updated_at: at,
    origin: "order" as const,
  };
}

/**
 * Gives the account the name of its order, unless somebody has saved another name. Throws
 * "not-found" for a deleted account.
 */
export async function nameFromOrder(
  tx: WriteTransaction,
  accountId: string,
  customerName: string,
  at: number,
): Promise<void> {
  await lockAccount(tx, accountId);
  const row = namedByOrder(accountId, customerName, at);
  const { customer_name, name_key, updated_at } = row;
  await tx
    .insertInto("account_profiles")
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column("account_id")
        .doUpdateSet({ customer_name, name_key, updated_at })
        .where(({ eb, or }) =>
          or([
            eb("account_profiles.origin", "=", "order"),
            eb("account_profiles.customer_name", "=", ""),
          ]),
        ),
    )
    .execute();
}

type FoldedName = Pick<AccountProfilesTable, "account_id" | "customer_name" | "name_key">;

const profileSchema = z.strictObject(optionalDetails);

/** Undefined until somebody has saved the actor's details. */
export async function readProfile(
  { database }: { readonly database: Database },
  actor: Actor,
): Promise<CustomerDetails | undefined> {
  const profile = await selectProfile(database.read, requireSignedIn(actor).accountId);
  return profile?.origin === "form" ? profile.details : undefined;
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
  await database.write(async (tx) => {
    // Waits for a deletion of the account, so that no profile outlives the account.
    await lockAccount(tx, accountId);
    const changed = await storeProfile(tx, accountId, details, at);
    await audit(tx, actor, {
      action: "Update own profile",
      subject: "account",
      subjectId: accountId,
      label: email,
      before: null,
      after: { changed },
      at,
    });
  });
  return details;
}

const customerDetailsForm = profileSchema.extend({
  /** The details that the form showed, as JSON. */
  seen: z.string("Send the details that you saw.").optional(),
});

/**
 * Changes the details of a customer for the team. Input: the details and, optionally, `seen`: the
 * result of `seenDetails` for the details that the form showed. Throws "forbidden", "invalid",
 * "not-found", and "conflict" if the details have changed since.
 */
export async function saveDetailsOfCustomer(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  actor: Actor,
  accountId: string,
  input: unknown,
): Promise<void> {
  requireRight(actor, "update customers");
  const { seen, ...details } = parseOrThrow(customerDetailsForm, input);
  if (!canBeId(accountId)) throw noSuchAccount();
  const at = clock();
  await database.write(async (tx) => {
    const { email } = await lockAccount(tx, accountId);
    const before = await selectProfile(tx, accountId);
    if (seen !== undefined && seen !== seenDetails(before?.details)) {
      throw new AppError(
        "conflict",
        "Somebody has changed these details since you opened the form. Your changes are not saved. Reload the page, then enter them again.",
      );
    }
    const changed = await storeProfile(tx, accountId, details, at);
    if (changed.length === 0) return;
    await audit(tx, actor, {
      action: "Change details of customer",
      subject: "account",
      subjectId: accountId,
      label: email,
      before: null,
      after: { changed },
      at,
    });
  });
}

/** A text that differs when one of the details differs. */
export function seenDetails(details: CustomerDetails | undefined): string {
  const known = details ?? customerDetailsIn({});
  return JSON.stringify(customerDetailNames.map((name) => known[name]));
}

/**
 * Returns the names of the changed details. The audit log is never deleted, so it contains these
 * names but not the details themselves.
 */
async function storeProfile(
  tx: WriteTransaction,
  accountId: string,
  details: CustomerDetails,
  at: number,
): Promise<DetailName[]> {
  const before = (await selectProfile(tx, accountId))?.details ?? customerDetailsIn({});
  const values = {
    customer_name: details.customerName,
    customer_address: details.customerAddress,
    customer_country: details.customerCountry,
    customer_website: details.customerWebsite,
    name_key: foldedText(details.customerName),
    updated_at: at,
    origin: "form" as const,
  };
  await tx
    .insertInto("account_profiles")
    .values({ account_id: accountId, ...values })
    .onConflict((conflict) => conflict.column("account_id").doUpdateSet(values))
    .execute();
  return customerDetailNames.filter((name) => before[name] !== details[name]);
}

export async function selectProfile(
  queries: Queries,
  accountId: string,
): Promise<{ readonly details: CustomerDetails; readonly origin: "form" | "order" } | undefined> {
  const row = await queries
    .selectFrom("account_profiles")
    .selectAll()
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return (
    row && {
      origin: row.origin,
      details: {
        customerName: row.customer_name,
        customerAddress: row.customer_address,
        customerCountry: row.customer_country,
        customerWebsite: row.customer_website,
      },
    }
  );
}
