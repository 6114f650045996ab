import type { Services } from "#compose.ts";
import { accountLines } from "#money/bank-transfer/account-lines.ts";
import { awaitedTransfer } from "#money/bank-transfer/bank-transfer-tables.server.ts";
import { transferReference } from "#money/bank-transfer/transfer-reference.ts";
import type { Order } from "#orders/order.ts";
import { amountFromCents, dollarsFromCents } from "#platform/money.ts";
import { type DateReader, longDateOf } from "#platform/time/dates.ts";
import { readBankTransfer } from "#settings/stored-settings.server.ts";

export type TransferView = NonNullable<Awaited<ReturnType<typeof transferView>>>;

/** What the customer of an UnPaid order needs for the chosen bank transfer; null without one. */
export async function transferView(
  { database: { read }, payments }: Pick<Services, "database" | "payments">,
  order: Order,
  reader: DateReader,
) {
  const chosenAt = await awaitedTransfer(read, order.id);
  if (chosenAt === null) return null;
  const account = await readBankTransfer(read);
  return {
    since: longDateOf(chosenAt, reader),
    amount: {
      shown: `${dollarsFromCents(order.priceCents)} USD`,
      copied: amountFromCents(order.priceCents),
    },
    reference: transferReference(order),
    /** Empty while the owner offers no transfers any more. */
    lines: (account === null ? [] : accountLines(account)).map(([label, shown]) => ({
      label,
      shown,
      // Forms of some banks cut an IBAN with blanks.
      copied: label === "IBAN" ? shown.replaceAll(" ", "") : shown,
    })),
    note: account?.note ?? "",
    isTest: payments.ways.some(({ provider }) => provider.isTest),
  };
}
