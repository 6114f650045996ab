import type { Outlines } from "./printed-fonts.ts";

/** Pages load the file before their text, so a large one would make them slow. */
export const maxOwnFontBytes = 300_000;

export function tooLargeFont(bytes: number): string {
  const size = Math.ceil(bytes / 1000);
  return `The font has ${size} kB, and at most ${maxOwnFontBytes / 1000} kB are allowed, because every page loads it. Export it with only the letters that you need.`;
}

/** Maximum body size in bytes of the form that uploads a font; undefined for other paths. */
export function ownFontBodyLimit(path: string): number | undefined {
  return /^\/admin\/look\/fonts(\.data)?$/.test(path) ? maxOwnFontBytes + 10_000 : undefined;
}

/** What pages need to know of an uploaded font. */
export interface FontFacts {
  readonly lightest: number;
  readonly boldest: number;
  /** Says that the file itself forbids its use on websites; "" if it does not. */
  readonly restriction: string;
  /** Metrics in em; the advance is the mean one of English text. */
  readonly meanAdvance: number;
  readonly ascent: number;
  readonly descent: number;
  readonly lineGap: number;
}

export interface OwnFont extends FontFacts {
  readonly _id: string;
  /** For the fields of the look, and for style sheets. It never gets another file. */
  readonly address: string;
  readonly name: string;
  readonly fileName: string;
  readonly bytes: number;
  readonly addedBy: string;
  /** ISO 8601. */
  readonly addedAt: string;
}

/** What the thread that reads an uploaded font finds. */
export interface ReadFont {
  readonly name: string;
  readonly facts: FontFacts;
  readonly outlines: Outlines;
}

export const ownFontAddress = (id: string) => `/fonts/${id}.woff2`;

const addressExactly = /^\/fonts\/([0-9a-f]{16})\.woff2$/;

/** The id in an address; undefined for any other address. */
export function ownFontIdOf(address: string): string | undefined {
  return addressExactly.exec(address)?.[1];
}
