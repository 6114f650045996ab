import type { Queries, WriteTransaction } from "../platform/database/database.ts";
import type { JsonValue } from "../platform/errors.ts";

/** The person whose data it is. */
export interface Person {
  readonly accountId: string;
  readonly email: string;
  /**
   * True when the address is verified. Only then messages and emails with it belong to the person.
   */
  readonly emailVerified: boolean;
}

/** One kind of personal data of a module. `compose.ts` collects them from all modules. */
export interface PersonalData {
  /** Key in the file that people download. */
  readonly name: string;
  /** Records in chunks, between which other requests run. */
  records(queries: Queries, person: Person): AsyncIterable<readonly JsonValue[]>;
  /** Takes the person out of it, in the transaction that deletes the account. */
  forget(tx: WriteTransaction, person: Person): Promise<void>;
}
