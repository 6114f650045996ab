import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { defaultAddresses } from "#content/addresses/listings.ts";
import { blocks } from "#content/model/blocks.ts";
import type { PictureFile } from "#media/picture-file.ts";
import { collectErrors } from "../../support/browser/console-errors.ts";
import { expect, coldTest as test } from "../../support/browser/journey.ts";
import { layoutShiftsOf, watchLayoutShift } from "../../support/screens/layout-shift.ts";
import { adminOf, publishChange } from "../../support/servers/web-client.ts";

// A separate site with the seeded content, because tests of the panel change the shared site. The
// last tests of this file change its plans and its logo. `tests/public-pages.test.ts` reads what
// the HTML alone shows.
test.use({ furrowSettings: { OWNER_EMAIL: "seeded@furrow.example" } });

const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

test("no public page shifts its layout or causes a browser error while it loads and is scrolled", async ({
  page,
}) => {
  const newErrors = collectErrors(page);
  const browser = await page.context().newCDPSession(page);
  await browser.send("Network.enable");
  await browser.send("Network.setCacheDisabled", { cacheDisabled: true });
  await watchLayoutShift(page);
  const onPhones = [...Object.values(defaultAddresses), "/login", "/register"];
  const visits = [
    ...onPhones.map((path) => ({ path, width: 390 })),
    ...["/", "/service/"].map((path) => ({ path, width: 1440 })),
  ];
  const faults: string[] = [];
  for (const { path, width } of visits) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(path);
    await page.evaluate(async () => {
      await document.fonts.ready;
      for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight / 2) {
        scrollTo(0, top);
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      }
    });
    const found = [...(await layoutShiftsOf(page)), ...newErrors()];
    faults.push(...found.map((fault) => `${path} at ${width} px: ${fault}`));
  }
  expect(faults).toEqual([]);
});

test("the landing page's first picture is visible on every device, and a phone requests no file for it", async ({
  browser,
  furrow,
}) => {
  const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 };
  const byDay = { ...phone, colorScheme: "light" } as const;
  /** Names, without widths, of the files that each device requests for the first picture. */
  for (const [device, files] of [
    [byDay, []],
    [{ ...byDay, viewport: { width: 744, height: 1133 } }, ["first-light-upright"]],
    [{ ...phone, colorScheme: "dark" }, ["night-field-upright"]],
  ] as const) {
    const page = await browser.newPage({ ...device, baseURL: furrow.url });
    const asked: string[] = [];
    page.on("request", (request) => {
      const file = /\/pictures\/((?:first-light|night-field)[a-z-]*?)(-\d+)?\.\w+$/;
      asked.push(...(file.exec(request.url())?.slice(1, 2) ?? []));
    });
    await page.goto("/");
    expect(asked).toEqual(files);
    // A row of pixels varies in brightness if the picture is painted; an empty box is uniform.
    const picture = sharp(await page.locator("#banner img").screenshot());
    const { width, height } = await picture.metadata();
    const row = { left: 0, top: Math.round(height * 0.7), width, height: 1 };
    const { channels } = await sharp(await picture.extract(row).png().toBuffer()).stats();
    expect(channels[0]?.stdev).toBeGreaterThan(8);
    await page.close();
  }
});

/** Counters of the list that overlap when it has this many counters with long numbers. */
function overlappingCounters(list: Element, count: number): string[] {
  while (list.children.length < count) list.append(list.children[0]?.cloneNode(true) ?? "");
  const markers = [...list.children];
  for (const { firstElementChild } of markers) {
    if (firstElementChild) firstElementChild.textContent = "98,888+";
  }
  return markers.flatMap((marker, index) => {
    const board = marker.firstElementChild?.getBoundingClientRect() ?? new DOMRect();
    return markers.flatMap((other, otherIndex) => {
      const { left, right, top, bottom } = other.getBoundingClientRect();
      const meets =
        left < board.right && right > board.left && top < board.bottom && bottom > board.top;
      return meets && other !== marker ? [`${index} and ${otherIndex}`] : [];
    });
  });
}

