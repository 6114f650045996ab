import { invoicesOfOrder, type StoredInvoice } from "#invoices/invoice-tables.server.ts";
import { followInvoicing } from "#invoices/issuing/change-invoicing.server.ts";
import type { IssuingDependencies } from "#invoices/issuing/issue-due.server.ts";
import { enterInLedger } from "#money/ledger/order-ledger.server.ts";
import type { LedgerKind } from "#orders/order.ts";
import { lockOrder } from "#orders/order-store.server.ts";
import { newId } from "#platform/ids.ts";
import { system } from "#policy/actor.ts";
import { type Invoicing, noInvoicing } from "#settings/invoicing.ts";
import { storeSetting } from "#settings/store-setting.server.ts";
import { readSetting } from "#settings/stored-settings.server.ts";
import type { Shop } from "../orders/shop.ts";

export const seller: Invoicing = {
  ...noInvoicing,
  isOn: true,
  name: "Meridian Ltd",
  street: "1 Park Row",
  postcode: "LS1 5HN",
  city: "Leeds",
  country: "GB",
  email: "invoices@example.org",
};

/** Saves the setting as the panel does; switches invoicing on unless `changes` says otherwise. */
export async function setInvoicing(
  { database, post, clock }: IssuingDependencies & Pick<Shop, "database" | "clock">,
  changes: Partial<Invoicing> = {},
): Promise<void> {
  await database.write(async (tx) => {
    const before = await readSetting({}, tx, "invoicing");
    const value = { ...seller, ...changes };
    await storeSetting(tx, { actor: system, at: clock(), name: "invoicing", value });
    await followInvoicing(tx, { post }, { at: clock(), before, after: value });
  });
}

interface Entry {
  readonly kind: LedgerKind;
  readonly cents: number;
  readonly transactionId?: string;
  readonly parent?: string;
  readonly at?: number;
}

/** Enters money of an order into the ledger, as a provider's message does. */
export async function enterMoney(
  shop: Shop,
  orderId: string,
  { kind, cents, transactionId = newId(), parent, at = shop.clock() }: Entry,
): Promise<void> {
  await shop.database.write(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order === undefined) throw new Error(`There is no order ${orderId}.`);
    await enterInLedger(tx, shop, order, {
      kind,
      amountCents: cents,
      provider: "stripe",
      transactionId,
      parentTransactionId: parent ?? null,
      notificationId: null,
      author: "stripe",
      at,
    });
  });
}

/** Number, kind and total of each document, such as "F-2026-0001 invoice 14900". */
function inShort(documents: readonly StoredInvoice[]): readonly string[] {
  return documents.map(
    ({ document: { number, kind, totalCents } }) => `${number} ${kind} ${totalCents}`,
  );
}

export async function documentsOf(
  { database }: Pick<Shop, "database">,
  orderId: string,
): Promise<readonly string[]> {
  return inShort(await invoicesOfOrder(database.read, orderId));
}
