import { isoTime } from "../platform/time/dates.ts";
import type { Actor } from "../policy/actor.ts";
import { requireRight } from "../policy/rights.ts";
import { withUses } from "./list-pictures.ts";
import type { Media } from "./media.ts";
import { asPictureFile } from "./media-store.server.ts";
import type { PictureFileWithUses } from "./picture-file.ts";
import { keptMs } from "./retention.ts";

export interface DeletedPicture extends PictureFileWithUses {
  /** ISO 8601. */
  readonly deletedAt: string;
  /** Until when it can be put back, in ISO 8601. */
  readonly keptUntil: string;
}

/** Pictures that can be put back, what was deleted last first. */
export async function listDeletedPictures(
  { database, clock, usesOf }: Pick<Media, "database" | "clock" | "usesOf">,
  actor: Actor,
): Promise<DeletedPicture[]> {
  requireRight(actor, "edit content");
  const rows = await database.read
    .selectFrom("media_files")
    .selectAll()
    .where("deleted_at", ">=", clock() - keptMs)
    .orderBy("deleted_at", "desc")
    .orderBy("id", "desc")
    .execute();
  const files = await withUses({ database, usesOf }, rows.map(asPictureFile));
  return files.map((file, index) => {
    const deletedAt = rows[index]?.deleted_at ?? 0;
    return { ...file, deletedAt: isoTime(deletedAt), keptUntil: isoTime(deletedAt + keptMs) };
  });
}
