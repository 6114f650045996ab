import type { Selectable } from "kysely";
import { engineOf, type Queries, type WriteTransaction } from "#platform/database/database.ts";
import { decryptText, encryptText } from "#platform/encrypted-text.ts";
import { AppError } from "#platform/errors.ts";
import { dueFrom } from "#platform/leases.ts";
import type { AccountKind, ConnectedAccount, PaymentMode } from "../connection.ts";
import type { WayToPay } from "../payment-provider.ts";
import type { PaymentAccountsTable } from "../payment-tables.server.ts";
import type { PaypalCredentials } from "../paypal-rest/paypal-rest.ts";
import type { StripeKeys } from "../stripe/stripe.ts";

/** `ConnectedAccount.plansFault`; absent when nothing is missing or nothing was tried yet. */
interface PlansFault {
  readonly plansFault?: string;
}

/** What Furrow needs to act for an account, by the kind of account. */
interface CredentialsOf {
  /** `accountId` tells whether other keys belong to the same account. */
  readonly stripe: StripeKeys & PlansFault & { readonly accountId?: string };
  readonly paypal: PaypalCredentials & PlansFault;
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

/** Pause before the rights for plans are tried again that an account lacks. */
export const trialPauseMs = 24 * 60 * 60 * 1000;

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

/** False when another process has taken over. */
export async function withdrawConnection(tx: WriteTransaction, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("payment_accounts")
    .where("id", "=", id)
    .where("state", "=", "connecting")
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

interface FinishedConnection extends NewConnection {
  readonly secret: string;
  readonly made: ConnectedAccount<Credentials>;
}

interface Connected {
  /** Another than that of the begun connection if the account was connected before. */
  readonly id: string;
  /** The account that took payments of this way before, with its former label. */
  readonly replaced: AccountRow | undefined;
}

/**
 * Switches the connected account on, and another account that was on before off. An account that was
 * connected before, for example with a key that its owner has renewed since, gets the new keys:
 * its open checkouts can be paid and its payments refunded with them. Throws "conflict" when the
 * connection took too long and was given up.
 */
export async function finishConnection(
  tx: WriteTransaction,
  { id, kind, mode, at, by, secret, made }: FinishedConnection,
): Promise<Connected> {
  const accounts = await readAccounts(tx);
  const way = wayOf[kind];
  const replaced = accounts.find(
    (account) => account.way === way && account.mode === mode && account.state === "on",
  );
  const before = accounts.findLast(
    (account) => account.kind === kind && account.mode === mode && isSame(secret, account, made),
  );
  if (replaced !== undefined && replaced.id !== before?.id) {
    await switchOffAccount(tx, { id: replaced.id, at, by });
  }
  const isBegun = before === undefined || (await withdrawConnection(tx, id));
  const row = before ?? ({ id, state: "connecting" } as const);
  if (isBegun && (await storeConnected(tx, row, { id, kind, mode, at, by, secret, made }))) {
    return { id: row.id, replaced };
  }
  throw new AppError(
    "conflict",
    "Connecting took too long, and nothing was changed. Look whether somebody else has connected an account, then try again.",
  );
}

/** Whether the keys are those of an account that was connected before. */
function isSame(
  secret: string,
  row: AccountRow,
  { credentials, accountId, replacedWebhooks = [] }: ConnectedAccount<Credentials>,
): boolean {
  const known = readableAccount(secret, row);
  if (known === undefined) return false;
  if (known.kind === "stripe") {
    const { secretKey, accountId: knownId } = known.credentials;
    const isSameKey = "secretKey" in credentials && credentials.secretKey === secretKey;
    const isSameId = accountId !== undefined && accountId === knownId;
    return isSameKey || isSameId || replacedWebhooks.includes(row.webhook_id ?? "");
  }
  if (known.kind === "paypal") {
    return "clientId" in credentials && credentials.clientId === known.credentials.clientId;
  }
  return "receiver" in credentials && credentials.receiver === known.credentials.receiver;
}

async function storeConnected(
  tx: WriteTransaction,
  row: Pick<AccountRow, "id" | "state">,
  { kind, mode, at, by, secret, made }: FinishedConnection,
): Promise<boolean> {
  const { credentials, accountId, label, webhookId, plansFault } = made;
  const kept = {
    ...credentials,
    ...(accountId !== undefined && { accountId }),
    ...(plansFault && { plansFault }),
  };
  const { numUpdatedRows } = await tx
    .updateTable("payment_accounts")
    .set({
      state: "on",
      credentials: encryptCredentials(secret, { id: row.id, kind, mode }, kept),
      label,
      webhook_id: webhookId,
      connected_at: at,
      connected_by: by,
      disconnected_at: null,
      disconnected_by: null,
      ...dueFrom(plansFault === null ? null : at + trialPauseMs),
    })
    .where("id", "=", row.id)
    .where("state", "=", row.state)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
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
