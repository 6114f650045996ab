import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Locator, Page } from "@playwright/test";
import { farmWordIn } from "#content/plain/farm-words.ts";
import { expect, test } from "../../support/browser/journey.ts";
import { notices, openPanel, seenByVisitors, signInOnce } from "../../support/browser/panel.ts";
import type { FurrowServer } from "../../support/servers/furrow-server.ts";

const name = "Northwind";
test.use({ furrowSettings: { BUSINESS_NAME: name } });

const logo = {
  name: "northwind.svg",
  mimeType: "image/svg+xml",
  buffer: Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="120" viewBox="0 0 400 120">
      <circle cx="60" cy="60" r="50" fill="#7a1fa2"/>
      ${[140, 200, 260, 320].map((x) => `<path d="M${x} 30h40v60h-40z" fill="#1c1c1c"/>`).join("")}
    </svg>`,
  ),
};

/** The texts of a page, without addresses and style sheets. */
async function wordsOf(furrow: FurrowServer, path: string): Promise<string> {
  const html = await seenByVisitors(furrow, path);
  const alternatives = [...html.matchAll(/\b(?:alt|aria-label|title|content)="([^"]*)"/g)];
  const body = html.replaceAll(/<(style|script)\b.*?<\/\1>/gs, " ").replaceAll(/<[^>]*>/g, " ");
  return [body, ...alternatives.map(([, text]) => text)].join("\n");
}

/** The brand's colour in the rules of a page. */
const brandOf = async (furrow: FurrowServer, path = "/") =>
  /--brand:(#\w+);/.exec(await seenByVisitors(furrow, path))?.[1];

const frameOf = (page: Page) => page.frameLocator('iframe[title="The site in this look"]');

function countedClicks() {
  let count = 0;
  return {
    count: () => count,
    async click(control: Locator) {
      count += 1;
      await control.click();
    },
  };
}

test.beforeEach(async ({ page, furrow }) => {
  await signInOnce(page, furrow);
});

test("the owner makes the farm an own look with an uploaded logo in seven clicks, and goes back with one", async ({
  page,
  furrow,
}) => {
  const { click, count } = countedClicks();
  const field = await brandOf(furrow);
  expect(farmWordIn(await wordsOf(furrow, "/"), [name])).not.toBeNull();

  await openPanel(page, "/admin");
  await click(
    page
      .getByRole("navigation", { name: "Admin panel" })
      .getByRole("link", { name: "Site", exact: true }),
  );
  const screens = page.getByRole("navigation", { name: "Site: screens" });
  await click(screens.getByRole("link", { name: "Look" }));
  const form = page.getByRole("form", { name: "Look" });
  const chooser = page.waitForEvent("filechooser");
  await click(form.getByRole("button", { name: "Upload picture" }));
  await (await chooser).setFiles(logo);
  await click(form.getByRole("button", { name: "Bright" }));
  const brandField = form.getByRole("textbox", { name: "Brand", exact: true });
  // The upload is stored as WebP, whose colours are a little off.
  await expect(brandField).toHaveValue(/^#7[a-b]1[e-f]a[1-3]$/);
  const brand = await brandField.inputValue();
  await click(form.getByRole("button", { name: "Use it as the logo and icon of the site" }));
  await expect(form.getByText("It is published together with the look.")).toBeVisible();
  const studio = form.getByRole("radio", { name: "Studio" });
  await click(studio);
  await expect(notices(page).getByText("Your colours are kept.")).toBeVisible();
  await expect(form.getByRole("radio", { name: "Plain" })).toBeChecked();
  const heading = frameOf(page).getByRole("heading", { level: 1, includeHidden: true });
  const fontOf = () => heading.evaluate((element) => getComputedStyle(element).fontFamily);
  await expect.poll(fontOf).toContain("Archivo");

  // What is chosen but not published survives a reload, and visitors see none of it.
  await page.reload();
  await page.locator("html[data-hydrated]").waitFor();
  await expect(studio).toBeChecked();
  expect(await brandOf(furrow)).toBe(field);

  await click(form.getByRole("button", { name: "Publish", exact: true }));
  await expect(page.getByText("Look is Updated")).toBeVisible();
  // The toast stays open while the pointer is on it.
  await notices(page).getByRole("button", { name: "Back to the look before" }).hover();
  expect(count()).toBe(7);
  for (const path of ["/", "/pricing/", "/service/"]) {
    expect(await brandOf(furrow, path)).toBe(brand);
    expect(farmWordIn(await wordsOf(furrow, path), [name]), path).toBeNull();
  }
  expect(await seenByVisitors(furrow, "/")).toMatch(/<img[^>]*src="\/media\//);
  await expect(
    form
      .getByText("Nothing is left of the farm on this site.")
      .or(form.getByRole("region", { name: "What is left of the farm" })),
  ).toBeVisible();

  await notices(page).getByRole("button", { name: "Back to the look before" }).click();
  await expect(notices(page).getByText("Undone")).toBeVisible();
  expect(await brandOf(furrow)).toBe(field);
  expect(await wordsOf(furrow, "/")).toContain("Rankings are grown");
  await expect(form.getByRole("radio", { name: "Field" })).toBeChecked();
});

test("the look before comes back with a press on the screen, also days later", async ({
  page,
  furrow,
}) => {
  await openPanel(page, "/edit-look");
  const form = page.getByRole("form", { name: "Look" });
  await form.getByRole("radio", { name: "Print" }).check({ force: true });
  await form.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByText("Look is Updated")).toBeVisible();
  await openPanel(page, "/edit-look");
  await page.getByRole("button", { name: "Back to the look before" }).click();
  await expect(form.getByRole("radio", { name: "Field" })).toBeChecked();
  expect(await wordsOf(furrow, "/")).toContain("Rankings are grown");
});

test("the preview shows each page of the site, light and dark, and the owner's own rules", async ({
  page,
}) => {
  await openPanel(page, "/edit-look");
  const body = frameOf(page).locator("body");
  const groundOf = () => body.evaluate((element) => getComputedStyle(element).backgroundColor);
  await expect.poll(groundOf).toBe("rgb(247, 240, 225)");
  await page.getByRole("radiogroup", { name: "Scheme of the preview" }).getByText("Dark").click();
  await expect.poll(groundOf).toBe("rgb(19, 24, 18)");
  await page.getByLabel("Page in the preview").selectOption("Pricing");
  await expect(frameOf(page).locator("#pricing-heading, h1").first()).toBeAttached();
  const form = page.getByRole("form", { name: "Look" });
  await form.getByRole("button", { name: "Rules of your own" }).click();
  const css = form.getByRole("textbox", { name: "Custom CSS" });
  await css.fill("h1 { letter-spacing: 7px }");
  const heading = frameOf(page).locator("h1").first();
  await expect(heading).toHaveCSS("letter-spacing", "7px");
  await css.fill("h1 { letter-spacing: 7px");
  await expect(form.getByText(/^Custom CSS .*}/)).toBeVisible();
  await form.getByRole("button", { name: "Discard my changes" }).click();
});

test("an own font is uploaded, used and deleted, and a file that is no font is refused", async ({
  page,
}) => {
  await openPanel(page, "/edit-look");
  const form = page.getByRole("form", { name: "Look" });
  const upload = async (file: string | { name: string; mimeType: string; buffer: Buffer }) => {
    const chooser = page.waitForEvent("filechooser");
    await form.getByRole("button", { name: "Upload a font" }).click();
    await (await chooser).setFiles(file);
  };
  const text = { name: "font.woff2", mimeType: "font/woff2", buffer: Buffer.from("no font") };
  await upload(text);
  await expect(form.getByRole("alert")).toContainText("WOFF2");
  await upload({ ...text, buffer: Buffer.alloc(300_001) });
  await expect(form.getByRole("alert")).toContainText("The font has 301 kB");
  await upload(
    fileURLToPath(new URL("../../../src/app/ui/fonts/inter/inter.woff2", import.meta.url)),
  );
  const use = form.getByRole("button", { name: /^Use .* for headings$/ });
  await use.click();
  await expect(use).toBeDisabled();
  const heading = frameOf(page).locator("h1").first();
  await expect(heading).toHaveCSS("font-family", /^"Own heading"/);
  await form.getByRole("button", { name: "Change typeface of headings" }).click();
  await expect(form.locator("[name=headingFont]:checked")).toHaveValue(/^\/fonts\//);
  await form.getByRole("button", { name: "Discard my changes" }).click();
  await form.getByRole("button", { name: /^Delete / }).click();
  await expect(use).toBeHidden();
});

test("a look is saved as a file and taken from one as a draft", async ({ page }) => {
  await openPanel(page, "/edit-look");
  const form = page.getByRole("form", { name: "Look" });
  const download = page.waitForEvent("download");
  await form.getByRole("link", { name: "Save the look as a file" }).click();
  const saved = await readFile(await (await download).path(), "utf8");
  const take = async (text: string) => {
    const chooser = page.waitForEvent("filechooser");
    await form.getByRole("button", { name: "Take a look from a file" }).click();
    const file = { name: "look.json", mimeType: "application/json", buffer: Buffer.from(text) };
    await (await chooser).setFiles(file);
  };
  await take("no look");
  await expect(form.getByRole("alert")).toBeVisible();
  await take(saved.replace('"design": "Field"', '"design": "Print"'));
  await expect(notices(page).getByText("The look of the file is your draft.")).toBeVisible();
  await expect(form.getByRole("radio", { name: "Print" })).toBeChecked();

  // The same file again, with something typed: the draft does not change, but the form must.
  const brand = form.getByRole("textbox", { name: "Brand", exact: true });
  const print = saved.replace('"design": "Field"', '"design": "Print"');
  for (const [text, design] of [
    [print, "Print"],
    [saved, "Field"],
  ] as const) {
    await brand.fill("#7a1fa2");
    await take(text);
    const question = page.getByRole("dialog", { name: "Replace what you have not saved?" });
    await question.getByRole("button", { name: "Keep my changes" }).click();
    await expect(brand).toHaveValue("#7a1fa2");
    await take(text);
    await question.getByRole("button", { name: "Take the look of the file" }).click();
    await expect(brand).toHaveValue("");
    await expect(form.getByRole("radio", { name: design })).toBeChecked();
    await page.reload();
    await page.locator("html[data-hydrated]").waitFor();
    await expect(form.getByRole("radio", { name: design })).toBeChecked();
    await expect(brand).toHaveValue("");
  }
  // The look of the second file is the published one, so no draft is left.
  await expect(form.getByRole("button", { name: "Discard draft" })).toBeHidden();
});

test("a colour that cannot be read in texts is shown with the nearest one that can", async ({
  page,
}) => {
  await openPanel(page, "/edit-look");
  const form = page.getByRole("form", { name: "Look" });
  const brand = form.getByRole("textbox", { name: "Brand", exact: true });
  await brand.fill("#ffcc00");
  await expect(form.getByText("Shown where it works.")).toBeVisible();
  await form.getByRole("button", { name: /^Use #\w{6} as Brand$/ }).click();
  await expect(form.getByText("Shown where it works.")).toBeHidden();
  await expect(brand).not.toHaveValue("#ffcc00");
  await form.getByRole("button", { name: "Back to the colours of Field" }).click();
  await expect(brand).toHaveValue("");
  await notices(page).getByRole("button", { name: "Undo" }).click();
  await expect(brand).not.toHaveValue("");
  await form.getByRole("button", { name: "Discard my changes" }).click();
});
