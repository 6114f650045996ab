import { createHash } from "node:crypto";
import type { WriteTransaction } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import { dueFrom } from "#platform/leases.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import { type Actor, authorOf } from "#policy/actor.ts";
import { requireRight } from "#policy/rights.ts";
import type { Media } from "../media.ts";
import { asPictureFile, auditPicture, findPicture, insertVariant } from "../media-store.server.ts";
import type { PictureFile } from "../picture-file.ts";
import { type DecodedPicture, decodePicture } from "./decode-picture.server.ts";
import { altSchema, displayName } from "./describe-picture.ts";
import { encodeVariant } from "./encode-variants.ts";
import { forgetFormerFile, forgetSizes, keepPresentFile } from "./replaced-files.server.ts";

interface Upload {
  readonly name: string;
  readonly alt?: string | undefined;
}

/**
 * Stores a picture and returns when pages can show the picture; the worker encodes its other sizes.
 * Throws "too-large", "wrong-type", "invalid", and "too-many" while many uploads wait.
 */
export async function uploadPicture(
  media: Media,
  actor: Actor,
  bytes: Uint8Array,
  { name, alt = "" }: Upload,
): Promise<PictureFile> {
  requireRight(actor, "edit content");
  const words = { name: displayName(name), alt: parseOrThrow(altSchema, alt) };
  const prepared = await preparePicture(media, bytes);
  const id = newId();
  const file = await media.database.write(async (tx) => {
    const row = await tx
      .insertInto("media_files")
      .values({
        id,
        ...words,
        ...prepared.columns,
        focal_x: 0.5,
        focal_y: 0.5,
        uploaded_by: authorOf(actor),
        uploaded_at: media.clock(),
        replaced_at: null,
        deleted_at: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await insertFirstVariants(tx, id, prepared);
    const at = row.uploaded_at;
    await auditPicture(tx, actor, { action: "Upload picture", before: null, after: row, at });
    return asPictureFile(row);
  });
  media.encodeSoon();
  return file;
}

/**
 * Replaces the file of a picture; the old file is kept for 30 days (`replaced-files.server.ts`).
 * Alt text and focal point do not change, so the admin has to check whether they fit the new file.
 * Throws like `uploadPicture`, and "not-found".
 */
export async function replacePicture(
  media: Media,
  actor: Actor,
  id: string,
  bytes: Uint8Array,
  { name }: Pick<Upload, "name">,
): Promise<PictureFile> {
  requireRight(actor, "publish content");
  await findPicture(media.database.read, id);
  const prepared = await preparePicture(media, bytes);
  const file = await media.database.write(async (tx) => {
    const before = await findPicture(tx, id);
    if (before.content_hash === prepared.columns.content_hash) return asPictureFile(before);
    const at = media.clock();
    const change = { ...prepared.columns, name: displayName(name), replaced_at: at };
    const row = await tx
      .updateTable("media_files")
      .set(change)
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await keepPresentFile(tx, before, at);
    // If an admin uploads a replaced file again, the old rows of this version would collide with
    // the new rows.
    await forgetFormerFile(tx, id, row.version);
    await forgetSizes(tx, id, row.version);
    await insertFirstVariants(tx, id, prepared);
    await auditPicture(tx, actor, { action: "Replace picture", before, after: row, at });
    return asPictureFile(row);
  });
  media.encodeSoon();
  return file;
}

interface PreparedPicture {
  readonly decoded: DecodedPicture;
  /** The first size, shown until the other sizes are encoded. */
  readonly widest: Buffer;
  readonly columns: ReturnType<typeof columnsOf>;
}

async function preparePicture(media: Media, bytes: Uint8Array): Promise<PreparedPicture> {
  return media.decodingLimit(async () => {
    const decoded = await decodePicture(media.parse, bytes);
    const widest = await encodeVariant(decoded.source, firstVariantOf(decoded.width));
    return { decoded, widest, columns: columnsOf(bytes, decoded) };
  });
}

function firstVariantOf(width: number) {
  return { width, format: "webp" } as const;
}

function columnsOf(bytes: Uint8Array, { width, height, dominantColour }: DecodedPicture) {
  const contentHash = createHash("sha256").update(bytes).digest("hex");
  return {
    width,
    height,
    dominant_colour: dominantColour,
    uploaded_bytes: bytes.length,
    content_hash: contentHash,
    version: contentHash.slice(0, 12),
    state: "encoding" as const,
    variants_done: 1,
    ...dueFrom(0),
  };
}

async function insertFirstVariants(
  tx: WriteTransaction,
  id: string,
  { decoded, widest, columns: { version } }: PreparedPicture,
): Promise<void> {
  const { width, source } = decoded;
  await insertVariant(tx, { id, version }, firstVariantOf(width), widest);
  await insertVariant(tx, { id, version }, { width, format: "source" }, source);
}