test("at every width, the team carousel shows whole members and can be scrolled by keyboard, and no counters overlap", async ({
  page,
}) => {
  await page.goto("/service/");
  const counters = page.locator("#counters ul");
  for (const count of [4, 5]) {
    for (const [width, members] of [
      [1440, 4],
      [1024, 3],
      [800, 2],
      [390, 1],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      const whole = await page.locator("#team li > p").evaluateAll((labels) => {
        const edges = labels.map((label) => label.getBoundingClientRect());
        return edges.filter(({ left, right }) => left >= 0 && right <= innerWidth).length;
      });
      const overlaps = await counters.evaluate(overlappingCounters, count);
      const found = { width: await widthOf(page), whole, overlaps };
      expect(found).toEqual({ width, whole: members, overlaps: [] });
    }
  }
  const bed = page.getByRole("region", { name: "The hands your site is in" });
  const last = bed.getByText("Lucia Ferreira");
  await expect(last).not.toBeInViewport();
  await bed.focus();
  await expect(async () => {
    await page.keyboard.press("ArrowRight");
    await expect(last).toBeInViewport({ timeout: 100 });
  }).toPass();
});

const nth = ["One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"];
const plans = [
  { name: "Seedling", points: 1, drawing: "carrots" },
  { name: "Kitchen garden", points: 10, drawing: "peas" },
  { name: "Internationalisation", points: 4, drawing: "pumpkin" },
  { name: "A", points: 7, drawing: "" },
  { name: "Orchard", points: 2, drawing: "poppies" },
  { name: "Large estate", points: 9, drawing: "corn" },
];

/** Places and lines of the plans on the open page. */
function packetsOn(page: Page) {
  return page.locator("#pricing article").evaluateAll((all) =>
    all.map((packet) => {
      const paper = packet.querySelector(".packet__paper") ?? packet;
      const name = packet.querySelector("h3") ?? packet;
      const lineHeight = Number.parseFloat(getComputedStyle(name).lineHeight);
      const { left, right } = packet.getBoundingClientRect();
      return {
        left: Math.round(left),
        right: Math.round(right),
        bottom: Math.round(paper.getBoundingClientRect().bottom),
        // A word that is broken takes more lines than the name has words.
        lines: Math.round(name.getBoundingClientRect().height / lineHeight),
        words: name.textContent?.split(" ").length ?? 0,
      };
    }),
  );
}

/** How many prices of plans are visible without scrolling, on the screen of a laptop or a phone. */
async function pricesAtOnce(page: Page, viewport: { width: number; height: number }) {
  await page.setViewportSize(viewport);
  return page
    .locator("#pricing")
    .getByText(/^\$[\d,]+\.\d\d/)
    .evaluateAll(
      (prices) =>
        prices.filter((price) => {
          const { width, bottom } = price.getBoundingClientRect();
          return width > 0 && bottom <= innerHeight;
        }).length,
    );
}

const phone = { width: 390, height: 844 };
const laptop = { width: 1440, height: 900 };

test("six plans of any names and points fit their columns and show their prices at once, the packets of a row end together, and fewer plans are centred", async ({
  page,
  furrow,
}) => {
  await page.goto("/pricing");
  for (const viewport of [phone, laptop]) {
    expect(await pricesAtOnce(page, viewport)).toBeGreaterThanOrEqual(3);
  }
  const admin = await adminOf(furrow);
  for (const { _id } of await admin.call<{ _id: string }[]>("GET", "/pricings")) {
    await admin.call("DELETE", `/pricing/${_id}`);
  }
  const ids: string[] = [];
  for (const [index, { name, points, drawing }] of plans.entries()) {
    const plan = await admin.call<{ _id: string }>("POST", "/add-pricing", {
      packageName: name,
      packagePrice: "1234.5",
      packageButtonText: "Order it",
      ...Object.fromEntries(nth.slice(0, points).map((n) => [`packagePoint${n}`, `Point ${n}`])),
      packageDrawing: drawing,
      packageRecommended: index === 4 ? "Yes" : "",
    });
    ids.push(plan._id);
  }
  await page.goto("/pricing");
  for (const viewport of [phone, laptop]) {
    expect(await pricesAtOnce(page, viewport)).toBeGreaterThanOrEqual(6);
  }
  for (const width of [390, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const packets = await packetsOn(page);
    expect(packets.filter(({ lines, words }) => lines > words)).toEqual([]);
    const columns = new Set(packets.map(({ left }) => left)).size;
    expect([packets.length, columns]).toEqual([6, width < 960 ? 1 : 3]);
    const rows = Map.groupBy(packets, (_, index) => Math.floor(index / columns));
    for (const row of rows.values()) {
      const ends = row.map(({ bottom }) => bottom);
      expect(Math.max(...ends) - Math.min(...ends)).toBeLessThanOrEqual(1);
    }
    expect(await widthOf(page)).toBe(width);
  }
  const bounds = await page.locator("#pricing article").first().locator("..").boundingBox();
  const middle = (bounds?.x ?? 0) + (bounds?.width ?? 0) / 2;
  for (const id of ids.reverse().slice(0, 5)) {
    await admin.call("DELETE", `/pricing/${id}`);
    await page.goto("/pricing");
    const packets = await packetsOn(page);
    const rows: (typeof packets)[] = [];
    for (const packet of packets) {
      const row = rows.at(-1);
      if (row !== undefined && packet.left > (row.at(-1)?.left ?? 0)) row.push(packet);
      else rows.push([packet]);
    }
    if (packets.length <= 3) {
      expect(await pricesAtOnce(page, laptop)).toBe(packets.length);
    }
    const centres = rows.map((row) => ((row[0]?.left ?? 0) + (row.at(-1)?.right ?? 0)) / 2);
    const askew = centres.filter((centre) => Math.abs(centre - middle) > 2);
    expect({ plans: packets.length, askew }).toEqual({ plans: packets.length, askew: [] });
  }
});

test("the header shows wide and tall logos undistorted and within its height", async ({
  page,
  furrow,
}) => {
  const admin = await adminOf(furrow);
  const header = page.getByRole("banner");
  const widths = [1440, 390] as const;
  const heights = async () => {
    const found: (number | undefined)[] = [];
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      found.push((await header.boundingBox())?.height);
    }
    return found;
  };
  await page.goto("/");
  const usual = await heights();
  for (const [across, down] of [
    [1200, 200],
    [300, 600],
  ] as const) {
    const red = { width: across, height: down, channels: 3, background: "#d01010" } as const;
    const bytes = await sharp({ create: red }).jpeg().toBuffer();
    const { address } = await admin.call<PictureFile>("POST", "/media", bytes);
    await publishChange(admin, blocks.logo, { logo: address });
    await page.goto("/");
    expect(await heights()).toEqual(usual);
    const logo = header.getByRole("img", { name: "Furrow, home" });
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      const distortion = (await redRatio(logo)) / (across / down);
      expect(distortion).toBeGreaterThan(0.9);
      expect(distortion).toBeLessThan(1.1);
      expect(await widthOf(page)).toBe(width);
    }
  }
});

/** Ratio of width to height of the red part of a picture on the page. */
async function redRatio(picture: Locator): Promise<number> {
  await picture.evaluate((image: HTMLImageElement) => image.decode());
  const { data, info } = await sharp(await picture.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const red = Array.from({ length: info.width * info.height }, (_, index) => index).filter(
    (index) => (data[index * 3] ?? 0) > 180 && (data[index * 3 + 1] ?? 255) < 60,
  );
  const [across, down] = [
    new Set(red.map((index) => index % info.width)),
    new Set(red.map((index) => Math.floor(index / info.width))),
  ];
  return across.size / down.size;
}
