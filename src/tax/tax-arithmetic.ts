/** A rate in whole hundredths of a percent, such as 810 for 8.1 %, so that no amount is a fraction. */
function hundredthsOf(ratePercent: number): number {
  return Math.round(ratePercent * 100);
}

/** The tax of a net amount, rounded half up. */
export function taxOn(netCents: number, ratePercent: number): number {
  const hundredths = netCents * hundredthsOf(ratePercent);
  return Math.floor((hundredths + 5000) / 10_000);
}

export interface SplitPrice {
  readonly netCents: number;
  /** `netCents` at the rate, rounded half up. */
  readonly taxCents: number;
  /** -1, 0 or 1: what `netCents + taxCents` lacks, where no net amount leads to the price. */
  readonly roundingCents: number;
}

/** Splits a price that includes tax at a rate of at most 100 %. */
export function splitInside(totalCents: number, ratePercent: number): SplitPrice {
  const near = Math.round((totalCents * 10_000) / (10_000 + hundredthsOf(ratePercent)));
  const splits = [near, near - 1, near + 1]
    .filter((netCents) => netCents >= 0)
    .map((netCents) => {
      const taxCents = taxOn(netCents, ratePercent);
      return { netCents, taxCents, roundingCents: totalCents - netCents - taxCents };
    });
  const exact = splits.find(({ roundingCents }) => roundingCents === 0);
  const split = exact ?? splits[0];
  if (split === undefined) throw new Error(`${totalCents} cents are no price.`);
  return split;
}
