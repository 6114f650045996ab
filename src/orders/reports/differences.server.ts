import type { Queries } from "../../platform/database/database.ts";

/** What two checks of the order's website found, the earlier and the later one. */
export interface CheckDifference {
  /** Question of the check, such as "Does every page have a title?". */
  readonly question: string;
  readonly before: string;
  readonly after: string;
}

/** Reads the differences between the checks of an order's website; empty while there are none. */
export type ReadDifferences = (
  queries: Queries,
  orderId: string,
) => Promise<readonly CheckDifference[]>;

/** Reads no differences: websites of orders are not checked before and after the work. */
export const noDifferences: ReadDifferences = async () => [];
