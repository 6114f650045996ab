import {
  type Credentials,
  encryptCredentials,
  wayOf,
} from "#payments/accounts/payment-accounts.server.ts";
import type { AccountKind, PaymentMode } from "#payments/connection.ts";
import type { Database } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import { dueFrom } from "#platform/leases.ts";
import { system } from "#policy/actor.ts";
import { storeSetting } from "#settings/store-setting.server.ts";

interface AccountToStore {
  readonly kind?: AccountKind;
  readonly mode?: PaymentMode;
  readonly state?: "on" | "off";
  readonly credentials?: Credentials;
  readonly secret: string;
}

export const stripeKeys = { secretKey: "sk_live_planted", webhookSecret: "whsec_planted" };

/** Stores an account as it is after it was connected, without asking a provider. Returns its id. */
export async function storeAccount(
  database: Database,
  {
    kind = "stripe",
    mode = "live",
    state = "on",
    credentials = stripeKeys,
    secret,
  }: AccountToStore,
): Promise<string> {
  const id = newId();
  await database.write((tx) =>
    tx
      .insertInto("payment_accounts")
      .values({
        id,
        kind,
        mode,
        way: wayOf[kind],
        state,
        credentials: encryptCredentials(secret, { id, kind, mode }, credentials),
        label: "…nted",
        webhook_id: "we_1",
        connected_at: 1,
        connected_by: "owner@example.com",
        disconnected_at: state === "off" ? 2 : null,
        disconnected_by: state === "off" ? "owner@example.com" : null,
        ...dueFrom(null),
      })
      .execute(),
  );
  return id;
}

export async function chooseMode(database: Database, mode: PaymentMode): Promise<void> {
  await database.write((tx) =>
    storeSetting(tx, { actor: system, at: 1, name: "paymentMode", value: mode }),
  );
}

export async function switchOff(database: Database, id: string): Promise<void> {
  await database.write((tx) =>
    tx.updateTable("payment_accounts").set({ state: "off" }).where("id", "=", id).execute(),
  );
}
