import { loadOnce } from "./load-once.ts";

/**
 * Of the many formats that the library reads only these: each reader is a door. Svg is for what the
 * program draws itself; a file that somebody sends is looked at before it comes near
 * (`media/uploads/decode-picture.server.ts`).
 */
const readers = ["Jpeg", "Png", "Webp", "Heif", "Nsgif", "Svg"];

/** The picture library, loaded when the first picture comes: most processes never see one. */
export const loadSharp = loadOnce(async () => {
  const { default: sharp } = await import("sharp");
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: readers.map((name) => `VipsForeignLoad${name}`) });
  // One thread, so that requests keep the others; no cache, because no picture comes twice.
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
});
