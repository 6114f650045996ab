import sharp from "sharp";
import { describe, expect, test } from "vitest";
import type { Logo } from "../content/blocks/logo.ts";
import { designNames, type LookRecord, look as lookBlock } from "../content/blocks/look.ts";
import { demonstrationLogo } from "../content/model/wordmark.ts";
import { contrast } from "../look/colours/contrast.ts";
import { lookOf } from "../look/look.ts";
import type { Queries } from "../platform/database/database.ts";
import { cardDressOf } from "./card-dress.ts";
import { shareCardSize } from "./card-frames.ts";
import { checkCard } from "./check-card.ts";
import { iconOf, pageIcons } from "./icon-of.ts";
import { drawnSharePicture } from "./public-pages.ts";
import { shareCard } from "./share-card.ts";
import { iconSvg, siteIcon } from "./site-icon.ts";

const [seed] = lookBlock.seed;
const record = (values: Partial<LookRecord>) => ({ _id: "1", ...seed, ...values }) as LookRecord;
/** Only an uploaded font is read from the database. */
const unread = {} as Queries;
const dressOf = (values: Partial<LookRecord> = {}) => cardDressOf(unread, lookOf(record(values)));
const usual = await dressOf();

/** How many pixels have a colour, by colours such as "#ffffff". */
async function coloursIn(png: Buffer): Promise<ReadonlyMap<string, number>> {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const counts = new Map<string, number>();
  for (let at = 0; at < data.length; at += info.channels) {
    const colour = `#${data.subarray(at, at + 3).toString("hex")}`;
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  return counts;
}

describe("A share picture", () => {
  test.each(designNames)(
    "has the size of link previews, and changes with the title: %s",
    async (design) => {
      const dress = await dressOf({ design });
      const [one, other] = await Promise.all([
        shareCard("Plans", "Meridian", dress),
        shareCard("Prices", "Meridian", dress),
      ]);
      expect(await sharp(one).metadata()).toMatchObject({ format: "png", ...shareCardSize });
      expect(one.equals(other)).toBe(false);
    },
  );

  test("draws Greek and Cyrillic letters, and leaves a text out that it cannot draw", async () => {
    const titles = ["", "Αναζήτηση", "Поиск", "種まき", "Поиск · 種まき"];
    const [empty, greek, russian, chinese, mixed] = await Promise.all(
      titles.map((title) => shareCard(title, "Meridian", usual)),
    );
    expect(greek).not.toEqual(empty);
    expect(russian).not.toEqual(empty);
    expect(chinese).toEqual(empty);
    expect(mixed).toEqual(russian);
    const names = ["Полдень", "北極光", ""].map((name) => shareCard("Plans", name, usual));
    const [cyrillic, unknown, none] = await Promise.all(names);
    expect(cyrillic).not.toEqual(none);
    expect(unknown).toEqual(none);
  });

  test.each([
    ["a white brand", { design: "Studio", brand: "#ffffff" }],
    ["a neon brand", { design: "Print", brand: "#d4ff00", ground: "#ffffff" }],
    ["black on black", { design: "Studio", ground: "#000000", ink: "#0a0a0a" }],
    ["a neon field", { brand: "#ff00ff", ground: "#00ff00", ink: "#00ff00" }],
    ["always dark", { design: "Print", scheme: "Dark" }],
  ] as [string, Partial<LookRecord>][])("can be read with any colours: %s", async (_, values) => {
    const dress = await dressOf(values);
    const { ink, ground } = dress.colours;
    expect(contrast(ink, ground)).toBeGreaterThanOrEqual(4.5);
    for (const png of [
      await shareCard("Plans", "Meridian", dress),
      await checkCard("rye.example", ["No title."], "Meridian", dress),
    ]) {
      const counts = await coloursIn(png);
      const near = (wanted: string) =>
        [...counts].reduce(
          (sum, [one, count]) => sum + (contrast(one, wanted) < 1.06 ? count : 0),
          0,
        );
      expect(near(ink)).toBeGreaterThan(2000);
      expect(near(ground)).toBeGreaterThan(100_000);
    }
  });

  test.each(designNames)("shows the logo in place of the name: %s", async (design) => {
    const dress = await dressOf({ design });
    const logo = await sharp({
      create: { width: 900, height: 150, channels: 4, background: "#7a1fa2" },
    })
      .webp({ lossless: true })
      .toBuffer();
    const shown = await shareCard("Plans", "Meridian", dress, logo);
    expect((await coloursIn(shown)).get("#7a1fa2")).toBeGreaterThan(13_000);
    expect(shown.equals(await shareCard("Plans", "Another name", dress, logo))).toBe(true);
  });

  test("of a design without drawings has the brand and nothing of the field", async () => {
    const field = await coloursIn(await shareCard("Plans", "Meridian", usual));
    const brand = "#c2185b";
    for (const design of ["Studio", "Print"] as const) {
      const dress = await dressOf({ design, brand });
      const counts = await coloursIn(await shareCard("Plans", "Meridian", dress));
      expect(counts.get(brand)).toBeGreaterThan(40_000);
      const large = [...field].filter(([colour, count]) => count > 5000 && colour !== "#ffffff");
      for (const [colour] of large) expect(counts.get(colour) ?? 0).toBeLessThan(500);
    }
  });

  test("has an address that changes with what is drawn, and only with that", () => {
    const address = (values: Partial<LookRecord>, logo?: Logo) =>
      drawnSharePicture("home", { listingTitle: "Plans" }, "Meridian", {
        look: record(values),
        logo,
      });
    const logoAt = (picture: string): Logo => ({
      _id: "1",
      logo: picture,
      darkLogo: "",
      siteIcon: "",
    });
    const drawn: Partial<LookRecord>[] = [
      {},
      { design: "Print" },
      { brand: "#c2185b" },
      { scheme: "Dark", darkBrand: "#c2185b" },
      { headingFont: "Inter" },
      { drawings: "None" },
    ];
    expect(new Set(drawn.map((values) => address(values))).size).toBe(drawn.length);
    expect(address({ words: "Plain", customCss: "p{}", density: "Airy" })).toBe(address({}));
    expect(address({}, logoAt("/media/1"))).not.toBe(address({}));
    expect(address({}, logoAt(demonstrationLogo))).toBe(address({}));
  });
});

describe("An icon", () => {
  const shape = { size: 192, isMaskable: false };

  /** A logo of a colour on a ground, or on none. */
  const logoOf = (fill: string, ground: string, width = 300) =>
    sharp(
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="100"><rect width="${width}" height="100" fill="${ground}"/><rect x="10" y="20" width="${width - 20}" height="60" fill="${fill}"/></svg>`,
      ),
    )
      .webp({ lossless: true })
      .toBuffer();

  async function cornerOf(icon: Buffer): Promise<string> {
    const bytes = await sharp(icon)
      .extract({ left: 0, top: 0, width: 1, height: 1 })
      .removeAlpha()
      .raw()
      .toBuffer();
    return `#${bytes.subarray(0, 3).toString("hex")}`;
  }

  test("is a square for a logo of any shape", async () => {
    for (const given of [undefined, await logoOf("#2f5a36", "#ffffff")]) {
      const icon = await sharp(await siteIcon(given, "Meridian", shape, usual)).metadata();
      expect(icon).toMatchObject({ format: "png", width: 192, height: 192 });
    }
  });

  test("has a ground on which the logo is seen", async () => {
    const { ground, band } = usual.colours;
    const plate = async (fill: string, back: string, dress = usual) =>
      cornerOf(await siteIcon(await logoOf(fill, back), "Meridian", shape, dress));
    expect(await plate("#2f5a36", "none")).toBe(ground);
    expect(await plate("#ffffff", "none")).toBe(band);
    // A logo with a ground keeps it.
    expect(await plate("#2f5a36", "#ffffff")).toBe("#ffffff");
    const pale = await dressOf({ design: "Studio", brand: "#ffffff" });
    expect(await plate("#ffffff", "none", pale)).toBe(pale.colours.base);
    const dark = await dressOf({ design: "Studio", scheme: "Dark" });
    expect(contrast(await plate("#000000", "none", dark), "#000000")).toBeGreaterThan(1.7);
  });

  test("that a phone cuts into a circle keeps the whole logo", async () => {
    const icon = await siteIcon(
      await logoOf("#ff0000", "none", 100),
      "Meridian",
      { size: 512, isMaskable: true },
      usual,
    );
    const { data, info } = await sharp(icon)
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    for (let at = 0; at < data.length; at += info.channels) {
      if ((data[at] ?? 0) < 200 || (data[at + 1] ?? 0) > 60) continue;
      const [x, y] = [(at / info.channels) % 512, Math.floor(at / info.channels / 512)];
      expect(Math.hypot(x - 256, y - 256)).toBeLessThanOrEqual(0.4 * 512);
    }
  });

  test("of a site without a logo is the initial of its name, in both schemes", async () => {
    const studio = await dressOf({ design: "Studio" });
    const [acme, zebra, chinese] = ["acme", "Zebra", "北極光"].map((name) => iconSvg(name, studio));
    expect(new Set([acme, zebra, chinese]).size).toBe(3);
    expect(acme).toBe(iconSvg("Ajax", studio));
    expect(chinese).toContain("<circle");
    const { colours, night } = studio;
    expect(acme).toContain(`.ground{fill:${colours.band}}.front{fill:${colours["on-band"]}}`);
    expect(acme).toContain(`prefers-color-scheme:dark){.ground{fill:${night?.brand}}`);
    expect(iconSvg("acme", await dressOf({ design: "Studio", scheme: "Light" }))).not.toContain(
      "@media",
    );
    const png = await siteIcon(undefined, "Acme", shape, studio);
    expect(png).not.toEqual(await siteIcon(undefined, "Zebra", shape, studio));
    expect(await cornerOf(png)).toBe(colours.band);
  });

  test("has an address that changes with the look, the name and the logo", () => {
    const logo = (address: string) => ({ _id: "2", logo: address, darkLogo: "", siteIcon: "" });
    const icons = (values: Partial<LookRecord>, name = "Meridian", address = demonstrationLogo) =>
      pageIcons({ logo: logo(address), look: record(values), name });
    expect(icons({})).toEqual({
      tab: { href: "/favicon.svg", type: "image/svg+xml" },
      touch: "/icons/180.png",
    });
    const changed = [
      icons({ design: "Studio" }),
      icons({ design: "Studio", brand: "#c2185b" }),
      icons({ brand: "#c2185b" }),
      icons({ design: "Studio" }, "Acme"),
      icons({}, "Meridian", "/media/1.webp"),
      icons({}, "Meridian", "/media/2.webp"),
    ].map(({ tab, touch }) => [tab.href, touch]);
    expect(new Set(changed.flat()).size).toBe(2 * changed.length);
    expect(changed.flat().join()).not.toContain("favicon.svg");
    expect(iconOf({ ...logo("/media/1.webp"), siteIcon: "/media/3.webp" })).toBe("/media/3.webp");
  });
});
