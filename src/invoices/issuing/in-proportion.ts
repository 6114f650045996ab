/**
 * Parts of `total` in proportion to the weights, which add up to more than nothing; the parts add up
 * to `total`. A part has the sign of its weight as long as no beginning of the weights adds up to less
 * than nothing.
 */
export function inProportion(total: number, weights: readonly number[]): readonly number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  let weighed = 0;
  let given = 0;
  return weights.map((weight) => {
    weighed += weight;
    const part = Math.round((total * weighed) / sum) - given;
    given += part;
    return part;
  });
}
