/** Where content uses a picture. Found by whoever owns the content: media knows none of it. */
export interface PictureUse {
  /** What the owner calls the place: "Banner", "Testimonials". */
  readonly place: string;
  /** Which record of it: its heading or its name. */
  readonly record: string;
  /** The field's label. */
  readonly field: string;
  /** The screen that edits it, such as "/banner/0199…", or the trash. */
  readonly screen: string;
  /** It is seen nowhere, until it is put back. */
  readonly isInTrash: boolean;
}

/** Smaller sizes follow while the page shows the widest one; "failed" has that one only. */
export type PictureState = "encoding" | "ready" | "failed";

/** An uploaded picture, as REST and the library show it. */
export interface PictureFile {
  readonly _id: string;
  /** What content stores. It stays when the picture behind it is replaced. */
  readonly address: string;
  /** As the file was called where it came from; only to be read. */
  readonly name: string;
  readonly alt: string;
  /** Of the widest size kept, in pixels. */
  readonly width: number;
  readonly height: number;
  /** The point that stays in view when the picture is cropped: from 0 (left, top) to 1. */
  readonly focalX: number;
  readonly focalY: number;
  /** Such as "#8a8666". */
  readonly dominantColour: string;
  /** Size of what was uploaded. */
  readonly uploadedBytes: number;
  /** Another one whenever the picture is replaced, so that its sizes can be cached for ever. */
  readonly version: string;
  readonly state: PictureState;
  /** From 0 to 1: how many of its sizes are there. */
  readonly progress: number;
  readonly uploadedBy: string;
  /** ISO 8601. */
  readonly uploadedAt: string;
  readonly replacedAt: string | null;
}

export interface PictureFileWithUses extends PictureFile {
  readonly uses: readonly PictureUse[];
}

/** What a page needs to know of a picture to show it well. */
export interface PictureFacts
  extends Pick<
    PictureFile,
    "address" | "alt" | "width" | "height" | "focalX" | "focalY" | "version" | "state"
  > {
  /** As `impressionOf` has it. The panel's lists do without. */
  readonly impression?: string;
}

/** What is known of uploaded pictures, by the address that content stores. */
export type FactsByAddress = Readonly<Record<string, PictureFacts>>;

export type PictureFormat = "avif" | "webp";

export const maxUploadBytes = 15 * 1024 * 1024;

/** The widths that pages ask for. */
const pageWidths = [480, 768, 1080, 1440, 1920];
export const widestPicture = 1920;

/** Those of the pages' widths that the picture has, and its own. */
export function widthsOf(width: number): readonly number[] {
  return [...pageWidths.filter((pageWidth) => pageWidth < width), width];
}

export interface Variant {
  readonly width: number;
  readonly format: PictureFormat;
}

/** Every size in the order of making: first the one that is shown until the others are there. */
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

/** The id in an address such as content stores; undefined for any other address. */
export function pictureIdOf(address: string): string | undefined {
  return addressExactly.exec(address)?.[1];
}

const addressAnywhere = new RegExp(`/media/(${idPattern})`, "g");

/** The ids of all pictures that a text names, also inside longer addresses. */
export function pictureIdsIn(text: string): string[] {
  return [...text.matchAll(addressAnywhere)].map((match) => match[1] ?? "");
}

type VariantName = Variant & { readonly id: string; readonly version: string };

/** The address of one size. It never changes its content. */
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
