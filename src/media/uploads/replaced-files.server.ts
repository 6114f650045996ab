import type { Selectable } from "kysely";
import type { Tables, WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { dueFrom } from "#platform/leases.ts";
import { trashMs } from "#platform/time/trash-retention.ts";
import type { Actor } from "#policy/actor.ts";
import { requireRight } from "#policy/rights.ts";
import type { Media } from "../media.ts";
import { asPictureFile, auditPicture, findPicture } from "../media-store.server.ts";
import type { PictureFile } from "../picture-file.ts";

type Row = Selectable<Tables["media_files"]>;
type FormerRow = Selectable<Tables["media_former_files"]>;

/** Columns that describe the file; other columns, such as the alt text, belong to the picture. */
function fileColumns(row: Row | FormerRow) {
  const { name, width, height, dominant_colour } = row;
  const { uploaded_bytes, content_hash, version, state, variants_done } = row;
  return {
    name,
    width,
    height,
    dominant_colour,
    uploaded_bytes,
    content_hash,
    version,
    state,
    variants_done,
  };
}

/**
 * Before a replacement, keeps the present file and its sizes, because open pages still request
 * these sizes. Deletes replaced files past their retention.
 */
export async function keepPresentFile(tx: WriteTransaction, before: Row, now: number) {
  const columns = fileColumns(before);
  await tx
    .insertInto("media_former_files")
    .values({ picture_id: before.id, ...columns, impression: "", replaced_at: now })
    .onConflict((conflict) =>
      conflict.columns(["picture_id", "version"]).doUpdateSet({ ...columns, replaced_at: now }),
    )
    .execute();
  await forgetOldFiles(tx, before.id, now);
}

/** Removes a file from the replaced files, because the picture shows it again. */
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
    .where("replaced_at", "<", now - trashMs)
    .execute();
  const kept = tx.selectFrom("media_former_files").select("version").where("picture_id", "=", id);
  await tx
    .deleteFrom("media_variants")
    .where("picture_id", "=", id)
    .where("version", "not in", kept)
    .execute();
}

/**
 * Undoes a replacement: the picture shows the replaced file again, and the present file becomes a
 * replaced file. Alt text and focal point do not change. Throws "not-found", also when the replaced
 * file is past its retention.
 */
export async function putFileBack(
  media: Pick<Media, "database" | "clock" | "encodeSoon">,
  actor: Actor,
  id: string,
  version: string,
): Promise<PictureFile> {
  requireRight(actor, "publish content");
  const file = await media.database.write(async (tx) => {
    const before = await findPicture(tx, id);
    if (before.version === version) return asPictureFile(before);
    const at = media.clock();
    const former = await tx
      .selectFrom("media_former_files")
      .selectAll()
      .where("picture_id", "=", id)
      .where("version", "=", version)
      .where("replaced_at", ">=", at - trashMs)
      .executeTakeFirst();
    if (former === undefined) {
      throw new AppError("not-found", "The previous file is no longer available. Upload it again.");
    }
    // Must run in this sequence: `keepPresentFile` deletes the sizes of all versions that are not
    // in `media_former_files`, so it would delete the restored sizes after `forgetFormerFile`.
    await keepPresentFile(tx, before, at);
    await forgetFormerFile(tx, id, version);
    const row = await tx
      .updateTable("media_files")
      // The worker encodes the sizes that the restored file still lacks.
      .set({
        ...fileColumns(former),
        ...dueFrom(former.state === "encoding" ? 0 : null),
        replaced_at: at,
      })
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await auditPicture(tx, actor, { action: "Put former file back", before, after: row, at });
    return asPictureFile(row);
  });
  media.encodeSoon();
  return file;
}
