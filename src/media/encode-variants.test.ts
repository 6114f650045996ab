import { pino } from "pino";
import { expect, test } from "vitest";
import { describeOnEachDatabase } from "../../tests/support/databases.ts";
import { photo } from "../../tests/support/pictures.ts";
import { owner } from "../../tests/support/shop.ts";
import { encodeNextVariant } from "./encode-variants.ts";
import { readPicture } from "./list-pictures.ts";
import { createMedia, type Media } from "./media.ts";
import { findStoredPicture } from "./stored-picture.ts";
import { uploadPicture } from "./upload-picture.ts";

describeOnEachDatabase("The sizes of pictures", (openDatabase) => {
  const time = { now: Date.UTC(2026, 10, 20) };

  async function openMedia() {
    return createMedia({
      database: await openDatabase(),
      clock: () => time.now,
      log: pino({ level: "silent" }),
      usesOf: async () => new Map(),
    });
  }

  async function encodeAll(media: Media): Promise<void> {
    while (await encodeNextVariant(media));
  }

  test("are made ready once, by any number of processes", async () => {
    const media = await openMedia();
    const file = await uploadPicture(media, owner, await photo(800, 400), { name: "x" });
    await Promise.all([encodeAll(media), encodeAll(media), encodeAll(media)]);
    time.now += 600_000;
    await encodeAll(media);
    expect(await readPicture(media, owner, file._id)).toMatchObject({ state: "ready" });
  });

  test("are given up after some attempts when the source is gone, and the picture is still shown", async () => {
    const media = await openMedia();
    const file = await uploadPicture(media, owner, await photo(600, 400), { name: "x" });
    await media.database.write((tx) =>
      tx.deleteFrom("media_variants").where("format", "=", "source").execute(),
    );
    for (let attempt = 0; attempt < 5; attempt++) {
      expect(await encodeNextVariant(media)).toBe(true);
      expect(await encodeNextVariant(media)).toBe(false);
      time.now += 600_000;
    }
    expect(await encodeNextVariant(media)).toBe(false);
    expect(await readPicture(media, owner, file._id)).toMatchObject({ state: "failed" });
    expect(await findStoredPicture(media.database.read, file.address)).toBeDefined();
  });
});
