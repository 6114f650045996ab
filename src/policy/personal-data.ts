import type { Queries, WriteTransaction } from "../platform/database/database.ts";
import type { JsonValue } from "../platform/errors.ts";

/** Whose data it is. */
export interface Person {
  readonly accountId: string;
  readonly email: string;
  /** Whether the address is known to be theirs: only then what others sent with it is theirs too. */
  readonly emailVerified: boolean;
}

/** One kind of thing that a module keeps about people. `compose.ts` collects them from all modules. */
export interface PersonalData {
  /** What it is called in the file that people download. */
  readonly name: string;
  /** In chunks, between which other requests have their turn. */
  records(queries: Queries, person: Person): AsyncIterable<readonly JsonValue[]>;
  /** Takes the person out of it, in the transaction that deletes the account. */
  forget(tx: WriteTransaction, person: Person): Promise<void>;
}
