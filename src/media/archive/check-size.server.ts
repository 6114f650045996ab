import { AppError } from "../../platform/errors.ts";
import { loadSharp } from "../../platform/load-sharp.ts";
import { type ArchivedPicture, type ArchivedSize, fileFormatOf } from "./archived-picture.ts";

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
  if (!hasStartAndEndOf(bytes, size)) throw notWhatItClaims(path);
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

/** Both formats say how long they are, so that nothing else can stand behind the picture. */
function hasStartAndEndOf(bytes: Uint8Array, size: ArchivedSize): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = file.subarray(0, 16).toString("latin1");
  return fileFormatOf(size) === "avif"
    ? /^[\s\S]{4}ftypavif/.test(start) && endsWithItsLastBox(file)
    : /^RIFF[\s\S]{4}WEBPVP8/.test(start) && file.readUInt32LE(4) + 8 === file.length;
}

/** AVIF is a row of boxes, each of which begins with its length. */
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
