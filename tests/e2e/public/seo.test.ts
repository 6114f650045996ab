import { blocks } from "#content/model/blocks.ts";
import { expect, test } from "../../support/browser/journey.ts";
import { openPanel, openRecord, seenByVisitors, signInOnce } from "../../support/browser/panel.ts";

test("the owner edits a page's search result with a live preview", async ({ page, furrow }) => {
  await signInOnce(page, furrow);
  const { form } = await openRecord(page, blocks.listingService);
  const preview = page.getByRole("region", { name: "Preview" });
  const title = `Services </script><script>alert(1)</script> ${"and more ".repeat(4)}`.trim();
  await form.locator('[name="listingTitle"]').fill(title);
  await expect(preview.getByText(/too long: search results cut off the end/)).toBeVisible();
  await expect(preview.getByText("Services </script>", { exact: false }).first()).toBeVisible();
  await form.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByText("Listing is Updated", { exact: true })).toBeVisible();

  const html = await seenByVisitors(furrow, "/service/");
  expect(html).not.toContain("<script>alert");
  await page.goto("/service/");
  await expect(page).toHaveTitle(title);
  const data = await page.locator('script[type="application/ld+json"]').textContent();
  expect(JSON.stringify(JSON.parse(data ?? ""))).toContain("<script>alert(1)");
  const picture = await page.locator('meta[property="og:image"]').getAttribute("content");
  const shared = await page.request.get(picture ?? "");
  expect(shared.headers()["content-type"]).toBe("image/png");
  expect(shared.headers()["cache-control"]).toContain("immutable");
});

test("the owner's redirect leads to the new URL, and a removed URL returns 410", async ({
  page,
  furrow,
}) => {
  await signInOnce(page, furrow);
  await openPanel(page, "/search-listings");
  const list = page
    .locator("section")
    .filter({ has: page.getByRole("heading", { name: "Redirects", exact: true, level: 2 }) });
  await list.getByRole("button", { name: "Add" }).click();
  const form = page.getByRole("form", { name: "Redirect", exact: true });
  await form.locator('[name="oldAddress"]').fill("/spring-offer");
  await form.locator('[name="becameOf"]').selectOption("Moved");
  await form.locator('[name="newAddress"]').fill("/pricing/");
  await form.getByRole("button", { name: "Add and publish" }).click();
  await expect(page.getByText("Redirect is Added", { exact: true })).toBeVisible();
  const moved = await fetch(`${furrow.url}/spring-offer/`, { redirect: "manual" });
  expect([moved.status, moved.headers.get("location")]).toEqual([301, "/pricing/"]);
  const gone = { oldAddress: "/blog/2019", becameOf: "Gone", newAddress: "" };
  await page.request.post("/api/add-redirect", { data: gone, headers: { origin: furrow.url } });
  const answer = await page.goto("/blog/2019");
  expect(answer?.status()).toBe(410);
  await expect(
    page.getByRole("heading", { name: "This field has been ploughed over" }),
  ).toBeVisible();
});

test("former URLs of a moved page redirect to its new URL, and the page's form works at the new URL", async ({
  page,
  furrow,
}) => {
  await signInOnce(page, furrow);
  const { form } = await openRecord(page, blocks.listingContact);
  const address = form.getByRole("textbox", { name: "Address of the page" });
  await expect(address).toHaveAccessibleDescription(/\/contact always opens this page too/);
  const publish = form.getByRole("button", { name: "Publish" });
  await address.fill("/login");
  await publish.click();
  await expect(form.getByText("because the site itself needs /login")).toBeVisible();
  await expect(address).toBeFocused();
  for (const [index, path] of ["/say-hello", "/write-to-us/"].entries()) {
    await address.fill(path);
    await expect(page.getByRole("region", { name: "Preview" }).getByText(path)).toBeVisible();
    await publish.click();
    await expect(page.getByText("Listing is Updated", { exact: true })).toHaveCount(index + 1);
  }

  await openPanel(page, "/search-listings");
  await expect(page.getByRole("table", { name: "Redirects" })).toContainText("/say-hello");
  for (const old of ["/contact", "/say-hello"]) {
    await page.goto(`${old}?utm_source=card`);
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(
      "/write-to-us/?utm_source=card",
    );
  }
  await page.goto("/");
  await page.getByRole("contentinfo").getByRole("link", { name: "Contact" }).click();
  await page.getByRole("textbox", { name: "Message" }).fill("Three words only");
  await page.getByRole("button", { name: "Send Message" }).click();
  await expect(page.getByText("Please check the marked fields.")).toBeVisible();
  expect(new URL(page.url()).pathname).toBe("/write-to-us/");
  await page.getByRole("textbox", { name: "Email", exact: true }).first().fill("bea@example.com");
  await page.getByRole("button", { name: "Send Message" }).click();
  await page.waitForURL("**/thanks");

  const { form: again } = await openRecord(page, blocks.listingContact);
  await again.getByRole("textbox", { name: "Address of the page" }).fill("");
  await again.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByText("Listing is Updated", { exact: true })).toBeVisible();
  await page.goto("/write-to-us");
  expect(new URL(page.url()).pathname).toBe("/contact");
});

test("the site map, robots.txt, the manifest and llms.txt agree with the pages", async ({
  request,
  furrow,
}) => {
  const robots = await (await request.get("/robots.txt")).text();
  expect(robots).toContain(`Sitemap: ${furrow.url}/sitemap.xml`);
  const map = await (await request.get("/sitemap.xml")).text();
  const addresses = [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address ?? "");
  expect(addresses).toHaveLength(8);
  for (const address of addresses) {
    const html = await (await request.get(address)).text();
    expect(html).toContain(`<link rel="canonical" href="${address}"/>`);
    expect(html).not.toContain("noindex");
  }
  expect(await (await request.get("/login")).text()).toContain("noindex");
  const manifest = await (await request.get("/manifest.webmanifest")).json();
  for (const { src, sizes } of manifest.icons) {
    const icon = await request.get(src);
    expect([icon.status(), icon.headers()["content-type"], sizes]).toEqual([
      200,
      "image/png",
      expect.stringMatching(/^(\d+)x\1$/),
    ]);
  }
  expect(await (await request.get("/llms.txt")).text()).toContain("# Furrow");
});
