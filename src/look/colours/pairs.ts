import type { Token } from "../palette.ts";

export interface Pair {
  readonly front: Token;
  readonly back: Token;
  /** Least contrast by WCAG 2.2. */
  readonly ratio: number;
}

/** Of text (1.4.3). */
const text = 4.5;
/** Of edges of controls, marks with a meaning and the ring of the focus (1.4.11). */
const shape = 3;

/** Everything that may be below a text, an input or a focus ring of a page. */
export const grounds = ["ground", "ground-deep", "surface", "tint", "sheet"] as const;

/** Text on any ground. */
export const inks = ["ink", "ink-soft", "brand", "accent-text", "danger"] as const;

const each = (fronts: readonly Token[], backs: readonly Token[], ratio: number): readonly Pair[] =>
  fronts.flatMap((front) => backs.map((back) => ({ front, back, ratio })));

/**
 * The tokens that meet on a page, as the style sheets have them. The order of a pair matters to
 * APCA only. Not here, because nothing is lost with them: `line`, `base-line`, `band-ridge`,
 * `base-ridge`, `accent-warm` and `brand-bright`, which divide and decorate, and `accent` on the
 * grounds, where it is a stripe or a line below a text. A mark in `brand-bright` or `accent` always
 * stands beside the words that say the same.
 */
export const pairs: readonly Pair[] = [
  ...each(inks, grounds, text),
  ...each(["line-strong", "focus"], grounds, shape),
  ...each(["on-brand"], ["brand"], text),
  ...each(["on-accent"], ["accent"], text),
  ...each(["card-ink", "card-ink-soft", "card-brand"], ["card"], text),
  ...each(["card-line"], ["card"], shape),
  ...each(["on-card-brand"], ["card-brand"], text),
  ...each(["on-band", "band-accent-text"], ["band"], text),
  ...each(["band-accent"], ["band"], shape),
  ...each(["on-band-accent"], ["band-accent"], text),
  ...each(["on-base", "on-base-soft", "base-accent"], ["base", "base-deep"], text),
  ...each(["on-base-accent"], ["base-accent"], text),
];
