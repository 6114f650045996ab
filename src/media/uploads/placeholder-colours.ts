import type { Sharp } from "sharp";

const bands = 4;

/** What `impressionOf` says of a picture. */
export const impressionPattern = /^(?:[0-9a-f]{24})?$/;

/**
 * What is seen of a picture before it is there: the mean colours of four bands from its top to its
 * bottom, as one word of hexadecimal digits. Empty for a picture through which the page can be seen.
 */
export async function impressionOf(picture: Sharp): Promise<string> {
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
