import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { APIRequestContext, Page } from "@playwright/test";
import { expect, test } from "../../support/browser/journey.ts";
import { signInOnce } from "../../support/browser/panel.ts";
import { html, photo } from "../../support/pictures.ts";
import { scaled } from "../../support/time-limits.ts";

async function saveBannerPicture(request: APIRequestContext, origin: string, imageOne: string) {
  const [banner] = await (await request.get("/api/banner")).json();
  const { _id, ...values } = banner;
  const headers = { origin };
  const data = { ...values, imageOne };
  const saved = await request.put(`/api/update-banner/${_id}`, { headers, data });
  expect(saved.status()).toBe(200);
}

async function openLibrary(page: Page) {
  await page.goto("/media-library");
  await page.locator("html[data-hydrated]").waitFor();
}

const uploadedNow = (page: Page, name: string) =>
  page.getByRole("button", { name }).filter({ hasText: "Not used" });

test("an uploaded photo is shown on the landing page as AVIF in the needed width", async ({
  page,
  browser,
  furrow,
}) => {
  await signInOnce(page, furrow);
  await openLibrary(page);
  await page.locator("input[type=file]").setInputFiles({
    name: "harvest.jpg",
    mimeType: "image/jpeg",
    buffer: await photo(1500, 300),
  });
  const details = page.getByRole("region", { name: "harvest.jpg" });
  await details.getByLabel("Alt text").fill("Two people at the harvest");
  await details.getByRole("button", { name: /Focal point/ }).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await details.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Picture is Updated")).toBeVisible();
  await expect(uploadedNow(page, "harvest.jpg")).toBeVisible({ timeout: scaled(40_000) });
  const address = (await details.locator("code").textContent()) ?? "";
  await saveBannerPicture(page.request, furrow.url, address);

  for (const [width, pictureWidth] of [
    [390, 480],
    [1440, 1440],
  ] as const) {
    const visitor = await browser.newPage({
      baseURL: furrow.url,
      viewport: { width, height: 800 },
    });
    await visitor.goto("/");
    const picture = visitor.getByAltText("Two people at the harvest");
    await expect(picture).toHaveJSProperty("complete", true);
    const shown = await picture.evaluate((img: HTMLImageElement) => ({
      source: new URL(img.currentSrc).pathname,
      width: img.naturalWidth,
      focus: getComputedStyle(img).objectPosition,
    }));
    expect(shown.source).toMatch(new RegExp(`^${address}-[0-9a-f]{12}-${pictureWidth}\\.avif$`));
    expect(shown.width).toBeGreaterThan(0);
    expect(shown.focus).toBe("60% 50%");
    const answer = await visitor.request.get(shown.source);
    expect(answer.headers()["content-type"]).toBe("image/avif");
    await visitor.close();
  }

  await openLibrary(page);
  await page.getByRole("button", { name: "harvest.jpg" }).click();
  await expect(details.getByRole("link", { name: /Banner/ })).toBeVisible();
  await details.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("This picture is used in Banner")).toBeVisible();
});

test("an invalid file is rejected with a message, and a deleted picture can be restored", async ({
  page,
  furrow,
}) => {
  await signInOnce(page, furrow);
  await openLibrary(page);
  const choose = page.locator("input[type=file]");
  await choose.setInputFiles({ name: "bill.png", mimeType: "image/png", buffer: html });
  await expect(page.getByText("This file type is not supported.")).toBeVisible();
  await choose.setInputFiles({
    name: "barn.jpg",
    mimeType: "image/jpeg",
    buffer: await photo(200, 100),
  });
  const details = page.getByRole("region", { name: "barn.jpg" });
  const remove = async () => {
    await details.getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText("You can restore it from the trash for 30 days.")).toBeVisible();
    await page.getByRole("button", { name: "Delete picture" }).click();
    await expect(page.getByRole("button", { name: "barn.jpg" })).toHaveCount(0);
  };
  await remove();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: "barn.jpg" }).click();
  await remove();
  await page.getByRole("link", { name: "in the trash" }).click();
  await page.getByRole("button", { name: "Restore barn.jpg" }).click();
  await expect(page.getByText("barn.jpg was restored")).toBeVisible();
  await expect(page.getByRole("button", { name: "Restore barn.jpg" })).toHaveCount(0);
  await openLibrary(page);
  await expect(page.getByRole("button", { name: "barn.jpg" })).toBeVisible();
});

