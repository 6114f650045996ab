interface OwnFontsTable {
  /** The first letters of the hash, which are part of the font's address. */
  id: string;
  /** Name of the family, from the file. */
  name: string;
  file_name: string;
  bytes: Uint8Array;
  byte_count: number;
  /** SHA-256 of the file. */
  content_hash: string;
  /** `FontFacts` as JSON. */
  facts: string;
  /** `Outlines` as JSON. */
  outlines: string;
  added_by: string;
  added_at: number;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    own_fonts: OwnFontsTable;
  }
}
