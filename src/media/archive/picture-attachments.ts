import { createHash } from "node:crypto";
import { type Selectable, sql } from "kysely";
import {
  type Database,
  engineOf,
  type Queries,
  type Tables,
  type WriteTransaction,
} from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { newId } from "#platform/ids.ts";
import { dueFrom } from "#platform/leases.ts";
import type { Clock } from "#platform/time/clock.ts";
import { asPictureFile } from "../media-store.server.ts";
import { variantsOf } from "../picture-file.ts";
import {
  forgetFormerFile,
  forgetSizes,
  keepPresentFile,
} from "../uploads/replaced-files.server.ts";
import {
  type ArchivedPicture,
  type ArchivedSize,
  checkSize,
  factsPath,
  isFactsPath,
  type PictureAttachment,
  readArchivedPicture,
  sizePath,
} from "./archived-picture.ts";

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
 * Every picture outside the trash, in the order of ids. Leaves out the sizes of replaced files,
 * because only pages that were open during a replacement still request these sizes.
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

/** Yields nothing for a picture that was moved to the trash meanwhile. */
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

/**
 * Reads with one query, because between two queries a size can be added or the picture replaced.
 */
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

/**
 * Position of a file among the files of its picture. The source is not in `order` and comes last.
 */
function placeIn(order: readonly string[], path: string): number {
  const place = order.indexOf(path);
  return place === -1 ? order.length : place;
}

function archivedPicture(
  row: Selectable<Tables["media_files"]>,
  sizes: ArchivedPicture["sizes"],
): ArchivedPicture {
  const { _id: id, address: _address, progress: _progress, ...facts } = asPictureFile(row);
  const { content_hash: contentHash, uploaded_at: uploadedAt, replaced_at: replacedAt } = row;
  return { id, ...facts, contentHash, uploadedAt, replacedAt, sizes };
}

function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

interface ReceivingDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

interface ExpectedSize {
  readonly picture: ArchivedPicture;
  readonly size: ArchivedSize;
}

/** Staged sizes are deleted after this time, because their import never ended. */
const abandonedMs = 24 * 60 * 60 * 1000;

/**
 * Receives the pictures of one import. Each import stages under its own id, so that simultaneous
 * imports do not mix.
 */
function receivePictures(
  { database, clock }: ReceivingDependencies,
  { dryRun }: { readonly dryRun: boolean },
) {
  const importId = newId();
  const pictures: ArchivedPicture[] = [];
  /** Sizes that are still to come, by path. */
  const expected = new Map<string, ExpectedSize>();

  async function takeSize(path: string, bytes: Uint8Array): Promise<void> {
    const awaited = expected.get(path);
    if (awaited === undefined) throw invalid(`${path} belongs to no picture of the file.`);
    const { picture, size } = awaited;
    if (createHash("sha256").update(bytes).digest("hex") !== size.sha256) {
      throw invalid(`${path} is damaged: it is not what was exported.`);
    }
    await checkSize(bytes, picture, size, path);
    expected.delete(path);
    if (!dryRun) await stage(awaited, bytes);
  }

  async function stage({ picture, size }: ExpectedSize, bytes: Uint8Array): Promise<void> {
    const staged_at = clock();
    const { width, format } = size;
    await database.write(async (tx) => {
      await tx
        .deleteFrom("media_staged")
        .where("staged_at", "<", staged_at - abandonedMs)
        .execute();
      const { id: picture_id } = picture;
      const staged = { import_id: importId, picture_id, width, format, bytes, staged_at };
      await tx.insertInto("media_staged").values(staged).execute();
    });
  }

  return {
    async take({ path, bytes }: PictureAttachment): Promise<void> {
      if (!isFactsPath(path)) return takeSize(path, bytes);
      const picture = readArchivedPicture(bytes);
      if (picture === undefined || factsPath(picture.id) !== path) {
        throw invalid(`${path} is not part of an export.`);
      }
      pictures.push(picture);
      for (const size of picture.sizes) expected.set(sizePath(picture.id, size), { picture, size });
    },
    complete(): void {
      const [missing] = expected.keys();
      if (missing !== undefined) throw invalid(`The file is incomplete: ${missing} is missing.`);
    },
    adopt: (tx: WriteTransaction) => adoptPictures(tx, importId, pictures, clock()),
    async discard(): Promise<void> {
      if (dryRun) return;
      await database.write((tx) =>
        tx.deleteFrom("media_staged").where("import_id", "=", importId).execute(),
      );
    },
  };
}

function invalid(message: string): AppError {
  return new AppError("invalid", message);
}

/** Replaces all pictures with the staged pictures of an import; other pictures go to the trash. */
async function adoptPictures(
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
    // In a fixed order, so that two transactions cannot deadlock.
    .orderBy("id")
    .$if(engineOf(tx) === "postgres", (query) => query.forUpdate())
    .execute();
  for (const { id } of present) {
    if (kept.has(id)) continue;
    await tx.updateTable("media_files").set({ deleted_at: now }).where("id", "=", id).execute();
  }
}

/**
 * Keeps the picture's current file as a replaced file if its version differs from the imported
 * version. Deletes stored sizes of the imported version, because the import brings them.
 */
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
    uploaded_bytes: picture.uploadedBytes,
    content_hash: picture.contentHash,
    version: picture.version,
    state: picture.state,
    variants_done: picture.sizes.filter(({ format }) => format !== "source").length,
    ...dueFrom(picture.state === "encoding" ? 0 : null),
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

/** Copies inside the database, because all pictures together may not fit into memory. */
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
