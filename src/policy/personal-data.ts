import type { Queries, WriteTransaction } from "../platform/database/database.ts";
import type { JsonValue } from "../platform/errors.ts";

export interface Person {
  readonly accountId: string;
  readonly email: string;
  /** Messages and emails with the address belong to the person only if the address is verified. */
  readonly emailVerified: boolean;
}

/** One kind of personal data of a module. `compose.ts` collects them from all modules. */
export interface PersonalData {
  /** Key in the file that people download. */
  readonly name: string;
  /** Records in chunks, between which other requests run. */
  records(queries: Queries, person: Person): AsyncIterable<readonly JsonValue[]>;
  /** Removes the person from the records, in the transaction that deletes the account. */
  forget(tx: WriteTransaction, person: Person): Promise<void>;
}

/**
 * Locks an account in the transaction that writes on its behalf. The account may have been deleted
 * since the request began, and then nothing may be stored for it. Throws "unauthenticated".
 * `compose.ts` passes the implementation of `access/` to other modules.
 */
export type LockActorAccount = (tx: WriteTransaction, accountId: string) => Promise<Person>;
