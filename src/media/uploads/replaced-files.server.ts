import type { Selectable } from "kysely";
import type { Tables, WriteTransaction } from "../../platform/database/database.ts";
import { keptMs } from "../retention.ts";

type Row = Selectable<Tables["media_files"]>;
type FormerRow = Selectable<Tables["media_former_files"]>;

/** What belongs to the file alone, and not to the picture that shows it. */
export function fileColumns(row: Row | FormerRow) {
  const { name, width, height, dominant_colour, impression } = row;
  const { uploaded_bytes, content_hash, version, state, variants_done } = row;
  return {
    ...{ name, width, height, dominant_colour, impression },
    ...{ uploaded_bytes, content_hash, version, state, variants_done },
  };
}

/**
 * Before another file takes the place of a picture's present one: that one is kept, with its sizes,
 * and what was kept for long enough goes. Pages that are open still get their sizes, too.
 */
export async function keepPresentFile(tx: WriteTransaction, before: Row, now: number) {
  const columns = fileColumns(before);
  await tx
    .insertInto("media_former_files")
    .values({ picture_id: before.id, ...columns, replaced_at: now })
    .onConflict((conflict) =>
      conflict.columns(["picture_id", "version"]).doUpdateSet({ ...columns, replaced_at: now }),
    )
    .execute();
  await forgetOldFiles(tx, before.id, now);
}

/** For a file that comes to a picture once more: it is made anew, or is no former one any longer. */
export async function forgetFormerFile(tx: WriteTransaction, id: string, version: string) {
  await tx
    .deleteFrom("media_former_files")
    .where("picture_id", "=", id)
    .where("version", "=", version)
    .execute();
}

export async function forgetSizes(tx: WriteTransaction, id: string, version: string) {
  await tx
    .deleteFrom("media_variants")
    .where("picture_id", "=", id)
    .where("version", "=", version)
    .execute();
}

async function forgetOldFiles(tx: WriteTransaction, id: string, now: number): Promise<void> {
  await tx
    .deleteFrom("media_former_files")
    .where("picture_id", "=", id)
    .where("replaced_at", "<", now - keptMs)
    .execute();
  const kept = tx.selectFrom("media_former_files").select("version").where("picture_id", "=", id);
  await tx
    .deleteFrom("media_variants")
    .where("picture_id", "=", id)
    .where("version", "not in", kept)
    .execute();
}
