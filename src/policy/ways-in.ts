import type { Queries, WriteTransaction } from "../platform/database/database.ts";

/** Kinds that a person may keep when the account is recovered or its rights change. */
export const keepableKinds = ["apiKeys", "passkeys", "orderLinks", "calendar"] as const;
export type KeepableKind = (typeof keepableKinds)[number];

export interface WayInOfAccount {
  readonly accountId: string;
  readonly at: number;
  /** Token of the session that stays, of the person who makes the change. */
  readonly exceptToken?: string | undefined;
}

/**
 * One kind of credential that opens an account, or a part of it, without the password. Each module
 * declares its kinds; `server/ways-in.ts` lists them all.
 */
export interface WayIn {
  readonly kind: KeepableKind | "sessions" | "trustedDevices" | "resetLinks";
  /** Name of one, and of several. */
  readonly words: readonly [one: string, many: string];
  /** Tables and columns that hold the secrets of this kind, such as "session.token". */
  readonly secrets: readonly string[];
  count(queries: Queries, account: WayInOfAccount): Promise<number>;
  end(tx: WriteTransaction, account: WayInOfAccount): Promise<void>;
}
