import { z } from "zod";
import { rowChunks, rowId } from "../platform/database/row-chunks.ts";
import { canBeId } from "../platform/ids.ts";
import { foldedText } from "../platform/texts/folded-text.ts";
import { isPlainText } from "../platform/texts/plain-text.ts";
import { parseOrThrow } from "../platform/texts/validation.ts";
import { isoTime } from "../platform/time/dates.ts";
import { trashMs } from "../platform/time/trash-retention.ts";
import type { Actor } from "../policy/actor.ts";
import { requireRight } from "../policy/rights.ts";
import type { Media } from "./media.ts";
import { asPictureFile, findPicture } from "./media-store.server.ts";
import type { PictureFile, PictureFileWithUses } from "./picture-file.ts";

type ReadDependencies = Pick<Media, "database" | "usesOf">;

const limitMessage = "The limit must be a whole number from 1 to 100.";
export const whichPictures = z.object({
  /** Part of a name or an alt text. */
  search: z
    .string()
    .max(200, "Search for at most 200 characters.")
    .refine(isPlainText, "No picture matches this search.")
    .optional(),
  limit: z.coerce
    .number(limitMessage)
    .int(limitMessage)
    .min(1, limitMessage)
    .max(100, limitMessage)
    .default(50),
  /** The `_id` of the last picture of the previous page. */
  after: z.string().refine(canBeId, "There is no picture with this id.").optional(),
});

/** A page of pictures with their uses, newest first. Throws "invalid". */
export async function listPictures(
  { database, usesOf }: ReadDependencies,
  actor: Actor,
  which: unknown = {},
): Promise<PictureFileWithUses[]> {
  requireRight(actor, "edit content");
  const { search = "", limit, after } = parseOrThrow(whichPictures, which);
  const sought = foldedText(search);
  const chunks = rowChunks(
    { after, size: sought === "" ? limit : undefined },
    rowId,
    (last, size) =>
      database.read
        .selectFrom("media_files")
        .selectAll()
        .where("deleted_at", "is", null)
        .$if(last !== undefined, (query) => query.where("id", "<", last ?? ""))
        .orderBy("id", "desc")
        .limit(size)
        .execute(),
  );
  const found = [];
  for await (const rows of chunks) {
    found.push(...rows.filter(({ name, alt }) => foldedText(`${name} ${alt}`).includes(sought)));
    if (found.length >= limit) break;
  }
  return withUses({ database, usesOf }, found.slice(0, limit).map(asPictureFile));
}

/** Throws "not-found". */
export async function readPicture(
  deps: ReadDependencies,
  actor: Actor,
  id: string,
): Promise<PictureFileWithUses> {
  requireRight(actor, "edit content");
  const file = asPictureFile(await findPicture(deps.database.read, id));
  const { uses = [] } = (await withUses(deps, [file]))[0] ?? {};
  return { ...file, uses };
}

async function withUses(
  { database, usesOf }: ReadDependencies,
  files: readonly PictureFile[],
): Promise<PictureFileWithUses[]> {
  const uses = await usesOf(
    database.read,
    files.map(({ _id }) => _id),
  );
  return files.map((file) => ({ ...file, uses: uses.get(file._id) ?? [] }));
}

/** A file that a picture showed before it was replaced. */
interface ReplacedFile {
  readonly pictureId: string;
  /**
   * Name of the replaced file; `presentName` is the name of the file that the picture shows now.
   */
  readonly name: string;
  readonly presentName: string;
  readonly version: string;
  readonly replacedAt: number;
}

/** Replaced files that can be restored, the last replaced first; at most `most`. */
export async function listReplacedFiles(
  { database, clock }: Pick<Media, "database" | "clock">,
  actor: Actor,
  most: number,
): Promise<readonly ReplacedFile[]> {
  requireRight(actor, "edit content");
  return database.read
    .selectFrom("media_former_files as former")
    .innerJoin("media_files as picture", "picture.id", "former.picture_id")
    .select(["former.picture_id as pictureId", "former.name", "picture.name as presentName"])
    .select(["former.version", "former.replaced_at as replacedAt"])
    .where("picture.deleted_at", "is", null)
    .where("former.replaced_at", ">=", clock() - trashMs)
    .orderBy("former.replaced_at", "desc")
    .limit(most)
    .execute();
}

export interface DeletedPicture extends PictureFileWithUses {
  /** ISO 8601. */
  readonly deletedAt: string;
  /** Time until which the picture can be restored; in ISO 8601. */
  readonly keptUntil: string;
}

/** Pictures that can be restored, the last deleted first. */
export async function listDeletedPictures(
  { database, clock, usesOf }: Pick<Media, "database" | "clock" | "usesOf">,
  actor: Actor,
): Promise<DeletedPicture[]> {
  requireRight(actor, "edit content");
  const rows = await database.read
    .selectFrom("media_files")
    .selectAll()
    .where("deleted_at", ">=", clock() - trashMs)
    .orderBy("deleted_at", "desc")
    .orderBy("id", "desc")
    .execute();
  const files = await withUses({ database, usesOf }, rows.map(asPictureFile));
  return files.map((file, index) => {
    const deletedAt = rows[index]?.deleted_at ?? 0;
    return { ...file, deletedAt: isoTime(deletedAt), keptUntil: isoTime(deletedAt + trashMs) };
  });
}
