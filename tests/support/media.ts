import { createMedia } from "#media/media.ts";
import type { PictureUse } from "#media/picture-file.ts";
import { encodeNextVariant } from "#media/uploads/encode-variants.ts";
import type { Database } from "#platform/database/database.ts";
import { createLog } from "#platform/metrics/log.ts";
import { parseHere } from "./parse-here.ts";

/** A library of pictures with an adjustable clock, and with `uses` by picture id. */
export function openMedia(
  database: Database,
  uses: ReadonlyMap<string, readonly PictureUse[]> = new Map(),
) {
  const time = { now: Date.UTC(2026, 10, 20) };
  const media = createMedia({
    parse: parseHere,
    database,
    clock: () => time.now,
    log: createLog("silent"),
    usesOf: async () => uses,
  });
  const encodeAll = async () => {
    while (await encodeNextVariant(media));
  };
  return { ...media, time, encodeAll };
}
