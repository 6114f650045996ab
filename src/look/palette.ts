/** The colours of a page, each a custom property of the same name with "--" before it. */
export const tokens = [
  "ground",
  "ground-deep",
  "surface",
  /** Printed matter, such as a receipt. Field keeps it light in both schemes. */
  "card",
  "card-ink",
  "card-ink-soft",
  "card-line",
  "card-brand",
  "on-card-brand",
  "sheet",
  "ink",
  "ink-soft",
  "line",
  "line-strong",
  "brand",
  "on-brand",
  "band",
  "band-ridge",
  "on-band",
  /** `accent` as button and focus ring on `band`, as text there, and text on it. */
  "band-accent",
  "band-accent-text",
  "on-band-accent",
  "brand-bright",
  "accent",
  "accent-warm",
  "accent-text",
  /** Text on `accent`. */
  "on-accent",
  "tint",
  "base",
  "base-deep",
  "base-line",
  "base-ridge",
  "on-base",
  "on-base-soft",
  /** `accent` on `base`. */
  "base-accent",
  "on-base-accent",
  "danger",
  "focus",
] as const;

export type Token = (typeof tokens)[number];

/** Each colour is written "#rrggbb", in lower case. */
export type Palette = Readonly<Record<Token, string>>;
