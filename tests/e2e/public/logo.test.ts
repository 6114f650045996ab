import sharp from "sharp";
import { blocks } from "#content/model/blocks.ts";
import type { PictureFile } from "#media/picture-file.ts";
import { expect, test } from "../../support/browser/journey.ts";
import { adminOf, publishChange } from "../../support/servers/web-client.ts";

// A separate site, because the test changes the logo of every page.
test.use({ furrowSettings: { OWNER_EMAIL: "logo@furrow.example" } });

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test(`the header shows wide and tall logos undistorted and within its height (${width} px)`, async ({
    page,
    furrow,
  }) => {
    const admin = await adminOf(furrow);
    await page.setViewportSize({ width, height });
    await page.goto("/");
    const header = page.getByRole("banner");
    const usual = await header.boundingBox();
    for (const [across, down] of [
      [1200, 200],
      [300, 600],
    ] as const) {
      const red = { width: across, height: down, channels: 3, background: "#d01010" } as const;
      const bytes = await sharp({ create: red }).jpeg().toBuffer();
      const key = { "content-type": "image/jpeg" };
      const { address } = await admin.call<PictureFile>("POST", "/media", bytes, key);
      await publishChange(admin, blocks.logo, { logo: address });
      await page.goto("/");
      const logo = header.getByRole("img", { name: "Furrow, home" });
      await logo.evaluate((image: HTMLImageElement) => image.decode());
      const drawn = await redArea(await logo.screenshot());
      expect(drawn.width / drawn.height / (across / down)).toBeGreaterThan(0.9);
      expect(drawn.width / drawn.height / (across / down)).toBeLessThan(1.1);
      expect((await header.boundingBox())?.height).toBe(usual?.height);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  });
}

/** Size of the smallest rectangle around the red pixels of a picture. */
async function redArea(picture: Buffer): Promise<{ width: number; height: number }> {
  const { data, info } = await sharp(picture)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixels = Array.from({ length: info.width * info.height }, (_, index) => ({
    x: index % info.width,
    y: Math.floor(index / info.width),
    isRed: (data[index * 3] ?? 0) > 180 && (data[index * 3 + 1] ?? 255) < 60,
  })).filter(({ isRed }) => isRed);
  const sideOf = (places: readonly number[]) => Math.max(...places) - Math.min(...places) + 1;
  return { width: sideOf(pixels.map(({ x }) => x)), height: sideOf(pixels.map(({ y }) => y)) };
}
