import { z } from "zod";
import { isPlainText } from "../../platform/texts/plain-text.ts";
import {
  maxUploadBytes,
  type PictureFormat,
  type PictureState,
  pictureAddress,
  pictureIdOf,
  variantsOf,
  widestPicture,
} from "../picture-file.ts";
import { altSchema } from "../uploads/picture-description.ts";
import { impressionPattern } from "../uploads/placeholder-colours.ts";

/** A file of an export: of a picture first what is known of it, then its sizes, each by itself. */
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
 * What an export says of a picture. Nothing in it is believed that anybody could be harmed by: it
 * is as strict as the calls that write these columns.
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
    // Not in exports from before there were any.
    impression: z.string().regex(impressionPattern).default(""),
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

/** Sizes are made in one order, so that how many there are says which; the source stands last. */
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

/** Undefined for anything that no export says of a picture. */
export function readArchivedPicture(bytes: Uint8Array): ArchivedPicture | undefined {
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

/** The kind of file that a size is kept as. */
export function fileFormatOf({ format }: Pick<ArchivedSize, "format">): PictureFormat {
  return format === "source" ? "webp" : format;
}
