import { createHash } from "node:crypto";
import type { Selectable } from "kysely";
import type { Database, Queries, Tables } from "../../platform/database/database.ts";
import type { Clock } from "../../platform/time/clock.ts";
import { variantsOf } from "../picture-file.ts";
import {
  type ArchivedPicture,
  factsPath,
  type PictureAttachment,
  sizePath,
} from "./archived-picture.ts";
import { receivePictures } from "./import-pictures.server.ts";

interface AttachmentDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

/** Uploaded pictures as attachments of exported content. */
export function createPictureAttachments(deps: AttachmentDependencies) {
  return {
    all: () => exportPictures(deps.database.read),
    receive: (options: { readonly dryRun: boolean }) => receivePictures(deps, options),
  };
}

/**
 * Every picture outside the trash, by id. Sizes of earlier versions are left out: only pages that
 * are open still need them.
 */
async function* exportPictures(queries: Queries): AsyncGenerator<PictureAttachment> {
  const pictures = await queries
    .selectFrom("media_files")
    .select("id")
    .where("deleted_at", "is", null)
    .orderBy("id")
    .execute();
  for (const { id } of pictures) yield* exportPicture(queries, id);
}

/** Empty for a picture that was moved to the trash meanwhile. */
async function* exportPicture(queries: Queries, id: string): AsyncGenerator<PictureAttachment> {
  const rows = await readWithSizes(queries, id);
  const [picture] = rows;
  if (picture === undefined) return;
  const order = variantsOf(picture.width).map((size) => sizePath(id, size));
  const files = rows
    .map(({ variant_width: width, format, bytes }) => ({ width, format, bytes }))
    .map((size) => ({ ...size, path: sizePath(id, size) }))
    .sort((one, other) => placeIn(order, one.path) - placeIn(order, other.path));
  const sizes = files.map(({ width, format, bytes }) => ({ width, format, sha256: hashOf(bytes) }));
  const facts = JSON.stringify(archivedPicture(picture, sizes));
  yield { path: factsPath(id), bytes: Buffer.from(facts) };
  for (const { path, bytes } of files) yield { path, bytes };
}

/** One query, because sizes can be added and pictures replaced during an export. */
function readWithSizes(queries: Queries, id: string) {
  return queries
    .selectFrom("media_files")
    .innerJoin("media_variants", (join) =>
      join
        .onRef("media_variants.picture_id", "=", "media_files.id")
        .onRef("media_variants.version", "=", "media_files.version"),
    )
    .selectAll("media_files")
    .select(["media_variants.width as variant_width", "format", "bytes"])
    .where("media_files.id", "=", id)
    .where("deleted_at", "is", null)
    .execute();
}

/** The source comes after the sizes. */
function placeIn(order: readonly string[], path: string): number {
  const place = order.indexOf(path);
  return place === -1 ? order.length : place;
}

function archivedPicture(
  row: Selectable<Tables["media_files"]>,
  sizes: ArchivedPicture["sizes"],
): ArchivedPicture {
  return {
    id: row.id,
    name: row.name,
    alt: row.alt,
    width: row.width,
    height: row.height,
    focalX: row.focal_x,
    focalY: row.focal_y,
    dominantColour: row.dominant_colour,
    uploadedBytes: row.uploaded_bytes,
    contentHash: row.content_hash,
    version: row.version,
    state: row.state,
    uploadedBy: row.uploaded_by,
    uploadedAt: row.uploaded_at,
    replacedAt: row.replaced_at,
    sizes,
  };
}

function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
