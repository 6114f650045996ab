import { AppError } from "../../platform/errors.ts";
import type { Actor } from "../../policy/actor.ts";
import { requireRight } from "../../policy/rights.ts";
import type { Media } from "../media.ts";
import { asPictureFile, findPicture } from "../media-store.server.ts";
import type { PictureFile } from "../picture-file.ts";
import { keptMs } from "../retention.ts";
import { auditPicture } from "./audit-picture.server.ts";
import { fileColumns, forgetFormerFile, keepPresentFile } from "./replaced-files.server.ts";

/**
 * Takes a replacement back: the picture shows a former file again, and the present one is kept in
 * its stead. Its alt text and focal point stay as they are. Throws "not-found", also for a file that
 * is not kept any longer.
 */
export async function putFileBack(
  media: Pick<Media, "database" | "clock" | "encodeSoon">,
  actor: Actor,
  id: string,
  version: string,
): Promise<PictureFile> {
  requireRight(actor, "edit content");
  const file = await media.database.write(async (tx) => {
    const before = await findPicture(tx, id);
    if (before.version === version) return asPictureFile(before);
    const at = media.clock();
    const former = await tx
      .selectFrom("media_former_files")
      .selectAll()
      .where("picture_id", "=", id)
      .where("version", "=", version)
      .where("replaced_at", ">=", at - keptMs)
      .executeTakeFirst();
    if (former === undefined) {
      throw new AppError("not-found", "The former file is not kept any longer. Upload it again.");
    }
    // In this order: keeping one takes away the sizes of all that are not among the former ones.
    await keepPresentFile(tx, before, at);
    await forgetFormerFile(tx, id, version);
    const row = await tx
      .updateTable("media_files")
      // What was not made of its sizes yet is gone on with.
      .set({ ...fileColumns(former), attempts: 0, claimed_until: 0, replaced_at: at })
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await auditPicture(tx, actor, { action: "Put former file back", before, after: row, at });
    return asPictureFile(row);
  });
  media.encodeSoon();
  return file;
}
