import type { Page } from "@playwright/test";
import sharp from "sharp";
import { expect, coldTest as test } from "../../support/browser/journey.ts";

// A separate site with the seeded content, because tests of the panel change the shared site.
test.use({ furrowSettings: { OWNER_EMAIL: "seeded@furrow.example" } });

test("the landing page's first picture loads before all other pictures, which wait until they are near the viewport", async ({
  page,
}) => {
  await page.goto("/");
  const hero = page.locator("#banner img");
  await expect(hero).toHaveAttribute("loading", "eager");
  await expect(hero).toHaveAttribute("fetchpriority", "high");
  const shown = await hero.evaluate((image: HTMLImageElement) => image.currentSrc);
  const ahead = page.locator('link[rel="preload"][as="image"][type="image/avif"]');
  const preloaded = await ahead.evaluateAll((links) =>
    links
      .filter((link) => matchMedia((link as HTMLLinkElement).media).matches)
      .map((link) => (link as HTMLLinkElement).imageSrcset),
  );
  expect(preloaded).toHaveLength(1);
  expect(preloaded[0]).toContain(new URL(shown).pathname);
  const others = page.locator("main img").and(page.locator(':not([fetchpriority="high"])'));
  expect(await others.count()).toBeGreaterThan(5);
  for (const picture of await others.all()) {
    await expect(picture).toHaveAttribute("loading", "lazy");
    await expect(picture).toHaveAttribute("width", /^\d+$/);
    await expect(picture).toHaveAttribute("height", /^\d+$/);
  }
});

const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 };
const byDay = { ...phone, colorScheme: "light" } as const;
/** Names, without widths, of the files that each device requests for the first picture. */
const firstPictures = [
  { screen: "a phone", shown: byDay, files: [] },
  {
    screen: "a phone with a pixel ratio of 3",
    shown: { ...byDay, deviceScaleFactor: 3 },
    files: ["first-light-upright"],
  },
  {
    screen: "a small tablet",
    shown: { ...byDay, viewport: { width: 744, height: 1133 } },
    files: ["first-light-upright"],
  },
  {
    screen: "a phone in the dark colour scheme",
    shown: { ...phone, colorScheme: "dark" },
    files: ["night-field-upright"],
  },
] as const;

for (const { screen, shown, files } of firstPictures) {
  test(`the landing page's first picture is visible on ${screen}`, async ({ browser, furrow }) => {
    const context = await browser.newContext(shown);
    const page = await context.newPage();
    const asked: string[] = [];
    page.on("request", (request) => {
      const file = /\/pictures\/((?:first-light|night-field)[a-z-]*?)(-\d+)?\.\w+$/.exec(
        request.url(),
      );
      if (file?.[1] !== undefined) asked.push(file[1]);
    });
    await page.goto(`${furrow.url}/`, { waitUntil: "networkidle" });
    expect(asked).toEqual(files);
    const hero = page.locator("#banner img");
    const inlined = /url\("data:image\/avif;base64,/;
    if (shown.colorScheme === "light") await expect(hero).toHaveCSS("background-image", inlined);
    else await expect(hero).not.toHaveCSS("background-image", inlined);
    // A row of pixels varies in brightness if the picture is painted; an empty box is uniform.
    const picture = sharp(await hero.screenshot());
    const { width, height } = await picture.metadata();
    const row = { left: 0, top: Math.round(height * 0.7), width, height: 1 };
    const { channels } = await sharp(await picture.extract(row).png().toBuffer()).stats();
    expect(channels[0]?.stdev).toBeGreaterThan(8);
    await context.close();
  });
}

test("the landing page's heading needs no font file, and the pricing page preloads one font", async ({
  page,
  furrow,
}) => {
  const ahead = async (path: string) => {
    const html = await (await fetch(`${furrow.url}${path}`)).text();
    const links = [...html.matchAll(/<link rel="preload"[^>]*>/g)];
    expect(links.at(-1)?.index).toBeLessThan(html.indexOf("<style>"));
    return links.map(([link]) => link);
  };
  // One preload for each combination of light or dark scheme and phone or wider screen. A browser
  // uses at most one of the four.
  const pictures = await ahead("/");
  expect(pictures).toHaveLength(4);
  for (const link of pictures) expect(link).toMatch(/ as="image".*(first-light|night-field)-/);
  expect(await ahead("/pricing/")).toEqual([expect.stringContaining(' as="font"')]);
  // Blocks font files and pictures. The heading must still have its font, which is inlined in the
  // page.
  await page.route(/\.(avif|webp|woff2|svg)$/, (route) => route.abort());
  await page.goto("/");
  expect(await facesOf(page, "h1")).toEqual(["Fraunces"]);
});

test("after the landing page, the pricing page has its heading font at once on a slow connection", async ({
  page,
}) => {
  const face = page.waitForRequest(/fraunces-[^-]+\.woff2$/);
  await page.goto("/");
  await (await face).response();
  const browser = await page.context().newCDPSession(page);
  await browser.send("Network.enable");
  await browser.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 300,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  await page.goto("/pricing/");
  expect(await facesOf(page, "h1")).toEqual(["Fraunces"]);
});

test("a phone prints the landing page's first picture", async ({ browser, furrow }) => {
  const context = await browser.newContext(byDay);
  const page = await context.newPage();
  await page.goto(`${furrow.url}/`);
  await page.emulateMedia({ media: "print" });
  // Uses the width of paper, which is greater than the phone's. The picture is a background, and
  // browsers print a background only with `print-color-adjust: exact`.
  await page.setViewportSize({ width: 794, height: 1123 });
  const hero = page.locator("#banner img");
  await expect(hero).toHaveCSS("background-image", /url\("data:image\/avif;base64,/);
  await expect(hero).toHaveCSS("print-color-adjust", "exact");
  await context.close();
});

/** Font families that the browser uses for the text of the element. */
async function facesOf(page: Page, selector: string): Promise<string[]> {
  const browser = await page.context().newCDPSession(page);
  await browser.send("DOM.enable");
  await browser.send("CSS.enable");
  const { root } = await browser.send("DOM.getDocument");
  const { nodeId } = await browser.send("DOM.querySelector", { nodeId: root.nodeId, selector });
  const { fonts } = await browser.send("CSS.getPlatformFontsForNode", { nodeId });
  await browser.detach();
  return fonts.map(({ familyName }) => familyName);
}
