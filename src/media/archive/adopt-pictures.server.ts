import { sql } from "kysely";
import type { WriteTransaction } from "../../platform/database/database.ts";
import { engineOf } from "../../platform/database/engine-of.ts";
import { AppError } from "../../platform/errors.ts";
import {
  forgetFormerFile,
  forgetSizes,
  keepPresentFile,
} from "../uploads/replaced-files.server.ts";
import type { ArchivedPicture } from "./archived-picture.ts";

/** Makes the staged pictures of an import the only ones; what else there is goes to the trash. */
export async function adoptPictures(
  tx: WriteTransaction,
  importId: string,
  pictures: readonly ArchivedPicture[],
  now: number,
): Promise<void> {
  await trashOthers(tx, new Set(pictures.map(({ id }) => id)), now);
  for (const picture of pictures) {
    await makeRoom(tx, picture, now);
    await putPicture(tx, picture);
    await takeSizes(tx, importId, picture);
  }
  await tx.deleteFrom("media_staged").where("import_id", "=", importId).execute();
}

async function trashOthers(
  tx: WriteTransaction,
  kept: ReadonlySet<string>,
  now: number,
): Promise<void> {
  const present = await tx
    .selectFrom("media_files")
    .select("id")
    .where("deleted_at", "is", null)
    // Always in one order, so that two who lock do not wait for each other.
    .orderBy("id")
    .$if(engineOf(tx) === "postgres", (query) => query.forUpdate())
    .execute();
  for (const { id } of present) {
    if (kept.has(id)) continue;
    await tx.updateTable("media_files").set({ deleted_at: now }).where("id", "=", id).execute();
  }
}

/** As when a picture is replaced, its present file is kept; a present or former one comes anew. */
async function makeRoom(tx: WriteTransaction, { id, version }: ArchivedPicture, now: number) {
  const before = await tx
    .selectFrom("media_files")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
  if (before === undefined) return;
  if (before.version !== version) await keepPresentFile(tx, before, now);
  await forgetFormerFile(tx, id, version);
  await forgetSizes(tx, id, version);
}

async function putPicture(tx: WriteTransaction, picture: ArchivedPicture): Promise<void> {
  const columns = {
    name: picture.name,
    alt: picture.alt,
    width: picture.width,
    height: picture.height,
    focal_x: picture.focalX,
    focal_y: picture.focalY,
    dominant_colour: picture.dominantColour,
    impression: picture.impression,
    uploaded_bytes: picture.uploadedBytes,
    content_hash: picture.contentHash,
    version: picture.version,
    state: picture.state,
    variants_done: picture.sizes.filter(({ format }) => format !== "source").length,
    attempts: 0,
    claimed_until: 0,
    uploaded_by: picture.uploadedBy,
    uploaded_at: picture.uploadedAt,
    replaced_at: picture.replacedAt,
    deleted_at: null,
  };
  await tx
    .insertInto("media_files")
    .values({ id: picture.id, ...columns })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(columns))
    .execute();
}

/** Within the database: the pictures of a whole site may not fit into memory. */
async function takeSizes(
  tx: WriteTransaction,
  importId: string,
  { id, version, sizes }: ArchivedPicture,
): Promise<void> {
  const columns = ["picture_id", "version", "width", "format", "byte_count", "bytes"] as const;
  const { numInsertedOrUpdatedRows: taken } = await tx
    .insertInto("media_variants")
    .columns(columns)
    .expression((from) =>
      from
        .selectFrom("media_staged")
        .select([
          "picture_id",
          sql<string>`${version}`.as("version"),
          "width",
          "format",
          sql<number>`length(bytes)`.as("byte_count"),
          "bytes",
        ])
        .where("import_id", "=", importId)
        .where("picture_id", "=", id),
    )
    .executeTakeFirstOrThrow();
  if (taken === BigInt(sizes.length)) return;
  throw new AppError("conflict", "The import took too long. Import the file again.");
}
