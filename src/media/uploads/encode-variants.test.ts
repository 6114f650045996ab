import { expect, test } from "vitest";
import type { Database } from "#platform/database/database.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { openMedia } from "../../../tests/support/media.ts";
import { owner } from "../../../tests/support/orders/shop.ts";
import { photo } from "../../../tests/support/pictures.ts";
import { readPicture } from "../list-pictures.ts";
import type { Media } from "../media.ts";
import { findStoredPicture } from "../stored-picture.ts";
import { encodeNextVariant } from "./encode-variants.ts";
import { uploadPicture } from "./upload-picture.ts";

describeOnEachDatabase("The sizes of pictures", (openDatabase) => {
  const open = async () => openMedia(await openDatabase());

  test("are encoded once when three processes encode at the same time", async () => {
    const media = await open();
    const file = await uploadPicture(media, owner, await photo(500, 10), { name: "x" });
    await Promise.all([media.encodeAll(), media.encodeAll(), media.encodeAll()]);
    media.time.now += 600_000;
    await media.encodeAll();
    expect(await readPicture(media, owner, file._id)).toMatchObject({ state: "ready" });
  });

  test("are given up after five attempts if the source is missing, but the widest size is still shown", async () => {
    const media = await open();
    const file = await uploadPicture(media, owner, await photo(300, 10), { name: "x" });
    await media.database.write((tx) =>
      tx.deleteFrom("media_variants").where("format", "=", "source").execute(),
    );
    for (let attempt = 0; attempt < 5; attempt++) {
      expect(await encodeNextVariant(media)).toBe(true);
      expect(await encodeNextVariant(media)).toBe(false);
      media.time.now += 600_000;
    }
    expect(await encodeNextVariant(media)).toBe(false);
    expect(await readPicture(media, owner, file._id)).toMatchObject({ state: "failed" });
    expect(await findStoredPicture(media.database.read, file.address)).toBeDefined();
  });

  /** Acts like a process that is killed while it encodes: claims a picture and writes nothing. */
  async function encodeAndDie(media: Media): Promise<void> {
    let isClaimed = false;
    const write: Database["write"] = (operation) => {
      if (isClaimed) return Promise.reject(new Error("The process was killed."));
      isClaimed = true;
      return media.database.write(operation);
    };
    const dying = encodeNextVariant({ ...media, database: { ...media.database, write } });
    await expect(dying).rejects.toThrow("was killed");
  }

  test("are given up after five processes died during the encoding, and sizes of other pictures are still encoded", async () => {
    const media = await open();
    const deadly = await uploadPicture(media, owner, await photo(300, 10), { name: "deadly" });
    for (let attempt = 0; attempt < 5; attempt++) {
      expect(await readPicture(media, owner, deadly._id)).toMatchObject({ state: "encoding" });
      await encodeAndDie(media);
      expect(await encodeNextVariant(media)).toBe(false);
      media.time.now += 600_000;
    }
    const other = await uploadPicture(media, owner, await photo(300, 10), { name: "other" });
    await media.encodeAll();
    expect(await readPicture(media, owner, deadly._id)).toMatchObject({ state: "failed" });
    expect(await findStoredPicture(media.database.read, deadly.address)).toBeDefined();
    expect(await readPicture(media, owner, other._id)).toMatchObject({ state: "ready" });
  });

  test("are encoded after ten clean stops of the process, which count as no attempts", async () => {
    const media = await open();
    const file = await uploadPicture(media, owner, await photo(300, 10), { name: "x" });
    for (let end = 0; end < 10; end++) {
      expect(await encodeNextVariant(media, AbortSignal.abort())).toBe(true);
    }
    expect(await readPicture(media, owner, file._id)).toMatchObject({ state: "encoding" });
    await media.encodeAll();
    expect(await readPicture(media, owner, file._id)).toMatchObject({ state: "ready" });
  });
});
