import type { PictureUse } from "../../../media/picture-file.ts";

/** "Banner, Testimonials (Ann)": each place once; "" for a picture that is not used. */
export function placesOf(uses: readonly PictureUse[]): string {
  const names = uses.map(({ place, record }) => (record ? `${place} (${record})` : place));
  return [...new Set(names)].join(", ");
}
