import type { APIRequestContext, Page } from "@playwright/test";
import { blocks } from "#content/model/blocks.ts";
import { expect, test } from "../../support/browser/journey.ts";
import { openPanel, openRecord, signInOnce } from "../../support/browser/panel.ts";
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

async function upload(page: Page, name: string, buffer: Buffer): Promise<void> {
  const input = page.locator("input[type=file]").first();
  await input.setInputFiles({ name, mimeType: "image/jpeg", buffer });
}

test.beforeEach(async ({ page, furrow }) => {
  await signInOnce(page, furrow);
  await openPanel(page, "/media-library");
});

test("an uploaded photo is described, chosen in a form, and shown on the landing page as AVIF in the needed width", async ({
  page,
  browser,
  furrow,
}) => {
  await upload(page, "harvest.jpg", await photo(1500, 300));
  const details = page.getByRole("region", { name: "harvest.jpg" });
  const description = details.getByLabel("Alt text");
  await description.fill("Two people at the harvest");
  await expect(details.getByText("Not saved yet; kept in this browser.")).toBeVisible();
  await openPanel(page, "/media-library");
  await page.getByRole("button", { name: "harvest.jpg" }).click();
  await expect(description).toHaveValue("Two people at the harvest");
  await details.getByRole("button", { name: /Focal point/ }).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await details.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Picture is Updated")).toBeVisible();
  const ready = page.getByRole("button", { name: "harvest.jpg" }).filter({ hasText: "Not used" });
  await expect(ready).toBeVisible({ timeout: scaled(40_000) });
  const address = (await details.locator("code").textContent()) ?? "";

  const { form } = await openRecord(page, blocks.banner);
  await page.getByRole("button", { name: "Choose from library" }).first().click();
  await page.getByRole("button", { name: "harvest.jpg" }).click();
  await page.getByRole("button", { name: "Use this picture" }).click();
  await expect(form.locator("[name=imageOne]")).toHaveValue(address);
  await form.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByText("Banner is Updated", { exact: true })).toBeVisible();

  const visitor = await browser.newPage({ baseURL: furrow.url });
  for (const [width, pictureWidth] of [
    [390, 480],
    [1440, 1440],
  ] as const) {
    await visitor.setViewportSize({ width, height: 800 });
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
  }

  await openPanel(page, "/media-library");
  await page.getByRole("button", { name: "harvest.jpg" }).click();
  await details.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("This picture is used in Banner")).toBeVisible();
});

test("an invalid file is refused, a used picture is replaced after a confirmation, and a deleted picture is restored", async ({
  page,
  furrow,
}) => {
  await upload(page, "bill.jpg", html);
  await expect(page.getByText("This file type is not supported.")).toBeVisible();
  await upload(page, "gate.jpg", await photo(320, 200));
  const details = page.getByRole("region", { name: "gate.jpg" });
  const address = (await details.locator("code").textContent()) ?? "";
  const [{ imageOne: before }] = await (await page.request.get("/api/banner")).json();
  await saveBannerPicture(page.request, furrow.url, address);
  await openPanel(page, "/media-library");
  const entry = page.getByRole("button", { name: "gate.jpg" });
  await entry.first().click();
  const widths = async () => {
    const files = await (await page.request.get("/api/media-files?search=gate")).json();
    return files.map(({ width }: { width: number }) => width);
  };
  const chooser = page.waitForEvent("filechooser");
  await details.getByRole("button", { name: "Replace file" }).click();
  const file = { name: "gate-2.jpg", mimeType: "image/jpeg", buffer: await photo(240, 160) };
  await (await chooser).setFiles(file);
  await expect(
    page.getByText("Replace this picture with gate-2.jpg? It is used in Banner,"),
  ).toBeVisible();
  expect(await widths()).toEqual([320]);
  await page.getByRole("button", { name: "Replace picture" }).click();
  await expect(page.getByText("Picture is Replaced")).toBeVisible();
  expect(await widths()).toEqual([240]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(details.getByText("320 × 200 pixels")).toBeVisible();
  expect(await widths()).toEqual([320]);

  await saveBannerPicture(page.request, furrow.url, before);
  await openPanel(page, "/media-library");
  await entry.first().click();
  await details.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("You can restore it from the trash for 30 days.")).toBeVisible();
  await page.getByRole("button", { name: "Delete picture" }).click();
  await expect(entry).toHaveCount(0);
  await page.getByRole("link", { name: "in the trash" }).click();
  await page.getByRole("button", { name: "Restore gate.jpg" }).click();
  await expect(page.getByText("gate.jpg was restored")).toBeVisible();
  expect(await widths()).toEqual([320]);
});
