import type { Queries, WriteTransaction } from "../platform/database/database.ts";
import type { JsonValue } from "../platform/errors.ts";
import type { SignedInActor } from "./actor.ts";

export interface Person {
  readonly accountId: string;
  readonly email: string;
  /**
   * Messages and emails that have the person's address belong to the person only if the address is
   * verified.
   */
  readonly emailVerified: boolean;
}

/** One kind of personal data of a module. `compose.ts` lists the kinds of all modules. */
export interface PersonalData {
  /** Key in the file that people download. */
  readonly name: string;
  /** Records in chunks, between which other requests run. */
  records(queries: Queries, person: Person): AsyncIterable<readonly JsonValue[]>;
  /** Removes the person from the records, in the transaction that deletes the account. */
  forget(tx: WriteTransaction, person: Person): Promise<void>;
  /**
   * Replaces copies of the person's address, in the transaction that changes the address of the
   * account. `person` has the old address. Omitted where no address is copied.
   */
  readdress?(tx: WriteTransaction, person: Person, newEmail: string): Promise<void>;
}

/**
 * Locks an account in the transaction that writes on its behalf. Throws "unauthenticated" if the
 * account was deleted after the request began, so that nothing is stored for a deleted account.
 * `compose.ts` passes the implementation of `access/` to other modules.
 */
export type LockActorAccount = (tx: WriteTransaction, accountId: string) => Promise<Person>;

/**
 * The account of an address of which somebody has just proved that it is theirs, locked; created if
 * there is none. `compose.ts` passes the implementation of `access/`.
 */
export type AccountOfProvenAddress = (
  tx: WriteTransaction,
  email: string,
) => Promise<SignedInActor>;

/**
 * Gives an account the name of its order, after the order is placed. Does nothing when somebody has
 * saved another name. Never throws, because the order is placed in any case. `compose.ts` passes the
 * implementation of `access/`.
 */
export type NameFromOrder = (accountId: string, customerName: string, at: number) => Promise<void>;
