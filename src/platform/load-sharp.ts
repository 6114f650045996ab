import { loadOnce } from "./load-once.ts";

/**
 * Formats that sharp is allowed to read. Other formats are blocked, because a faulty decoder could
 * be attacked with an uploaded file. Svg is for pictures that the program draws;
 * `media/uploads/decode-picture.server.ts` checks the format of an uploaded file before sharp reads
 * the file.
 */
const allowedFormats = ["Jpeg", "Png", "Webp", "Heif", "Nsgif", "Svg"];

/**
 * Loads sharp only when a process handles its first picture, because most processes never handle a
 * picture.
 */
export const loadSharp = loadOnce(async () => {
  const { default: sharp } = await import("sharp");
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: allowedFormats.map((name) => `VipsForeignLoad${name}`) });
  // One thread per picture leaves the other threads to requests. A cache would be useless, because
  // sharp never reads a picture twice.
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
});