test("the list still shows that a picture is ready, and the result of the newest search, after one request failed", async ({
  page,
  furrow,
}) => {
  await signInOnce(page, furrow);
  await openLibrary(page);
  const unavailable = { status: 503, json: { detail: "The library is busy. Try again." } };
  let failedPolls = 0;
  await page.route(/\/api\/media-files\/[\w-]+$/, (route) => {
    failedPolls += 1;
    return failedPolls === 1 ? route.fulfill(unavailable) : route.continue();
  });
  await page.locator("input[type=file]").setInputFiles({
    name: "orchard.jpg",
    mimeType: "image/jpeg",
    buffer: await photo(1500, 300),
  });
  await expect(uploadedNow(page, "orchard.jpg")).toBeVisible({ timeout: scaled(40_000) });
  expect(failedPolls).toBeGreaterThan(1);

  const { promise: newerIsShown, resolve: showNewer } = Promise.withResolvers<void>();
  await page.route(/\/api\/media-files\?search=meadow&/, async (route) => {
    await newerIsShown;
    await route.fulfill(unavailable);
  });
  const search = page.getByRole("searchbox", { name: "Search pictures" });
  const isAsked = page.waitForRequest(/search=meadow&/);
  await search.fill("meadow");
  const earlier = await isAsked;
  const isAnswered = page.waitForResponse((answer) => answer.request() === earlier);
  await search.fill("orchard");
  await page.waitForResponse(/search=orchard&/);
  showNewer();
  await isAnswered;
  // The page has handled the late failure when it has handled a later task.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  await expect(page.getByText(unavailable.json.detail)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "orchard.jpg" })).toBeVisible();
});

test("a picture on another server is loaded by browsers, never by Furrow", async ({
  page,
  request,
  furrow,
}) => {
  let asked = 0;
  const stranger = createServer((_request, response) => {
    asked += 1;
    response.end();
  });
  await new Promise<void>((resolve) => stranger.listen(0, "127.0.0.1", resolve));
  const { port } = stranger.address() as AddressInfo;
  await signInOnce(page, furrow);
  const [banner] = await (await request.get("/api/banner")).json();
  const address = `http://127.0.0.1:${port}/latest/meta-data`;
  await saveBannerPicture(page.request, furrow.url, address);
  const landingPage = await (await request.get("/")).text();
  expect(landingPage).toContain(address);
  expect(asked).toBe(0);
  await saveBannerPicture(page.request, furrow.url, banner.imageOne);
  await new Promise((resolve) => stranger.close(resolve));
});

test("a used picture is replaced after a confirmation, and the replacement can be undone", async ({
  page,
  furrow,
}) => {
  await signInOnce(page, furrow);
  await openLibrary(page);
  const mimeType = "image/jpeg";
  const [former, other] = [await photo(320, 200), await photo(240, 160)];
  const upload = page.locator("input[type=file]").first();
  await upload.setInputFiles({ name: "gate.jpg", mimeType, buffer: former });
  const details = page.getByRole("region", { name: "gate.jpg" });
  const address = (await details.locator("code").textContent()) ?? "";
  await saveBannerPicture(page.request, furrow.url, address);
  await openLibrary(page);
  await page.getByRole("button", { name: "gate.jpg" }).click();
  const onSite = async () => {
    const files = await (await page.request.get("/api/media-files?search=gate")).json();
    return files.map(({ width }: { width: number }) => width);
  };

  const chooseFile = async () => {
    const chooser = page.waitForEvent("filechooser");
    await details.getByRole("button", { name: "Replace file" }).click();
    await (await chooser).setFiles({ name: "gate-2.jpg", mimeType, buffer: other });
  };
  await chooseFile();
  await expect(
    page.getByText("Replace this picture with gate-2.jpg? It is used in Banner,"),
  ).toBeVisible();
  expect(await onSite()).toEqual([320]);
  await page.getByRole("button", { name: "Cancel" }).click();
  await chooseFile();
  await page.getByRole("button", { name: "Replace picture" }).click();
  await expect(page.getByText("Picture is Replaced")).toBeVisible();
  expect(await onSite()).toEqual([240]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(details.getByText("320 × 200 pixels")).toBeVisible();
  expect(await onSite()).toEqual([320]);
});

test("unsaved alt text survives a reload, and a picture is chosen from the library without scrolling", async ({
  page,
  furrow,
}) => {
  await signInOnce(page, furrow);
  await openLibrary(page);
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "lane.jpg", mimeType: "image/jpeg", buffer: await photo(300, 400) });
  const details = page.getByRole("region", { name: "lane.jpg" });
  await details.getByLabel("Alt text").fill("A lane between hedges");
  await expect(details.getByText("Not saved yet; kept in this browser.")).toBeVisible();
  await openLibrary(page);
  await page.getByRole("button", { name: "lane.jpg" }).click();
  await expect(details.getByLabel("Alt text")).toHaveValue("A lane between hedges");
  await details.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Picture is Updated")).toBeVisible();

  const [banner] = await (await page.request.get("/api/banner")).json();
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(`/banner/${banner._id}`);
    await page.locator("html[data-hydrated]").waitFor();
    await page.getByRole("button", { name: "Choose from library" }).first().click();
    await page.getByRole("button", { name: "lane.jpg" }).click();
    await expect(page.getByRole("button", { name: "Use this picture" })).toBeInViewport({
      ratio: 1,
    });
  }
});
