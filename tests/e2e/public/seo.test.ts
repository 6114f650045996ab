import { blocks } from "#content/model/blocks.ts";
import { expect, test } from "../../support/browser/journey.ts";
import { openPanel, openRecord, signInOnce } from "../../support/browser/panel.ts";

test("the owner edits the search result and the address of a page with a live preview", async ({
  page,
  furrow,
}) => {
  await signInOnce(page, furrow);
  const { form, record } = await openRecord(page, blocks.listingContact);
  const preview = page.getByRole("region", { name: "Preview" });
  const title = `Contact </script><script>alert(1)</script> ${"and more ".repeat(4)}`.trim();
  await form.locator('[name="listingTitle"]').fill(title);
  await expect(preview.getByText(/too long: search results cut off the end/)).toBeVisible();
  await expect(preview.getByText("Contact </script>", { exact: false }).first()).toBeVisible();
  const address = form.getByRole("textbox", { name: "Address of the page" });
  await expect(address).toHaveAccessibleDescription(/\/contact always opens this page too/);
  await address.fill("/login");
  await form.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(form.getByText("because the site itself needs /login")).toBeVisible();
  await expect(address).toBeFocused();
  await address.fill("/write-to-us/");
  await expect(preview.getByText("/write-to-us/")).toBeVisible();
  await form.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByText("Listing is Updated", { exact: true })).toBeVisible();

  await page.goto("/contact?utm_source=card");
  await expect(page).toHaveURL("/write-to-us/?utm_source=card");
  await expect(page).toHaveTitle(title);
  expect(await page.content()).not.toContain("<script>alert");
  const data = await page.locator('script[type="application/ld+json"]').textContent();
  expect(JSON.stringify(JSON.parse(data ?? ""))).toContain("<script>alert(1)");
  const { form: again } = await openRecord(page, blocks.listingContact);
  await again.locator('[name="listingTitle"]').fill(record.listingTitle ?? "");
  await again.getByRole("textbox", { name: "Address of the page" }).fill("");
  await again.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByText("Listing is Updated", { exact: true })).toBeVisible();
});

test("the owner adds a redirect, and a removed address returns 410", async ({ page, furrow }) => {
  const path = `/offer-${Date.now()}`;
  await signInOnce(page, furrow);
  await openPanel(page, "/redirects");
  await page.getByRole("link", { name: "Add", exact: true }).click();
  const form = page.getByRole("form", { name: "Redirect", exact: true });
  await form.locator('[name="oldAddress"]').fill(path);
  await form.locator('[name="becameOf"]').selectOption("Gone");
  await form.getByRole("button", { name: "Add and publish" }).click();
  await expect(page.getByText("Redirect is Added", { exact: true })).toBeVisible();
  expect((await page.request.get(`${path}/`)).status()).toBe(410);
});
