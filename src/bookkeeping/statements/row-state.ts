import type { RowKind } from "./statement-row.ts";

/**
 * What a row is when it is compared with the ledger.
 * - matched: the ledger has an entry with the same amount
 * - differs: the ledger has the entry, and something differs
 * - unknown: moves money of which the ledger knows nothing
 * - doubled: another row has the same id already
 */
export const rowStates = [
  "matched",
  "differs",
  "unknown",
  "doubled",
  "fee",
  "payout",
  "neutral",
  "unreadable",
] as const;
export type RowState = (typeof rowStates)[number];

/** States of rows that somebody has to explain before the month can be closed. */
const openStates = [
  "differs",
  "unknown",
  "doubled",
  "unreadable",
] as const satisfies readonly RowState[];

export function isOpenState(state: RowState): boolean {
  return (openStates as readonly RowState[]).includes(state);
}

/** The state of a row that the ledger does not know. */
export function stateOfKind(kind: RowKind): RowState {
  return kind === "money" ? "unknown" : kind;
}
