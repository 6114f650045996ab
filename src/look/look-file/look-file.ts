import { look } from "#content/blocks/look.ts";
import type { Values } from "#content/records/stored-record.server.ts";

/** A look in a file, to take to another site: the values of the block `look`, and the uploaded fonts. */
export const lookFileFormat = "furrow-look";
/** Raised when an older version would misread a file. New fields need no new version. */
export const lookFileVersion = 1;

/** Four fonts of the largest size in base64, with room for the texts. */
export const maxLookFileBytes = 2_000_000;

export interface FileOfFont {
  readonly address: string;
  readonly fileName: string;
  readonly bytes: Uint8Array;
}

/** What the thread that reads a file finds. */
export interface ReadLookFile {
  readonly version: number;
  /** Texts by the name of their field, which this site may not know. */
  readonly values: readonly (readonly [string, string])[];
  readonly fonts: readonly FileOfFont[];
  /** Names of parts that this version does not know. */
  readonly unknown: readonly string[];
}

/** What a new installation looks like. */
export const firstLook: Values = look.seed[0] ?? {};

const fontAddress = /\/fonts\/[0-9a-f]{16}\.woff2/g;

/** Addresses of the uploaded fonts that a look uses, in its fields and its custom CSS. */
export function fontAddressesIn(values: Values): readonly string[] {
  const { ownHeadingFont = "", ownTextFont = "", customCss = "" } = values;
  return [...new Set(`${ownHeadingFont} ${ownTextFont} ${customCss}`.match(fontAddress) ?? [])];
}
