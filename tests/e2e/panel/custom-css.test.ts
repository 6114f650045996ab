import { blocks } from "#content/model/blocks.ts";
import type { Block } from "#content/model/define.ts";
import { expect, test } from "../../support/browser/journey.ts";
import { signInOnce } from "../../support/browser/panel.ts";
import { adminOf, publishChange } from "../../support/servers/web-client.ts";

test.beforeEach(({ page, furrow }) => signInOnce(page, furrow));

const covering = "position: fixed !important; inset: 0; z-index: 2147483647 !important";
const hostile = `
  :root { ${covering} }
  body::before, main::after { content: ""; background: red; ${covering} }
  h1 { body:has(&) .admin-bar { display: none } .admin-bar:not(&) { display: none } }
  :root ~ *, .admin-bar, .admin-bar a { visibility: hidden; pointer-events: none }
  h1 { letter-spacing: 3px }
`;

test("whatever the custom CSS says, the bar of the owner's view can be used", async ({
  page,
  furrow,
}) => {
  const admin = await adminOf(furrow);
  const publish = (customCss: string) => publishChange(admin, blocks.look as Block, { customCss });
  await publish(hostile);
  try {
    await page.goto("/");
    await expect(page.locator("h1").first()).toHaveCSS("letter-spacing", "3px");
    const bar = page.getByRole("navigation", { name: "View of the site" });
    // Playwright clicks only what nothing covers.
    await bar.getByRole("link", { name: "With all drafts" }).click();
    await expect(bar.getByText("Drafts are shown.")).toBeVisible();
    await bar.getByRole("link", { name: "As visitors see it" }).click();
    await bar.getByRole("link", { name: "Panel" }).click();
    await expect(page).toHaveURL("/admin");
  } finally {
    await publish("");
  }
});
