import { blocks } from "#content/model/blocks.ts";
import { expect, test } from "../../support/browser/journey.ts";
import { openPanel, openRecord, signInOnce } from "../../support/browser/panel.ts";
import { registerSomebody } from "../../support/browser/purchase.ts";
import { photo } from "../../support/pictures.ts";
import { scaled } from "../../support/time-limits.ts";

const { banner } = blocks;

test("a photo uploaded in the banner's form is shown on the landing page as AVIF in the needed width", async ({
  page,
  browser,
  furrow,
}) => {
  await signInOnce(page, furrow);
  const { form } = await openRecord(page, banner);
  const address = form.locator("[name=imageOne]");
  // Compares with the value before the upload, because another test can have set a picture.
  const before = await address.inputValue();
  await form.locator("input[type=file]").setInputFiles({
    name: "orchard.jpg",
    mimeType: "image/jpeg",
    buffer: await photo(600, 300),
  });
  await expect(address).not.toHaveValue(before, { timeout: scaled(40_000) });
  await expect(address).toHaveValue(/^\/media\//);
  await form.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByText("Banner is Updated", { exact: true })).toBeVisible();

  const visitor = await browser.newPage({
    baseURL: furrow.url,
    viewport: { width: 390, height: 800 },
  });
  const sourceOfPicture = async () => {
    await visitor.goto("/");
    const picture = visitor.locator("#banner img").first();
    await expect(picture).toHaveJSProperty("complete", true);
    return picture.evaluate((img: HTMLImageElement) => new URL(img.currentSrc).pathname);
  };
  // Until the AVIF variants are encoded, pages show the WebP that the upload stored.
  await expect
    .poll(sourceOfPicture, { timeout: scaled(40_000) })
    .toMatch(/^\/media\/.*-480\.avif$/);
  const source = await sourceOfPicture();
  const answer = await visitor.request.get(source);
  expect(answer.headers()["content-type"]).toBe("image/avif");
  await visitor.close();
});

test("Ctrl+K opens the command palette, which opens a screen or a record by keyboard alone", async ({
  page,
  furrow,
}) => {
  await signInOnce(page, furrow);
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  await openPanel(page, "/admin");
  await page.keyboard.press("Control+K");
  const search = page.getByRole("textbox", { name: "Go to" });
  await expect(search).toBeFocused();
  await page.keyboard.type("PayPal address");
  await expect(page.getByRole("button", { name: /PayPal address/ }).first()).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForURL(/paypal-email/i);
  await expect(page.getByRole("heading", { name: /PayPal address/ }).first()).toBeVisible();

  await expect(search).toBeHidden();
  await page.keyboard.press("Control+K");
  await expect(search).toBeFocused();
  await page.keyboard.type("Pollination");
  // The first result is preselected; the search for an order comes after the results.
  await expect(page.getByRole("button", { name: /Pollination/ })).toHaveCount(2);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/service-edit/*");
  expect(complaints).toEqual([]);
});

test("a screen chosen in the command palette opens even while a published screen is loading again", async ({
  page,
  furrow,
}) => {
  await signInOnce(page, furrow);
  const { form } = await openRecord(page, blocks.seoCheck);
  // The router requests the route of the chosen screen before the published screen has loaded
  // again, and receives the response after the published screen has loaded.
  const asked = Promise.withResolvers<void>();
  const reloaded = Promise.withResolvers<void>();
  await page.route("**/seo-check-edit/*.data*", async (route) => {
    await asked.promise;
    await route.continue();
    setTimeout(reloaded.resolve, scaled(500));
  });
  await page.route(/__manifest.*titles/, async (route) => {
    asked.resolve();
    await reloaded.promise;
    await route.continue();
  });
  await form.getByRole("textbox", { name: "Heading", exact: true }).fill("See what grows");
  await form.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByText(blocks.seoCheck.messages.updated, { exact: true })).toBeVisible();
  await page.keyboard.press("Control+K");
  await page.getByRole("textbox", { name: "Go to" }).fill("Section titles");
  await page
    .getByRole("button", { name: /Section titles/ })
    .first()
    .click();
  await page.waitForURL(/titles/);
  await expect(page.getByRole("link", { name: "Edit Section titles" })).toBeVisible();
});

test("an admin follows a section's edit link on the site, publishes the section, and returns to the section on the site", async ({
  page,
  furrow,
}) => {
  await signInOnce(page, furrow);
  await page.goto("/service/");
  await page.getByRole("link", { name: "Click to edit" }).click();
  await page.getByRole("link", { name: "Edit Call to action" }).click();
  await page.locator("html[data-hydrated]").waitFor();
  const form = page.getByRole("form", { name: "Call to action" });
  await form.getByRole("textbox", { name: "Heading", exact: true }).fill("Edited from the page");
  await form.getByRole("button", { name: "Publish" }).click();
  await page.waitForURL("**/service/#call-to-action");
  await expect(page.getByText("Edited from the page")).toBeInViewport();

  await page.getByRole("link", { name: "Edit Work steps" }).click();
  await page.locator("html[data-hydrated]").waitFor();
  await page.getByRole("link", { name: "Back to the site" }).click();
  await page.waitForURL("**/service/#steps");
});

