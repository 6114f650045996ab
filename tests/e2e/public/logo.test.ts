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

test("a logo can be an SVG, from which the icons follow until the site has an icon of its own", async ({
  page,
  furrow,
}) => {
  const admin = await adminOf(furrow);
  const upload = (fill: string, viewBox: string) => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}"><script>alert(1)</script><rect width="900" height="900" fill="${fill}"/></svg>`;
    const type = { "content-type": "image/svg+xml", "x-file-name": "brand.svg" };
    return admin.call<PictureFile>("POST", "/media", Buffer.from(svg), type);
  };
  const middleOfIcon = async () => {
    const icon = await page.request.get("/icons/192.png");
    const { data, info } = await sharp(await icon.body())
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const middle = (info.height / 2) * info.width + info.width / 2;
    return [...data.subarray(middle * 3, middle * 3 + 3)].map((each) => each > 128);
  };
  const logo = await upload("#d01010", "0 0 900 150");
  expect([logo.width, logo.height]).toEqual([1920, 320]);
  await publishChange(admin, blocks.logo, { logo: logo.address });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/");
  const shown = page.getByRole("banner").getByRole("img", { name: "Furrow, home" });
  await shown.evaluate((image: HTMLImageElement) => image.decode());
  const drawn = await redArea(await shown.screenshot());
  expect(drawn.width / drawn.height / 6).toBeGreaterThan(0.9);
  expect(drawn.width / drawn.height / 6).toBeLessThan(1.1);
  const stored = await page.request.get(logo.address);
  expect(stored.headers()["content-type"]).toBe("image/webp");
  await expect(page.locator("link[rel=icon]")).toHaveAttribute("href", "/icons/192.png");
  expect(await middleOfIcon()).toEqual([true, false, false]);

  const { address: siteIcon } = await upload("#1010d0", "0 0 64 64");
  await publishChange(admin, blocks.logo, { siteIcon });
  expect(await middleOfIcon()).toEqual([false, false, true]);
});

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
