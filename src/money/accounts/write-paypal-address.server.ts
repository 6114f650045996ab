import { paymentEmail } from "#content/blocks/payment-email.ts";
import { lockSite } from "#content/records/change-site.server.ts";
import { changeState, insertRecord } from "#content/records/record-writes.server.ts";
import { listStored, lockRecords } from "#content/records/stored-record.server.ts";
import type { WriteTransaction } from "#platform/database/database.ts";
import { type Actor, authorOf } from "#policy/actor.ts";

interface AddressToWrite {
  readonly actor: Actor;
  readonly at: number;
  readonly address: string;
}

/**
 * Makes an address the PayPal address of the site, which is the only place for the receiver of real
 * payments through Payments Standard. Does nothing if it is the address already.
 */
export async function writePaypalAddress(
  tx: WriteTransaction,
  { actor, at, address }: AddressToWrite,
): Promise<void> {
  await lockSite(tx);
  await lockRecords(tx, paymentEmail);
  const by = { actor, author: authorOf(actor), at };
  const values = { paypalEmail: address };
  const record = (await listStored(tx, paymentEmail))[0];
  if (record === undefined) await insertRecord(tx, paymentEmail, values, by);
  else if (record.published?.paypalEmail !== address) {
    await changeState(tx, record, { published: values, draft: null }, "updated", by);
  }
}
