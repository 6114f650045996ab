import type { Selectable } from "kysely";
import type { Queries, Tables, WriteTransaction } from "../platform/database/database.ts";
import { AppError } from "../platform/errors.ts";
import { canBeId } from "../platform/ids.ts";
import { type QueueLength, queueLength } from "../platform/metrics/queue-length.ts";
import type { Actor } from "../policy/actor.ts";
import { audit } from "../policy/audit.ts";
import { type PictureFile, pictureAddress, type Variant, variantsOf } from "./picture-file.ts";

export async function pictureQueues(
  queries: Queries,
): Promise<{ readonly waiting: QueueLength; readonly failed: QueueLength }> {
  const picturesThat = (state: "encoding" | "failed") =>
    queueLength(
      queries,
      queries
        .selectFrom("media_files")
        .select((select) => select.fn.coalesce("replaced_at", "uploaded_at").as("since"))
        .where("state", "=", state)
        .where("deleted_at", "is", null),
    );
  return { waiting: await picturesThat("encoding"), failed: await picturesThat("failed") };
}

type Row = Selectable<Tables["media_files"]>;

/** A picture outside the trash. Throws "not-found". */
export async function findPicture(queries: Queries, id: string): Promise<Row> {
  if (!canBeId(id)) throw noSuchPicture();
  const row = await queries
    .selectFrom("media_files")
    .selectAll()
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (row === undefined) throw noSuchPicture();
  return row;
}

export function asPictureFile(row: Row): PictureFile {
  return {
    _id: row.id,
    address: pictureAddress(row.id),
    name: row.name,
    alt: row.alt,
    width: row.width,
    height: row.height,
    focalX: row.focal_x,
    focalY: row.focal_y,
    dominantColour: row.dominant_colour,
    uploadedBytes: row.uploaded_bytes,
    version: row.version,
    state: row.state,
    progress: row.variants_done / variantsOf(row.width).length,
    uploadedBy: row.uploaded_by,
    uploadedAt: new Date(row.uploaded_at).toISOString(),
    replacedAt: row.replaced_at === null ? null : new Date(row.replaced_at).toISOString(),
  };
}

export async function insertVariant(
  tx: WriteTransaction,
  { id, version }: { readonly id: string; readonly version: string },
  { width, format }: Omit<Variant, "format"> & { format: Variant["format"] | "source" },
  bytes: Uint8Array,
): Promise<void> {
  await tx
    .insertInto("media_variants")
    .values({ picture_id: id, version, width, format, byte_count: bytes.length, bytes })
    .execute();
}

export function noSuchPicture(): AppError {
  return new AppError("not-found", "This picture does not exist.");
}

interface PictureChange {
  readonly action: string;
  /** Null for a picture that did not exist, or was in the trash. */
  readonly before: Row | null;
  /** Null for a picture that is in the trash now. */
  readonly after: Row | null;
  readonly at: number;
}

export async function auditPicture(
  tx: WriteTransaction,
  actor: Actor,
  { action, before, after, at }: PictureChange,
): Promise<void> {
  const row = after ?? before;
  if (row === null) return;
  await audit(tx, actor, {
    action,
    subject: "picture",
    subjectId: row.id,
    label: row.name,
    before: before && factsOf(before),
    after: after && factsOf(after),
    at,
  });
}

function factsOf(row: Row) {
  const { name, alt, width, height, version } = row;
  const focalPoint = `${Math.round(row.focal_x * 100)} %, ${Math.round(row.focal_y * 100)} %`;
  return { name, alt, focalPoint, width, height, bytes: row.uploaded_bytes, version };
}
