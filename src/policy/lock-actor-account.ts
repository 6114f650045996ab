import type { WriteTransaction } from "../platform/database/database.ts";
import type { Person } from "./personal-data.ts";

/**
 * Locks an account in the transaction that writes on its behalf: the account may have been deleted
 * since it was identified, and then nothing may be stored for it. Throws "unauthenticated".
 * `compose.ts` passes the implementation of `access/` to other modules.
 */
export type LockActorAccount = (tx: WriteTransaction, accountId: string) => Promise<Person>;
