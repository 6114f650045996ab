import sharp from "sharp";
import { expect, test } from "vitest";
import { blocks } from "#content/model/blocks.ts";
import { updateRecord } from "#content/records/save-block.ts";
import { deletePicture } from "#media/uploads/delete-picture.ts";
import { uploadPicture } from "#media/uploads/upload-picture.ts";
import { openContent } from "../../tests/support/content.ts";
import { describeOnEachDatabase } from "../../tests/support/databases/databases.ts";
import { openMedia } from "../../tests/support/media.ts";
import { owner } from "../../tests/support/orders/shop.ts";
import { findEmailLogo, readEmailBrand } from "./read-email-logo.server.ts";

/** A disc on nothing. */
const drawn = (colour: string, width = 880, height = 96) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><circle cx="48" cy="48" r="40" fill="${colour}"/></svg>`,
    ),
  )
    .png()
    .toBuffer();

describeOnEachDatabase("The logo in emails", (openDatabase) => {
  async function open() {
    const database = await openDatabase();
    const [content, media] = [await openContent(database), openMedia(database)];
    const set = async (block: keyof typeof blocks, values: Readonly<Record<string, string>>) => {
      const { _id } = await content.first(blocks[block]);
      await updateRecord(content, owner, blocks[block], _id, values);
    };
    const upload = async (bytes: Buffer) =>
      uploadPicture(media, owner, bytes, { name: "logo.png" });
    return { database, media, set, upload };
  }

  const pixels = async (png: Buffer | undefined) =>
    sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const hexAt = ({ data }: Awaited<ReturnType<typeof pixels>>, nth: number) =>
    `#${data.subarray(3 * nth, 3 * nth + 3).toString("hex")}`;

  test("is the uploaded one on the ground of the look, at a size for sharp screens", async () => {
    const { database, set, upload } = await open();
    expect((await readEmailBrand(database.read, "https://a.example")).logo).toBeNull();
    expect(await findEmailLogo(database.read, "email.png")).toBeUndefined();

    const picture = await upload(await drawn("#000000"));
    await set("logo", { logo: picture.address });
    const { look, logo } = await readEmailBrand(database.read, "https://a.example");
    const file = await findEmailLogo(database.read, "email.png");
    expect(logo).toEqual({
      usual: { url: `https://a.example/icons/email.png?v=${file?.mark}`, width: 220, height: 24 },
      night: null,
    });
    const shown = await pixels(await file?.draw());
    expect(shown.info).toMatchObject({ width: 440, height: 48 });
    expect(hexAt(shown, 439)).toBe(look.palettes.light.ground);
    expect(hexAt(shown, 24 * 440 + 24)).toBe("#000000");

    await set("look", { design: "Studio" });
    expect((await findEmailLogo(database.read, "email.png"))?.mark).not.toBe(file?.mark);
  });

  test("is the logo for dark ground where the reader's device or the site is dark", async () => {
    const { database, set, upload } = await open();
    const black = await upload(await drawn("#000000", 100, 40));
    const white = await upload(await drawn("#ffffff"));
    await set("logo", { logo: black.address, darkLogo: white.address });
    const { look, logo } = await readEmailBrand(database.read, "");
    expect(logo?.usual).toMatchObject({ width: 100, height: 40 });
    expect(logo?.night).toMatchObject({ width: 220, height: 24 });
    const onDark = async (file: "email.png" | "email-night.png") => {
      const shown = await pixels(await (await findEmailLogo(database.read, file))?.draw());
      return [hexAt(shown, 439), hexAt(shown, 24 * 440 + 24)];
    };
    const expected = [look.palettes.dark.ground, "#ffffff"];
    expect(await onDark("email-night.png")).toEqual(expected);

    await set("look", { scheme: "Dark" });
    expect((await readEmailBrand(database.read, "")).logo?.night).toBeNull();
    expect(await onDark("email.png")).toEqual(expected);
    expect(await findEmailLogo(database.read, "email-night.png")).toBeUndefined();
  });

  test("is the name again when the picture is deleted", async () => {
    const { database, media, set, upload } = await open();
    const picture = await upload(await drawn("#000000"));
    await set("logo", { logo: picture.address });
    await deletePicture(media, owner, picture._id);
    expect((await readEmailBrand(database.read, "")).logo).toBeNull();
    expect(await findEmailLogo(database.read, "email.png")).toBeUndefined();
  });
});
