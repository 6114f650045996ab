import type { PictureUse } from "../../../media/picture-file.ts";

/** Uses such as "Banner, Testimonials (Ann)", each once; "" for an unused picture. */
export function placesOf(uses: readonly PictureUse[]): string {
  const names = uses.map(({ place, record }) => (record ? `${place} (${record})` : place));
  return [...new Set(names)].join(", ");
}
