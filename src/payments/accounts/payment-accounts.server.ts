import type { Selectable } from "kysely";
import { engineOf, type Queries, type WriteTransaction } from "#platform/database/database.ts";
import { decryptText, encryptText } from "#platform/encrypted-text.ts";
import { AppError } from "#platform/errors.ts";
import type { AccountKind } from "../connection.ts";
import type { WayToPay } from "../payment-provider.ts";
import type { PaymentAccountsTable } from "../payment-tables.server.ts";
import type { PaypalCredentials } from "../paypal-rest/paypal-rest.ts";
import type { StripeKeys } from "../stripe/stripe.ts";

/** What Furrow needs to act for an account, by the kind of account. */
interface CredentialsOf {
  readonly stripe: StripeKeys;
  readonly paypal: PaypalCredentials;
  readonly "paypal-standard": { readonly receiver: string };
}

export type Credentials = CredentialsOf[AccountKind];

export type AccountRow = Selectable<PaymentAccountsTable>;

/** An account with credentials that this installation can read. */
export type ReadableAccount = {
  readonly [Kind in AccountKind]: Omit<AccountRow, "kind" | "credentials"> & {
    readonly kind: Kind;
    readonly credentials: CredentialsOf[Kind];
  };
}[AccountKind];

export const wayOf: Readonly<Record<AccountKind, WayToPay>> = {
  stripe: "card",
  paypal: "paypal",
  "paypal-standard": "paypal",
};

const purpose = "furrow: keys of a payment account";

/** Credentials of one account cannot be moved to the row of another, or from live to test. */
const subjectOf = ({ id, kind, mode }: Pick<AccountRow, "id" | "kind" | "mode">) => [
  id,
  kind,
  mode,
];

export function encryptCredentials(
  secret: string,
  account: Pick<AccountRow, "id" | "kind" | "mode">,
  credentials: Credentials,
): string {
  const text = JSON.stringify(credentials);
  return encryptText({ secret, purpose }, subjectOf(account), text);
}

/** Undefined when the credentials were encrypted under another SECRET. */
export function readableAccount(secret: string, row: AccountRow): ReadableAccount | undefined {
  const text = decryptText({ secret, purpose }, subjectOf(row), row.credentials);
  if (text === null) return undefined;
  return { ...row, credentials: JSON.parse(text) } as ReadableAccount;
}

/** All accounts that were ever connected; oldest first. */
export function readAccounts(queries: Queries): Promise<readonly AccountRow[]> {
  return queries
    .selectFrom("payment_accounts")
    .selectAll()
    .where("state", "<>", "connecting")
    .orderBy("connected_at")
    .orderBy("id")
    .execute();
}

/**
 * Holds an account until the transaction ends, so that it is not disconnected before an attempt is
 * recorded. Throws "conflict" when it was disconnected already. Null is the account of the
 * environment, which does not change while the program runs.
 */
export async function lockAccountInUse(tx: WriteTransaction, id: string | null): Promise<void> {
  if (id === null) return;
  const account = await tx
    .selectFrom("payment_accounts")
    .select("id")
    .where("id", "=", id)
    .where("state", "=", "on")
    .$if(engineOf(tx) === "postgres", (query) => query.forShare())
    .executeTakeFirst();
  if (account !== undefined) return;
  throw new AppError("conflict", "This way to pay is no longer offered. Choose another.");
}