test("an admin saves a draft of a section from the site, sees the draft on the page, and stops editing", async ({
  page,
  furrow,
}) => {
  await signInOnce(page, furrow);
  await page.goto("/");
  const bar = page.getByRole("navigation", { name: "View of the site" });
  await bar.getByRole("link", { name: "Click to edit" }).click();
  await page.getByRole("link", { name: "Edit Banner" }).click();
  await page.locator("html[data-hydrated]").waitFor();
  const form = page.getByRole("form", { name: "Banner" });
  await form.getByRole("textbox", { name: "Heading", exact: true }).fill("Drafted from the page");
  await form.getByRole("button", { name: "Save draft" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  await expect(page.getByRole("heading", { name: "Drafted from the page" })).toBeInViewport();
  await expect(bar.getByText("Drafts are shown. Visitors do not see them.")).toBeVisible();

  // The bar stays in view, so an admin can stop editing at every place of the page.
  await page.locator("footer").last().scrollIntoViewIfNeeded();
  await expect(bar).toBeInViewport({ ratio: 1 });
  await bar.getByRole("link", { name: "Stop editing" }).click();
  await expect(bar.locator("[aria-current]")).toHaveText("As visitors see it");
  await expect(page.getByRole("heading", { name: "Drafted from the page" })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Edit Banner" })).toHaveCount(0);
});

test("a customer who opens a panel screen sees that they have no permission", async ({ page }) => {
  await registerSomebody(page);
  expect((await page.goto("/setting"))?.status()).toBe(403);
  await expect(page.getByText("You don't have any permission")).toBeVisible();
});

test("“Your account” and its pages keep a person of the team in the panel, and customers on the site", async ({
  page,
  furrow,
  browser,
}) => {
  await signInOnce(page, furrow);
  await openPanel(page, "/admin");
  const panel = page.getByRole("navigation", { name: "Admin panel" });
  await panel.getByRole("link", { name: "Your account" }).click();
  await expect(page).toHaveURL("/account");
  await expect(page.getByRole("heading", { name: "Your account", level: 1 })).toBeVisible();
  await expect(panel.getByRole("link", { name: "Your account" })).toHaveAttribute(
    "aria-current",
    "true",
  );
  await expect(page.getByRole("link", { name: "My Orders" })).toHaveCount(0);
  await page.getByRole("link", { name: "Edit", exact: true }).click();
  await expect(page).toHaveURL("/account/profile");
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expect(panel.getByRole("link", { name: "Orders", exact: true })).toBeVisible();
    const reach = await page.evaluate(() => document.documentElement.scrollWidth);
    expect([width, reach]).toEqual([width, width]);
  }
  await panel.getByRole("link", { name: "Orders", exact: true }).click();
  await expect(page).toHaveURL("/total-orders");

  const customer = await browser.newPage({ baseURL: furrow.url });
  await registerSomebody(customer);
  await customer.goto("/account");
  await expect(customer.getByRole("navigation", { name: "Admin panel" })).toHaveCount(0);
  await expect(customer.getByRole("link", { name: "My Orders" })).toBeVisible();
  await customer.close();
});
