/** What is charged for the cycles of a plan, of which the first ones can have another price. */
export interface CyclePrices {
  /** Price of each cycle after the first ones. */
  readonly priceCents: number;
  /** What the first cycle costs besides, such as for extras that are charged once. */
  readonly onceCents?: number;
  /** What is taken off the first cycles. */
  readonly reductions?: readonly Reduction[];
}

export interface Reduction {
  readonly cents: number;
  /** The number of first cycles that cost less. */
  readonly cycles: number;
}

/** Price of a cycle; cycles count from 1. Never less than nothing. */
export function centsOfCycle(
  { priceCents, onceCents = 0, reductions = [] }: CyclePrices,
  number: number,
): number {
  const off = reductions.reduce(
    (sum, { cents, cycles }) => (number <= cycles ? sum + cents : sum),
    0,
  );
  return Math.max(0, priceCents + (number === 1 ? onceCents : 0) - off);
}

/** Cycles in a row that have one price. */
export interface PricedCycles {
  readonly cycles: number;
  readonly priceCents: number;
}

/** The prices of the first cycles until each further one costs `priceCents`; none without others. */
export function firstPrices(prices: CyclePrices): readonly PricedCycles[] {
  const { priceCents, onceCents = 0, reductions = [] } = prices;
  const last = Math.max(onceCents === 0 ? 0 : 1, ...reductions.map(({ cycles }) => cycles));
  const runs: PricedCycles[] = [];
  for (let number = 1; number <= last; number += 1) {
    const cents = centsOfCycle(prices, number);
    const before = runs.at(-1);
    if (before?.priceCents === cents) runs.pop();
    runs.push({ priceCents: cents, cycles: before?.priceCents === cents ? before.cycles + 1 : 1 });
  }
  while (runs.at(-1)?.priceCents === priceCents) runs.pop();
  return runs;
}

/** The lowest price that any cycle has. */
export function lowestCents(prices: CyclePrices): number {
  return Math.min(prices.priceCents, ...firstPrices(prices).map(({ priceCents }) => priceCents));
}
