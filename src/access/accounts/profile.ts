import { z } from "zod";
import type { Database, Queries, WriteTransaction } from "#platform/database/database.ts";
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
