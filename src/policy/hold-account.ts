import type { WriteTransaction } from "../platform/database/database.ts";
import type { Person } from "./personal-data.ts";

/**
 * Asks for an account in the transaction of what is written in its name: who was identified a moment
 * ago may have been deleted since, and then nothing may be kept of them. The account stays until the
 * transaction is over. Throws "unauthenticated". `compose.ts` hands `access/`'s to other modules.
 */
export type HoldAccount = (tx: WriteTransaction, accountId: string) => Promise<Person>;
