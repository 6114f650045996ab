/**
 * Of the many formats that the library reads only these: each reader is a door. Svg is for what the
 * program draws itself; a file that somebody sends is looked at before it comes near
 * (`media/decode-picture.server.ts`).
 */
const readers = ["Jpeg", "Png", "Webp", "Heif", "Nsgif", "Svg"];

let loaded: Promise<typeof import("sharp")> | undefined;

/** The picture library, loaded when the first picture comes: most processes never see one. */
export async function loadSharp(): Promise<typeof import("sharp")["default"]> {
  loaded ??= import("sharp").then((module) => {
    const sharp = module.default;
    sharp.block({ operation: ["VipsForeignLoad"] });
    sharp.unblock({ operation: readers.map((name) => `VipsForeignLoad${name}`) });
    // One thread, so that requests keep the others; no cache, because no picture comes twice.
    sharp.concurrency(1);
    sharp.cache(false);
    return module;
  });
  return (await loaded).default;
}
