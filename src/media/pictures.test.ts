import sharp from "sharp";
import { expect, test } from "vitest";
import { describeOnEachDatabase } from "../../tests/support/databases/databases.ts";
import { openMedia } from "../../tests/support/media.ts";
import { owner } from "../../tests/support/orders/shop.ts";
import { animation, photo, photoOnItsSide } from "../../tests/support/pictures.ts";
import {
  listDeletedPictures,
  listPictures,
  listReplacedFiles,
  readPicture,
} from "./list-pictures.ts";
import type { Media } from "./media.ts";
import { type PictureFile, type PictureUse, variantAddress, variantsOf } from "./picture-file.ts";
import { findStoredPicture } from "./stored-picture.ts";
import { deletePicture, restorePicture } from "./uploads/delete-picture.ts";
import { encodeNextVariant } from "./uploads/encode-variants.ts";
import { putFileBack } from "./uploads/replaced-files.server.ts";
import { replacePicture, uploadPicture } from "./uploads/upload-picture.ts";

const day = 24 * 60 * 60 * 1000;

describeOnEachDatabase("Pictures", (openDatabase) => {
  const open = async (uses?: ReadonlyMap<string, readonly PictureUse[]>) =>
    openMedia(await openDatabase(), uses);

  const stored = (media: Media, path: string) => findStoredPicture(media.database.read, path);

  async function sizeOf(media: Media, file: PictureFile, width: number, format: "avif" | "webp") {
    const variant = await stored(media, variantAddress(file, { width, format }));
    if (variant === undefined) return undefined;
    const { bytes, type } = variant;
    const header = await sharp(Buffer.from(bytes)).metadata();
    return { type, format: header.format, width: header.width, height: header.height };
  }

  test("are available in their widest size at once, and in other sizes after encoding", async () => {
    const media = await open();
    const file = await uploadPicture(media, owner, await photo(800, 80), { name: "field.jpg" });
    expect(file).toMatchObject({ width: 800, height: 80, state: "encoding", progress: 1 / 6 });
    expect(file.dominantColour).toMatch(/^#[0-9a-f]{6}$/);
    expect(await sizeOf(media, file, 800, "webp")).toMatchObject({ width: 800, height: 80 });
    expect(await sizeOf(media, file, 480, "avif")).toBeUndefined();

    expect(await encodeNextVariant(media)).toBe(true);
    expect((await readPicture(media, owner, file._id)).progress).toBe(2 / 6);
    await media.encodeAll();
    expect(await readPicture(media, owner, file._id)).toMatchObject({
      state: "ready",
      progress: 1,
    });
    for (const { width, format } of variantsOf(800)) {
      const height = Math.round(width / 10);
      expect(await sizeOf(media, file, width, format)).toEqual({
        type: `image/${format}`,
        format: format === "avif" ? "heif" : "webp",
        width,
        height,
      });
    }
    const sources = media.database.read.selectFrom("media_variants").where("format", "=", "source");
    expect(await sources.selectAll().execute()).toEqual([]);
  });

  test("are turned upright and lose the camera's metadata", async () => {
    const media = await open();
    const upload = await photoOnItsSide(600, 200);
    expect(upload.includes("a secret place")).toBe(true);
    const file = await uploadPicture(media, owner, upload, { name: "x.jpg" });
    expect(file).toMatchObject({ width: 600, height: 200 });
    const bytes = Buffer.from((await stored(media, file.address))?.bytes ?? []);
    const { exif, orientation } = await sharp(bytes).metadata();
    expect([exif, orientation, bytes.includes("secret")]).toEqual([undefined, undefined, false]);
    const left = await sharp(bytes).extract({ left: 20, top: 90, width: 1, height: 1 }).raw();
    const [red = 0, , blue = 0] = await left.toBuffer();
    expect(red).toBeGreaterThan(blue);
  });

  test("keep only the first frame of an animation", async () => {
    const media = await open();
    const file = await uploadPicture(media, owner, await animation(), { name: "a.gif" });
    const bytes = Buffer.from((await stored(media, file.address))?.bytes ?? []);
    const { pages, width, height } = await sharp(bytes).metadata();
    expect([pages, width, height]).toEqual([undefined, 40, 30]);
    const [red = 0, , blue = 0] = await sharp(bytes).raw().toBuffer();
    expect(red).toBeGreaterThan(200);
    expect(blue).toBeLessThan(50);
  });

  test("keep their address when they are replaced; the addresses of their sizes change", async () => {
    const media = await open();
    const first = await uploadPicture(media, owner, await photo(500, 10), {
      name: "first.jpg",
      alt: "A field",
    });
    await media.encodeAll();
    const before = await stored(media, first.address);
    media.time.now += 1000;
    const second = await replacePicture(media, owner, first._id, await photo(700, 10), {
      name: "second.jpg",
    });
    expect(second).toMatchObject({
      address: first.address,
      alt: "A field",
      name: "second.jpg",
      width: 700,
      replacedAt: new Date(media.time.now).toISOString(),
    });
    expect(second.version).not.toBe(first.version);
    const after = await stored(media, first.address);
    expect(after?.etag).not.toBe(before?.etag);
    // A page that is still open gets the sizes of the replaced file for 30 days.
    expect(await sizeOf(media, first, 480, "avif")).toMatchObject({ width: 480 });
    await media.encodeAll();
    expect(await sizeOf(media, second, 700, "avif")).toMatchObject({ width: 700 });
    media.time.now += 29 * day;
    await replacePicture(media, owner, first._id, await photo(640, 10), { name: "third.jpg" });
    expect(await sizeOf(media, first, 480, "avif")).toMatchObject({ width: 480 });
    media.time.now += 2 * day;
    await replacePicture(media, owner, first._id, await photo(650, 10), { name: "fourth.jpg" });
    expect(await sizeOf(media, first, 480, "avif")).toBeUndefined();
    await expect(putFileBack(media, owner, first._id, first.version)).rejects.toThrow(
      "no longer available",
    );
    expect(await sizeOf(media, second, 480, "avif")).toMatchObject({ width: 480 });
  });

  test("show the replaced file again after an undo", async () => {
    const media = await open();
    const first = await uploadPicture(media, owner, await photo(500, 10), { name: "first.jpg" });
    // Only some sizes of the first file exist when it is replaced.
    await encodeNextVariant(media);
    const bytes = await photo(700, 10);
    const second = await replacePicture(media, owner, first._id, bytes, { name: "second.jpg" });
    const replaced = { pictureId: first._id, name: "first.jpg", presentName: "second.jpg" };
    const inTrash = () => listReplacedFiles(media, owner, 10);
    expect(await inTrash()).toMatchObject([{ ...replaced, version: first.version }]);
    const back = await putFileBack(media, owner, first._id, first.version);
    expect(await inTrash()).toMatchObject([{ name: "second.jpg", version: second.version }]);
    expect(back).toMatchObject({ name: "first.jpg", width: 500, version: first.version });
    await media.encodeAll();
    for (const { width, format } of variantsOf(500)) {
      expect(await sizeOf(media, first, width, format)).toMatchObject({ width });
    }
    // The undo keeps the second file as well, so the undo can itself be undone.
    await putFileBack(media, owner, first._id, second.version);
    await media.encodeAll();
    expect(await readPicture(media, owner, first._id)).toMatchObject({
      name: "second.jpg",
      state: "ready",
    });
    expect(await sizeOf(media, second, 480, "avif")).toMatchObject({ width: 480 });
    await expect(putFileBack(media, owner, first._id, "000000000000")).rejects.toThrow(
      "no longer available",
    );
  });

  test("are listed newest first, page by page, and can be searched by name and description", async () => {
    const media = await open();
    const bytes = await photo(30, 30);
    const upload = (name: string, alt: string) => uploadPicture(media, owner, bytes, { name, alt });
    const [barn, hedge, fox] = [
      await upload("Barn.jpg", "100% oak"),
      await upload("hedge.jpg", "A hedge beside the barn"),
      await upload("Füchse.jpg", "A fox_cub in Łódź"),
    ].map(({ _id }) => _id);
    const ids = async (which: object) =>
      (await listPictures(media, owner, which)).map(({ _id }) => _id);
    expect(await ids({})).toEqual([fox, hedge, barn]);
    expect(await ids({ limit: "2" })).toEqual([fox, hedge]);
    expect(await ids({ limit: "2", after: hedge })).toEqual([barn]);
    expect(await ids({ search: "BARN" })).toEqual([hedge, barn]);
    expect(await ids({ search: "barn", limit: "1" })).toEqual([hedge]);
    expect(await ids({ search: "barn", limit: "1", after: hedge })).toEqual([barn]);
    for (const search of ["FÜCHSE", "fuchse", "in lodz", "IN ŁÓDŹ"]) {
      expect(await ids({ search })).toEqual([fox]);
    }
    expect(await ids({ search: "0%" })).toEqual([barn]);
    expect(await ids({ search: "x_c" })).toEqual([fox]);
    expect(await ids({ search: "%" })).toEqual([barn]);
  });

  test("cannot be deleted while content uses them, and can be restored from the trash", async () => {
    const uses = new Map<string, PictureUse[]>();
    const media = await open(uses);
    const { _id, address } = await uploadPicture(media, owner, await photo(30, 30), { name: "x" });
    const use = { place: "Banner", record: "", field: "Picture", screen: "/banner/1" };
    uses.set(_id, [{ ...use, isInTrash: false }]);
    await expect(deletePicture(media, owner, _id)).rejects.toThrow("is used in Banner");
    uses.set(_id, [{ ...use, isInTrash: true }]);
    await deletePicture(media, owner, _id);
    expect(await listDeletedPictures(media, owner)).toMatchObject([
      { _id, name: "x", uses: uses.get(_id), deletedAt: new Date(media.time.now).toISOString() },
    ]);
    uses.clear();
    expect(await stored(media, address)).toBeUndefined();
    expect(await listPictures(media, owner)).toEqual([]);
    await restorePicture(media, owner, _id);
    expect(await listDeletedPictures(media, owner)).toEqual([]);
    expect(await stored(media, address)).toBeDefined();
    await deletePicture(media, owner, _id);
    media.time.now += 31 * 24 * 60 * 60 * 1000;
    // A picture past its retention is not listed, although its row still exists.
    expect(await listDeletedPictures(media, owner)).toEqual([]);
    const other = await uploadPicture(media, owner, await photo(30, 30), { name: "y" });
    await deletePicture(media, owner, other._id);
    await expect(restorePicture(media, owner, _id)).rejects.toThrow("does not exist");
  });
});
