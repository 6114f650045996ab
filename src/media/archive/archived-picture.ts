import { z } from "zod";
import { AppError } from "#platform/errors.ts";
import { loadSharp } from "#platform/load-sharp.ts";
import { isPlainText } from "#platform/texts/plain-text.ts";
import {
  maxUploadBytes,
  type PictureFormat,
  type PictureState,
  pictureAddress,
  pictureIdOf,
  variantsOf,
  widestPicture,
} from "../picture-file.ts";
import { altSchema } from "../uploads/describe-picture.ts";

/**
 * A file of an export. For each picture, a file with its facts comes first, then one file per size.
 */
export interface PictureAttachment {
  readonly path: string;
  readonly bytes: Uint8Array;
}

const time = z.int().min(0).max(8.64e15);
const words = (longest: number) => z.string().max(longest).refine(isPlainText);
const share = z.number().min(0).max(1);

const archivedSize = z.strictObject({
  width: z.int(),
  format: z.enum(["avif", "webp", "source"]),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

/**
 * Facts of a picture in an export. As strict as the REST calls that write these columns, because an
 * import is untrusted.
 */
const archivedPicture = z
  .strictObject({
    id: z.string().refine((id) => pictureIdOf(pictureAddress(id)) === id),
    name: words(120).min(1),
    alt: altSchema,
    width: z.int().min(1).max(widestPicture),
    height: z.int().min(1).max(16_000),
    focalX: share,
    focalY: share,
    dominantColour: z.string().regex(/^#[0-9a-f]{6}$/),
    // Earlier versions exported this field; an import ignores it.
    impression: z.string().optional(),
    uploadedBytes: z.int().min(1).max(maxUploadBytes),
    contentHash: z.string().regex(/^[0-9a-f]{64}$/),
    version: z.string(),
    state: z.enum(["encoding", "ready", "failed"]),
    uploadedBy: words(320),
    uploadedAt: time,
    replacedAt: time.nullable(),
    sizes: z.array(archivedSize),
  })
  .refine(({ contentHash, version }) => contentHash.startsWith(version) && version.length === 12)
  .refine(hasSizesOfItsState);

export type ArchivedPicture = z.infer<typeof archivedPicture>;
export type ArchivedSize = z.infer<typeof archivedSize>;

interface PictureSizes {
  readonly width: number;
  readonly state: PictureState;
  readonly sizes: readonly ArchivedSize[];
}

/**
 * Whether the archive lists exactly the sizes that the picture should have. Sizes are made in a
 * fixed order, so a list of n sizes holds the first n. The uploaded file, if it is there, is listed
 * last.
 */
function hasSizesOfItsState({ width, state, sizes }: PictureSizes): boolean {
  const all = variantsOf(width);
  const made = sizes.filter(({ format }) => format !== "source").length;
  const hasSource = made < sizes.length;
  const expected = [...all.slice(0, made), ...(hasSource ? [{ width, format: "source" }] : [])];
  const areExpected =
    sizes.length === expected.length &&
    expected.every((size, index) => sizePath("", size) === sizePath("", sizes[index] ?? size));
  if (!areExpected || made === 0) return false;
  if (state === "ready") return made === all.length && !hasSource;
  return made < all.length && (state === "failed" || hasSource);
}

/** Several times the bytes of any facts. */
const largestFacts = 64 * 1024;

/** Undefined for invalid facts. */
export function readArchivedPicture(bytes: Uint8Array): ArchivedPicture | undefined {
  if (bytes.length > largestFacts) return undefined;
  try {
    const json: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    return archivedPicture.safeParse(json).data;
  } catch {
    return undefined;
  }
}

export const isFactsPath = (path: string) => /^media\/[^/]+\/picture\.json$/.test(path);

export const factsPath = (id: string) => `media/${id}/picture.json`;

export function sizePath(id: string, { width, format }: { width: number; format: string }) {
  return `media/${id}/${format === "source" ? "source.webp" : `${width}.${format}`}`;
}

/** The source is a WebP file. */
function fileFormatOf({ format }: Pick<ArchivedSize, "format">): PictureFormat {
  return format === "source" ? "webp" : format;
}

/**
 * Decodes a file of an import and compares it with the size that the facts declare. The import
 * stores the file unchanged, so it must be a single still picture without metadata. Throws
 * "invalid".
 */
export async function checkSize(
  bytes: Uint8Array,
  picture: ArchivedPicture,
  size: ArchivedSize,
  path: string,
): Promise<void> {
  if (!hasStartAndEndOf(bytes, size)) throw notWhatItClaims(path);
  const sharp = await loadSharp();
  try {
    // Reads only the header, which is quick for a picture of any size.
    const header = await sharp(bytes, { limitInputPixels: false }).metadata();
    const height = Math.round((picture.height * size.width) / picture.width);
    const fits =
      header.width === size.width &&
      Math.abs(header.height - Math.max(1, height)) <= (size.width === picture.width ? 0 : 1);
    const isPlain = !header.exif && !header.xmp && !header.iptc && (header.pages ?? 1) === 1;
    if (!fits || !isPlain) throw notWhatItClaims(path);
    await sharp(bytes, { failOn: "error" }).resize(1, 1, { fit: "fill" }).raw().toBuffer();
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError("invalid", `${path} is damaged: it cannot be shown.`, { cause });
  }
}

/** WebP and AVIF files declare their length, which shows whether other data follows the picture. */
function hasStartAndEndOf(bytes: Uint8Array, size: ArchivedSize): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = file.subarray(0, 16).toString("latin1");
  return fileFormatOf(size) === "avif"
    ? /^[\s\S]{4}ftypavif/.test(start) && endsWithItsLastBox(file)
    : /^RIFF[\s\S]{4}WEBPVP8/.test(start) && file.readUInt32LE(4) + 8 === file.length;
}

/** AVIF is a sequence of boxes, each of which begins with its length. */
function endsWithItsLastBox(file: Buffer): boolean {
  let end = 0;
  while (end + 8 <= file.length) {
    const length = file.readUInt32BE(end);
    if (length < 8) return false;
    end += length;
  }
  return end === file.length;
}

function notWhatItClaims(path: string): AppError {
  return new AppError("invalid", `${path} is not the picture that its name says.`);
}
