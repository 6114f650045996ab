import { createHash } from "node:crypto";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { refusal } from "../../../tests/support/content.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { openMedia } from "../../../tests/support/media.ts";
import { owner } from "../../../tests/support/orders/shop.ts";
import { photo } from "../../../tests/support/pictures.ts";
import { listPictures } from "../list-pictures.ts";
import { variantAddress } from "../picture-file.ts";
import { findStoredPicture } from "../stored-picture.ts";
import { deletePicture, restorePicture } from "../uploads/delete-picture.ts";
import { describePicture } from "../uploads/describe-picture.ts";
import { replacePicture, uploadPicture } from "../uploads/upload-picture.ts";
import type { PictureAttachment } from "./archived-picture.ts";
import { createPictureAttachments } from "./picture-attachments.ts";

describeOnEachDatabase("Pictures as attachments", (openDatabase) => {
  async function open() {
    const media = openMedia(await openDatabase());
    return { media, attachments: createPictureAttachments(media) };
  }
  type Opened = Awaited<ReturnType<typeof open>>;

  const exported = ({ attachments }: Opened) => Array.fromAsync(attachments.all());

  async function imported({ media, attachments }: Opened, files: readonly PictureAttachment[]) {
    const incoming = attachments.receive({ dryRun: false });
    for (const file of files) await incoming.take(file);
    incoming.complete();
    await media.database.write((tx) => incoming.adopt(tx));
  }

  const stagedIn = async ({ media }: Opened) =>
    (await media.database.read.selectFrom("media_staged").select("picture_id").execute()).length;

  let source: Opened;
  let ready: string;
  let fresh: string;
  beforeAll(async () => {
    source = await open();
    const { media } = source;
    const words = { name: "grün.jpg", alt: "A field" };
    ready = (await uploadPicture(media, owner, await photo(500, 13), words))._id;
    await media.encodeAll();
    await describePicture(media, owner, ready, { focalX: 0.1, focalY: 1 / 3 });
    fresh = (await uploadPicture(media, owner, await photo(60, 40), { name: "new" }))._id;
  });

  test("are imported unchanged, and their missing sizes are encoded", async () => {
    const files = await exported(source);
    expect(files.map(({ path }) => path)).toEqual([
      `media/${ready}/picture.json`,
      ...["500.webp", "500.avif", "480.webp", "480.avif"].map((name) => `media/${ready}/${name}`),
      ...["picture.json", "60.webp", "source.webp"].map((name) => `media/${fresh}/${name}`),
    ]);
    const target = await open();
    await imported(target, files);
    expect(await exported(target)).toEqual(files);
    const pictures = await listPictures(source.media, owner);
    expect(await listPictures(target.media, owner)).toEqual(pictures);
    const [, ofReady] = pictures;
    if (ofReady === undefined) throw new Error("There is no second picture.");
    const path = variantAddress(ofReady, { width: 480, format: "avif" });
    const before = await findStoredPicture(source.media.database.read, path);
    expect(before).toBeDefined();
    expect(await findStoredPicture(target.media.database.read, path)).toEqual(before);
    expect(await stagedIn(target)).toBe(0);
    await target.media.encodeAll();
    const states = (await listPictures(target.media, owner)).map(({ state }) => state);
    expect(states).toEqual(["ready", "ready"]);
  });

  test("are imported from an export of an earlier version, which has placeholder colours", async () => {
    const files = await exported(source);
    const earlier = files.map(({ path, bytes }) => {
      if (!path.endsWith("/picture.json")) return { path, bytes };
      const facts = { ...JSON.parse(Buffer.from(bytes).toString()), impression: "d4dbcea3a177" };
      return { path, bytes: Buffer.from(JSON.stringify(facts)) };
    });
    const target = await open();
    await imported(target, earlier);
    expect(await exported(target)).toEqual(files);
  });

  test("are invisible before the import ends, and are deleted if it never ends", async () => {
    const files = await exported(source);
    const target = await open();
    const abandoned = target.attachments.receive({ dryRun: false });
    for (const file of files) await abandoned.take(file);
    expect(await exported(target)).toEqual([]);
    expect(await stagedIn(target)).toBe(6);
    const failed = target.attachments.receive({ dryRun: false });
    for (const file of files) await failed.take(file);
    await failed.discard();
    expect(await stagedIn(target)).toBe(6);
    target.media.time.now += 25 * 60 * 60 * 1000;
    await imported(target, files);
    expect(await stagedIn(target)).toBe(0);
    const late = target.media.database.write((tx) => abandoned.adopt(tx));
    expect((await refusal(late)).code).toBe("conflict");
    expect(await exported(target)).toEqual(files);
    const tried = target.attachments.receive({ dryRun: true });
    for (const file of files) await tried.take(file);
    expect(await stagedIn(target)).toBe(0);
  });

  test("are refused if a file is damaged, missing, or no part of an export", async () => {
    const files = await exported(source);
    const [facts, widest, avif] = files;
    if (facts === undefined || widest === undefined || avif === undefined)
      throw new Error("Nothing was exported.");
    const text = Buffer.from(facts.bytes).toString();
    const withFacts = (json: string) => files.with(0, { ...facts, bytes: Buffer.from(json) });
    // Makes the hash match, as a forger would.
    const withSize = (size: PictureAttachment, bytes: Buffer) => {
      const [old = "", hash = ""] = [size.bytes, bytes].map((each) =>
        createHash("sha256").update(each).digest("hex"),
      );
      return withFacts(text.replace(old, hash)).with(files.indexOf(size), { ...size, bytes });
    };
    const withWidest = (bytes: Buffer) => withSize(widest, bytes);
    const page = Buffer.from("<script>alert(1)</script>");
    const original = Buffer.from(widest.bytes);
    const flipped = Buffer.from(original).fill(0, 40, 60);
    const asPng = await sharp(original).png().toBuffer();
    const narrower = await sharp(original).resize(400).webp().toBuffer();
    const lower = await sharp(original).resize(500, 100, { fit: "fill" }).webp().toBuffer();
    const talking = await sharp(original)
      .withExif({ IFD0: { Copyright: "x" } })
      .webp();
    const cut = Buffer.from(original.subarray(0, original.length / 2));
    cut.writeUInt32LE(cut.length - 8, 4);
    const nothing = /not part of an export/;
    const faults: [what: string, files: PictureAttachment[], RegExp][] = [
      ["flipped bytes", files.with(1, { ...widest, bytes: flipped }), /500\.webp is damaged/],
      ["another format", withWidest(asPng), /not the picture/],
      ["another width", withWidest(narrower), /not the picture/],
      ["another height", withWidest(lower), /not the picture/],
      ["metadata", withWidest(await talking.toBuffer()), /not the picture/],
      ["half a picture", withWidest(cut), /damaged/],
      ["a page behind it", withWidest(Buffer.concat([original, page])), /not the picture/],
      ["a page behind AVIF", withSize(avif, Buffer.concat([avif.bytes, page])), /not the picture/],
      ["WebP as AVIF", withSize(avif, original), /not the picture/],
      ["a missing size", files.toSpliced(1, 1), /incomplete: media\/.*500\.webp is missing/],
      ["a size of nothing", files.slice(1), /belongs to no picture/],
      ["a size twice", files.toSpliced(1, 0, widest), /belongs to no picture/],
      ["a path outside", files.with(1, { ...widest, path: "../x" }), /belongs to no picture/],
      ["no JSON", withFacts(text.slice(1)), nothing],
      ["a field more", withFacts(text.replace("{", '{"x":1,')), nothing],
      ["a style as colour", withFacts(text.replace(/"#......"/, '"red;"')), nothing],
      ["another version", withFacts(text.replace(/"version":"./, '"version":"x')), nothing],
      ["another state", withFacts(text.replace('"ready"', '"encoding"')), nothing],
      ["another id", withFacts(text.replace(ready, fresh)), nothing],
      ["a focal point outside", withFacts(text.replace('"focalX":0.1', '"focalX":2')), nothing],
    ];
    for (const [what, wrong, message] of faults) {
      const refused = await refusal(imported(source, wrong));
      expect([what, refused.code]).toEqual([what, "invalid"]);
      expect([what, refused.message]).toEqual([what, expect.stringMatching(message)]);
    }
    expect(await exported(source)).toEqual(files);
  });

  test("replace pictures with the same id; other pictures go to the trash", async () => {
    const { media } = source;
    const files = await exported(source);
    const changed = await photo(90, 90);
    const now = await replacePicture(media, owner, ready, changed, { name: "other" });
    await describePicture(media, owner, ready, { alt: "Other" });
    await deletePicture(media, owner, fresh);
    const added = await uploadPicture(media, owner, changed, { name: "added" });
    await imported(source, files);
    expect(await exported(source)).toEqual(files);
    // Pages that were open during the import still get the former file.
    const open = variantAddress(now, { width: 90, format: "webp" });
    expect(await findStoredPicture(media.database.read, open)).toBeDefined();
    await imported(source, files);
    expect(await exported(source)).toEqual(files);
    await restorePicture(media, owner, added._id);
    expect(await exported(source)).not.toEqual(files);
  });
});
