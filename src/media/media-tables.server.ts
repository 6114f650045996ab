import type { LeaseColumns } from "../platform/leases.ts";
import type { PictureFormat, PictureState } from "./picture-file.ts";

/** The lease and the attempts are about the next size. */
interface MediaFilesTable extends LeaseColumns {
  id: string;
  name: string;
  alt: string;
  width: number;
  height: number;
  focal_x: number;
  focal_y: number;
  dominant_colour: string;
  uploaded_bytes: number;
  /** SHA-256 of the uploaded file. */
  content_hash: string;
  version: string;
  state: PictureState;
  /** Number of encoded sizes, which are the first sizes of `variantsOf(width)`. */
  variants_done: number;
  uploaded_by: string;
  uploaded_at: number;
  replaced_at: number | null;
  /** Set while the picture is in the trash. */
  deleted_at: number | null;
}

interface MediaVariantsTable {
  picture_id: string;
  version: string;
  width: number;
  /**
   * "source" is the picture from which the sizes are encoded; it is deleted after the last size.
   */
  format: PictureFormat | "source";
  byte_count: number;
  bytes: Uint8Array;
}

/** Files that a newer file has replaced. `media_variants` still holds the sizes of these files. */
interface MediaFormerFilesTable {
  picture_id: string;
  name: string;
  width: number;
  height: number;
  dominant_colour: string;
  /** Nothing reads this column. New rows hold "". `media_files` has the same unused column. */
  impression: string;
  uploaded_bytes: number;
  content_hash: string;
  version: string;
  state: PictureState;
  variants_done: number;
  replaced_at: number;
}

/** Sizes that an unfinished import has received. No other code reads these rows. */
interface MediaStagedTable {
  import_id: string;
  picture_id: string;
  width: number;
  format: MediaVariantsTable["format"];
  bytes: Uint8Array;
  staged_at: number;
}

declare module "../platform/database/tables.ts" {
  interface Tables {
    media_files: MediaFilesTable;
    media_variants: MediaVariantsTable;
    media_staged: MediaStagedTable;
    media_former_files: MediaFormerFilesTable;
  }
}
