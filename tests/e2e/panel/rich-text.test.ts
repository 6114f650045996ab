import { readFileSync } from "node:fs";
import { expect, test } from "../../support/browser/journey.ts";
import { notices, openPanel, seenByVisitors, signInOnce } from "../../support/browser/panel.ts";
import { paste } from "../../support/browser/paste.ts";
import { blackPng } from "../../support/pictures.ts";

test.beforeEach(({ page, furrow }) => signInOnce(page, furrow));

const fromWord = readFileSync(new URL("../../support/pasted/word.html", import.meta.url), "utf8");

test("a writer types, pastes from Word, adds a picture and a link, and publishes the article", async ({
  page,
  furrow,
}) => {
  await openPanel(page, "/article-list");
  await page.getByRole("textbox", { name: "New article" }).fill("Soil");
  await page.getByRole("button", { name: "Start empty" }).click();
  const form = page.getByRole("form", { name: "Article", exact: true });
  await form.getByRole("button", { name: "Title, address and search results" }).click();
  await expect(form.getByRole("textbox", { name: "Address" })).toHaveValue("/articles/soil/");
  const editor = form.getByRole("textbox", { name: "Text", exact: true });
  await editor.click();
  await page.keyboard.type("## As typed\n**Bold** words\n");
  await paste(editor, { html: fromWord });
  await expect(form.getByRole("status")).toContainText("Left out: 1 picture that the other");
  await expect(form.getByRole("status")).toContainText("1 comment, 1 deleted passage");
  await expect(editor.locator("li li")).toHaveText("Read the log");

  await page.keyboard.press("Control+End");
  await paste(editor, { picture: blackPng(40, 30).toString("base64") });
  const picture = page.getByRole("dialog", { name: "Picture" });
  await picture.getByLabel("Alt text").fill("A black field");
  await picture.getByLabel("Caption").fill("At night");
  await page.keyboard.press("Enter");
  await expect(picture).toHaveCount(0);
  await expect(editor).toBeFocused();

  await page.keyboard.press("Control+k");
  const link = page.getByRole("dialog", { name: "Link" });
  await link.getByLabel("Words of the link").fill("All plans");
  await link.getByRole("combobox", { name: "Where the link leads" }).selectOption("/pricing/");
  await link.getByRole("button", { name: "Add link" }).click();
  await expect(editor).toBeFocused();

  // The tools are one stop of the Tab key.
  await page.keyboard.press("Alt+F10");
  await expect(form.getByRole("button", { name: "Heading", exact: true })).toBeFocused();
  await page.keyboard.press("End");
  await page.keyboard.press("Home");
  await page.keyboard.press("Escape");
  await expect(editor).toBeFocused();

  await form.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByText("Article is Updated", { exact: true }).first()).toBeVisible();
  const canvas = page.frameLocator('iframe[title$=" page"]');
  await expect(canvas.getByRole("heading", { name: "Soil", level: 1 })).toBeVisible();
  await expect(canvas.getByText("Bold words")).toBeVisible();
  const article = await seenByVisitors(furrow, "/articles/soil/");
  for (const part of [
    "<h2>As typed</h2>",
    "<strong>Bold</strong> words",
    "<h2>Soil before seed</h2>",
    'alt="A black field"',
    "<figcaption>At night</figcaption>",
    '<a href="/pricing/">All plans</a>',
  ]) {
    expect(article).toContain(part);
  }
  expect(article).not.toContain("Can we prove this?");
});

test("the form of an article stays while the connection is lost and after the session has ended", async ({
  page,
  context,
  furrow,
}) => {
  await openPanel(page, "/article-list");
  await page.getByRole("textbox", { name: "New article" }).fill("Roots");
  await page.getByRole("button", { name: "Start empty" }).click();
  const form = page.getByRole("form", { name: "Article", exact: true });
  const summary = form.getByRole("textbox", { name: "Summary" });
  const check = page.getByRole("region", { name: "The check of this page" });
  await expect(check.getByRole("listitem").first()).toBeVisible();
  const loads: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/admin/site.data")) loads.push(request.url());
  });
  // A load that follows a check is sent before the next check.
  for (const text of ["Where water", "Where water comes from."]) {
    const isChecked = page.waitForResponse((response) => response.url().includes("/draft-facts"));
    await summary.fill(text);
    await isChecked;
  }
  expect(loads).toEqual([]);

  await context.setOffline(true);
  await summary.fill("Where water comes from, offline.");
  await expect(check.getByRole("status")).toContainText("The check could not run.");
  await form.getByRole("button", { name: "Publish at a time…" }).click();
  const dialog = page.getByRole("dialog", { name: "Publish at a time" });
  await expect(dialog.getByText("The releases could not be loaded.")).toBeVisible();
  await page.keyboard.press("Escape");
  await context.setOffline(false);

  await context.clearCookies();
  await form.getByRole("button", { name: "Publish at a time…" }).click();
  await expect(dialog.getByText("The releases could not be loaded.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(summary).toHaveValue("Where water comes from, offline.");
  await expect(notices(page)).toHaveCount(0);

  await signInOnce(page, furrow);
  await summary.fill("Where water comes from, again.");
  await expect(check.getByRole("listitem").first()).toBeVisible();
  await page.getByRole("banner").getByRole("button", { name: /^Find/ }).click();
  await page.getByRole("textbox", { name: "Go to" }).fill("Roots");
  await expect(page.getByRole("button", { name: /^Roots/ })).toBeVisible();
});
