/**
 * A use of a picture in content. `content/` finds the uses, because `media/` may not import
 * `content/`.
 */
export interface PictureUse {
  /** Title of the block: "Banner", "Testimonials". */
  readonly place: string;
  /** The record's heading or name. */
  readonly record: string;
  readonly field: string;
  /** Path of the screen that edits the record, such as "/banner/0199…", or of the trash. */
  readonly screen: string;
  readonly isInTrash: boolean;
}

/**
 * Lists the places that use a picture, each place once: "Banner, Testimonials (Ann)". Returns ""
 * for no uses.
 */
export function placesOf(uses: readonly PictureUse[]): string {
  const places = uses.map(({ place, record }) => (record ? `${place} (${record})` : place));
  return [...new Set(places)].join(", ");
}

/**
 * "encoding": some sizes are still missing. "failed": encoding was given up, so some sizes stay
 * missing. The widest size always exists.
 */
export type PictureState = "encoding" | "ready" | "failed";

/** An uploaded picture, as REST and the library show it. */
export interface PictureFile {
  readonly _id: string;
  /** Address stored in content; it stays the same when the picture is replaced. */
  readonly address: string;
  /** Original file name, for display. */
  readonly name: string;
  readonly alt: string;
  /** Width of the widest size, in pixels. */
  readonly width: number;
  readonly height: number;
  /** The point that stays in view when the picture is cropped: from 0 (left, top) to 1. */
  readonly focalX: number;
  readonly focalY: number;
  /** Such as "#8a8666". */
  readonly dominantColour: string;
  readonly uploadedBytes: number;
  /** Changes with each replacement, so that sizes can be cached for ever. */
  readonly version: string;
  readonly state: PictureState;
  /** Share of finished sizes, from 0 to 1. */
  readonly progress: number;
  readonly uploadedBy: string;
  /** ISO 8601. */
  readonly uploadedAt: string;
  readonly replacedAt: string | null;
}

export interface PictureFileWithUses extends PictureFile {
  readonly uses: readonly PictureUse[];
}

/** Facts that a page needs in order to show a picture. */
export type PictureFacts = Pick<
  PictureFile,
  "address" | "alt" | "width" | "height" | "focalX" | "focalY" | "version" | "state"
>;

/** Facts of uploaded pictures, by the address stored in content. */
export type FactsByAddress = Readonly<Record<string, PictureFacts>>;

export type PictureFormat = "avif" | "webp";

export const maxUploadBytes = 15 * 1024 * 1024;

/** Widths that pages request. */
const pageWidths = [480, 768, 1080, 1440, 1920];
export const widestPicture = 1920;

/**
 * Widths in which a picture is stored: its own width, and all narrower widths that pages request.
 */
export function widthsOf(width: number): readonly number[] {
  return [...pageWidths.filter((pageWidth) => pageWidth < width), width];
}

export interface Variant {
  readonly width: number;
  readonly format: PictureFormat;
}

/** All sizes in the order of encoding. Pages show the first size until the other sizes exist. */
export function variantsOf(width: number): readonly Variant[] {
  return widthsOf(width)
    .toReversed()
    .flatMap((each) => [
      { width: each, format: "webp" },
      { width: each, format: "avif" },
    ]);
}

const idPattern = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";

export function pictureAddress(id: string): string {
  return `/media/${id}`;
}

const addressExactly = new RegExp(`^/media/(${idPattern})$`);

/** The picture id in an address; undefined for any other address. */
export function pictureIdOf(address: string): string | undefined {
  return addressExactly.exec(address)?.[1];
}

const addressAnywhere = new RegExp(`/media/(${idPattern})`, "g");

export function pictureIdsIn(text: string): string[] {
  return [...text.matchAll(addressAnywhere)].map((match) => match[1] ?? "");
}

type VariantName = Variant & { readonly id: string; readonly version: string };

/**
 * The address of one size. An address never gets other content, so browsers may cache it for ever.
 */
export function variantAddress({ address, version }: PictureFacts, { width, format }: Variant) {
  return `${address}-${version}-${width}.${format}`;
}

const variantExactly = new RegExp(
  `^/media/(${idPattern})-([0-9a-f]{12})-([1-9]\\d{0,4})\\.(avif|webp)$`,
);

/** Reads what `variantAddress` wrote; undefined for anything else. */
export function readVariantAddress(path: string): VariantName | undefined {
  const [, id, version, width, format] = variantExactly.exec(path) ?? [];
  if (id === undefined || version === undefined) return undefined;
  return { id, version, width: Number(width), format: format as PictureFormat };
}
