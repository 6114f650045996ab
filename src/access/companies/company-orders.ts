import type { Queries, WriteTransaction } from "#platform/database/database.ts";

interface NamedCompany {
  readonly id: string;
  readonly name: string;
}

/** Operations on orders that `compose.ts` passes in, because `access` may not import `orders`. */
export interface CompanyOrders {
  /** Number of orders of a company, demonstration orders included. */
  count(queries: Queries, companyId: string): Promise<number>;
  /**
   * Moves all orders and offers of a company to another company. Everything that belongs to an
   * order moves with it.
   */
  move(tx: WriteTransaction, from: string, to: NamedCompany): Promise<void>;
  /** Stores the name of a company in its orders and offers. */
  rename(tx: WriteTransaction, company: NamedCompany): Promise<void>;
}
