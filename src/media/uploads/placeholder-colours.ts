import type { Sharp } from "sharp";

const bands = 4;

/** Form of the result of `placeholderColoursOf`. */
export const impressionPattern = /^(?:[0-9a-f]{24})?$/;

/**
 * Placeholder of a picture: the mean colours of four bands from top to bottom, as hexadecimal
 * digits. Empty for a transparent picture.
 */
export async function placeholderColoursOf(picture: Sharp): Promise<string> {
  const { hasAlpha } = await picture.metadata();
  if (hasAlpha && !(await picture.stats()).isOpaque) return "";
  const pixels = await picture
    .clone()
    .resize(1, bands, { fit: "fill" })
    .removeAlpha()
    .toColourspace("srgb")
    .raw()
    .toBuffer();
  return pixels.toString("hex");
}
