import { AppError } from "../platform/errors.ts";
import { type ArchivedPicture, type ArchivedSize, fileFormatOf } from "./archived-picture.ts";
import { loadSharp } from "./decode-picture.server.ts";

/**
 * Whether a file of an import is the size of a picture that it claims to be, down to its pixels.
 * Unlike an upload it is kept as it is, so it must be as plain as what is written here: one still
 * picture without metadata. Throws "invalid".
 */
export async function checkSize(
  bytes: Uint8Array,
  picture: ArchivedPicture,
  size: ArchivedSize,
  path: string,
): Promise<void> {
  if (!hasStartOf(bytes, size)) throw notWhatItClaims(path);
  const sharp = await loadSharp();
  try {
    // The header alone is read here: a picture of any size is measured at once.
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

/** WebP says its own length, so that nothing else can stand behind it. */
function hasStartOf(bytes: Uint8Array, size: ArchivedSize): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = file.subarray(0, 16).toString("latin1");
  if (fileFormatOf(size) === "avif") return /^[\s\S]{4}ftypavif/.test(start);
  return /^RIFF[\s\S]{4}WEBPVP8/.test(start) && file.readUInt32LE(4) + 8 === file.length;
}

function notWhatItClaims(path: string): AppError {
  return new AppError("invalid", `${path} is not the picture that its name says.`);
}
