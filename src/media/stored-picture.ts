import type { Queries } from "../platform/database/database.ts";
import { pictureIdOf, readVariantAddress, type Variant } from "./picture-file.ts";

interface StoredPicture {
  readonly bytes: Uint8Array;
  readonly type: string;
  readonly etag: string;
  readonly cacheControl: string;
}

const forEver = "public, max-age=31536000, immutable";
/**
 * The address in content stays the same when an admin replaces the file, so a browser must request
 * the address again after a minute.
 */
const shortly = "public, max-age=60";

/**
 * Finds the bytes for the path of one size, or the widest size for the address that content stores.
 */
export async function findStoredPicture(
  queries: Queries,
  path: string,
): Promise<StoredPicture | undefined> {
  const variant = readVariantAddress(path);
  if (variant !== undefined) return readVariant(queries, variant, forEver);
  const id = pictureIdOf(path);
  if (id === undefined) return undefined;
  const present = await queries
    .selectFrom("media_files")
    .select(["id", "version", "width"])
    .where("id", "=", id)
    .executeTakeFirst();
  return present && readVariant(queries, { ...present, format: "webp" }, shortly);
}

async function readVariant(
  queries: Queries,
  { id, version, width, format }: Variant & { id: string; version: string },
  cacheControl: string,
): Promise<StoredPicture | undefined> {
  const row = await queries
    .selectFrom("media_variants")
    .innerJoin("media_files", "media_files.id", "media_variants.picture_id")
    .select("media_variants.bytes")
    .where("media_variants.picture_id", "=", id)
    .where("media_variants.version", "=", version)
    .where("media_variants.width", "=", width)
    .where("media_variants.format", "=", format)
    .where("media_files.deleted_at", "is", null)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const etag = `"${version}-${width}-${format}"`;
  return { bytes: row.bytes, type: `image/${format}`, etag, cacheControl };
}
