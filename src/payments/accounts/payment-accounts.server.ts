import type { Selectable } from "kysely";
import { engineOf, type Queries, type WriteTransaction } from "#platform/database/database.ts";
import { decryptText, encryptText } from "#platform/encrypted-text.ts";
import { AppError } from "#platform/errors.ts";
import { dueFrom } from "#platform/leases.ts";
import type { AccountKind, PaymentMode } from "../connection.ts";
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

/** A connecting process that has died holds up the next one for this long at most. */
const connectingLastsMs = 2 * 60_000;

interface NewConnection {
  readonly id: string;
  readonly kind: AccountKind;
  readonly mode: PaymentMode;
  readonly at: number;
  readonly by: string;
}

/**
 * Begins to connect an account. Until the row is finished or withdrawn, nobody else can connect an
 * account of the same way and mode: each would replace the webhook that the other makes. Throws
 * "conflict" while somebody else does.
 */
export async function beginConnection(
  tx: WriteTransaction,
  { id, kind, mode, at, by }: NewConnection,
): Promise<void> {
  const way = wayOf[kind];
  await tx
    .deleteFrom("payment_accounts")
    .where("way", "=", way)
    .where("mode", "=", mode)
    .where("state", "=", "connecting")
    .where("connected_at", "<", at - connectingLastsMs)
    .execute();
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("payment_accounts")
    .values({
      id,
      kind,
      mode,
      way,
      state: "connecting",
      credentials: "",
      label: "",
      connected_at: at,
      connected_by: by,
      ...dueFrom(null),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 1n) return;
  throw new AppError(
    "conflict",
    "Somebody is connecting an account here at this moment. Wait until that is done, then look again.",
  );
}

export async function withdrawConnection(tx: WriteTransaction, id: string): Promise<void> {
  await tx
    .deleteFrom("payment_accounts")
    .where("id", "=", id)
    .where("state", "=", "connecting")
    .execute();
}

interface FinishedConnection extends NewConnection {
  readonly secret: string;
  readonly credentials: Credentials;
  readonly label: string;
  readonly webhookId: string | null;
}

/**
 * Switches the connected account on, and the account that it replaces off. Returns the replaced
 * account. Throws "conflict" when the connection took too long and was given up.
 */
export async function finishConnection(
  tx: WriteTransaction,
  { id, kind, mode, at, by, secret, credentials, label, webhookId }: FinishedConnection,
): Promise<AccountRow | undefined> {
  const replaced = await tx
    .updateTable("payment_accounts")
    .set({ state: "off", disconnected_at: at, disconnected_by: by, ...dueFrom(at) })
    .where("way", "=", wayOf[kind])
    .where("mode", "=", mode)
    .where("state", "=", "on")
    .returningAll()
    .executeTakeFirst();
  const { numUpdatedRows } = await tx
    .updateTable("payment_accounts")
    .set({
      state: "on",
      credentials: encryptCredentials(secret, { id, kind, mode }, credentials),
      label,
      webhook_id: webhookId,
      connected_at: at,
    })
    .where("id", "=", id)
    .where("state", "=", "connecting")
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 1n) return replaced;
  throw new AppError(
    "conflict",
    "Connecting took too long, and nothing was changed. Look whether somebody else has connected an account, then try again.",
  );
}

/**
 * Switches an account off. Returns the account, or undefined if it was off already. Throws
 * "not-found".
 */
export async function switchOffAccount(
  tx: WriteTransaction,
  { id, at, by }: { readonly id: string; readonly at: number; readonly by: string },
): Promise<AccountRow | undefined> {
  const account = await tx
    .updateTable("payment_accounts")
    .set({ state: "off", disconnected_at: at, disconnected_by: by, ...dueFrom(at) })
    .where("id", "=", id)
    .where("state", "=", "on")
    .returningAll()
    .executeTakeFirst();
  if (account !== undefined) return account;
  const known = (await readAccounts(tx)).some((each) => each.id === id);
  if (!known) throw new AppError("not-found", "There is no such payment account.");
  return undefined;
}
