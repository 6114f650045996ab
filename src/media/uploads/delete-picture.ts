import type { WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { canBeId } from "#platform/ids.ts";
import { trashMs } from "#platform/time/trash-retention.ts";
import type { Actor } from "#policy/actor.ts";
import { requireRight } from "#policy/rights.ts";
import type { Media } from "../media.ts";
import { asPictureFile, auditPicture, findPicture, noSuchPicture } from "../media-store.server.ts";
import { type PictureFile, placesOf } from "../picture-file.ts";

/**
 * Moves a picture to the trash for 30 days. Throws "not-found". Throws "conflict", with the uses,
 * while content uses the picture.
 */
export async function deletePicture(
  { database, clock, usesOf }: Pick<Media, "database" | "clock" | "usesOf">,
  actor: Actor,
  id: string,
): Promise<PictureFile> {
  requireRight(actor, "publish content");
  return database.write(async (tx) => {
    const row = await findPicture(tx, id);
    const all = (await usesOf(tx, [id])).get(id) ?? [];
    const uses = all.filter(({ isInTrash }) => !isInTrash);
    if (uses.length > 0) {
      throw new AppError(
        "conflict",
        `The picture is used in ${placesOf(uses)}. Choose another picture there first.`,
      );
    }
    const now = clock();
    await tx.updateTable("media_files").set({ deleted_at: now }).where("id", "=", id).execute();
    await emptyTrash(tx, now - trashMs);
    await auditPicture(tx, actor, { action: "Delete picture", before: row, after: null, at: now });
    return asPictureFile(row);
  });
}

/** Throws "not-found" for a picture that is not in the trash. */
export async function restorePicture(
  { database, clock }: Pick<Media, "database" | "clock">,
  actor: Actor,
  id: string,
): Promise<PictureFile> {
  requireRight(actor, "publish content");
  if (!canBeId(id)) throw noSuchPicture();
  return database.write(async (tx) => {
    const row = await tx
      .updateTable("media_files")
      .set({ deleted_at: null })
      .where("id", "=", id)
      .where("deleted_at", "is not", null)
      .returningAll()
      .executeTakeFirst();
    if (row === undefined) throw noSuchPicture();
    const at = clock();
    await auditPicture(tx, actor, { action: "Put picture back", before: null, after: row, at });
    return asPictureFile(row);
  });
}

async function emptyTrash(tx: WriteTransaction, deletedBefore: number): Promise<void> {
  await tx.deleteFrom("media_files").where("deleted_at", "<", deletedBefore).execute();
}
