import type { WriteTransaction } from "../../platform/database/database.ts";
import { findStored, type StoredRecord } from "./stored-record.server.ts";

/** A record as the transaction has just left it. */
export async function storedAfter(tx: WriteTransaction, id: string): Promise<StoredRecord> {
  const record = await findStored(tx, id);
  if (record === undefined) throw new Error(`The record ${id} was written and is not there.`);
  return record;
}
