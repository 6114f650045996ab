import type { Locator } from "@playwright/test";
import { blocks } from "#content/model/blocks.ts";
import { expect, test } from "../../support/browser/journey.ts";
import { openPanel, openRecord, recordsOf, signInOnce } from "../../support/browser/panel.ts";

const { banner, callToAction, workSteps } = blocks;

test.beforeEach(({ page, furrow }) => signInOnce(page, furrow));

test("typed text survives a closed tab and a failed save", async ({ page, context }) => {
  const { form } = await openRecord(page, workSteps);
  await form
    .getByRole("textbox", { name: "Title", exact: true })
    .fill("Typed in a tab that is closed");
  await page.close();
  const tab = await context.newPage();
  const { form: again } = await openRecord(tab, workSteps);
  await expect(tab.getByText("Your unsaved text was restored")).toBeVisible();
  await expect(again.getByRole("textbox", { name: "Title", exact: true })).toHaveValue(
    "Typed in a tab that is closed",
  );

  await tab.route("**/admin/content**", (route) => route.abort());
  await again.getByRole("button", { name: "Publish" }).click();
  await expect(again.getByText("The site did not answer.")).toBeVisible();
  await expect(again.getByRole("textbox", { name: "Title", exact: true })).toHaveValue(
    "Typed in a tab that is closed",
  );
  await tab.unroute("**/admin/content**");
  await again.getByRole("button", { name: "Publish" }).click();
  await expect(tab.getByText("Work Section is Updated")).toBeVisible();
  expect((await recordsOf(tab, workSteps))[0]?.stepTitle).toBe("Typed in a tab that is closed");
});

test("two tabs with the same record each keep their own text", async ({ page, context }) => {
  const heading = (form: Locator) => form.getByRole("textbox", { name: "Heading", exact: true });
  const details = (form: Locator) => form.getByRole("textbox", { name: "Line below the heading" });
  const { form } = await openRecord(page, callToAction);
  const second = await context.newPage();
  const { form: other } = await openRecord(second, callToAction);
  await heading(form).fill("Typed in the first tab");
  await details(other).fill("Typed in the second tab");
  await page.reload();
  await expect(heading(form)).toHaveValue("Typed in the first tab");
  await form.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByText("is Updated")).toBeVisible();
  await second.reload();
  await expect(details(other)).toHaveValue("Typed in the second tab");
  await other.getByRole("button", { name: "Publish" }).click();
  await expect(second.getByText("is Updated")).toBeVisible();
  expect((await recordsOf(page, callToAction))[0]).toMatchObject({
    heading: "Typed in the first tab",
    subHeading: "Typed in the second tab",
  });
  // A new tab shows no unsaved text of another tab.
  const third = await context.newPage();
  await openRecord(third, callToAction);
  await expect(third.getByText("Your unsaved text was restored")).toBeHidden();
});

test("text typed after a conflict appears in the choice between both texts, and is kept", async ({
  page,
  context,
}) => {
  const { form } = await openRecord(page, banner);
  const second = await context.newPage();
  const { form: other } = await openRecord(second, banner);
  const heading = (of: Locator) => of.getByRole("textbox", { name: "Heading", exact: true });
  const details = (of: Locator) => of.getByRole("textbox", { name: "Details" });
  const line = (of: Locator) => of.getByRole("textbox", { name: "Line above the heading" });
  await heading(form).fill("Published in the first tab");
  await details(form).fill("Details of the first tab");
  await form.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByText("Banner is Updated")).toBeVisible();

  await heading(other).fill("Typed in the second tab");
  await other.getByRole("button", { name: "Publish" }).click();
  const take = other.getByRole("button", { name: "Use these texts" });
  await expect(take).toBeVisible();
  await heading(other).fill("Typed in the second tab, and more");
  await line(other).fill("A line typed meanwhile");
  await expect(other.getByText("Here: Typed in the second tab, and more")).toBeVisible();
  // Only the first tab has changed this field so far, so there is no conflict.
  const choice = other.getByRole("radiogroup", { name: "Details" });
  await expect(choice).toBeHidden();
  await details(other).fill("Details of the second tab");
  await expect(choice.getByText("In another tab: Details of the first tab")).toBeVisible();
  await choice.getByRole("radio").last().check();
  await take.click();
  await expect(heading(other)).toHaveValue("Typed in the second tab, and more");
  await expect(line(other)).toHaveValue("A line typed meanwhile");
  await expect(details(other)).toHaveValue("Details of the first tab");
  await other.getByRole("button", { name: "Publish" }).click();
  await expect(second.getByText("Banner is Updated")).toBeVisible();
  expect((await recordsOf(page, banner))[0]).toMatchObject({
    bannerHeading: "Typed in the second tab, and more",
    bannerText: "A line typed meanwhile",
    bannerDetails: "Details of the first tab",
  });
});

test("a text over its limit is kept whole, and the form says that the text is too long", async ({
  page,
}) => {
  const { form } = await openRecord(page, callToAction);
  const heading = form.getByRole("textbox", { name: "Heading", exact: true });
  await heading.focus();
  await page.keyboard.insertText("A row of beans. ".repeat(10));
  await expect(form.getByText("characters too long. The limit is 120.")).toBeVisible();
  await form.getByRole("button", { name: "Publish" }).click();
  await expect(form.getByText("Heading can have at most 120 characters.").first()).toBeVisible();
  await expect(heading).toHaveValue(/^(A row of beans\. ){10}/);
});

test("typed text survives the end of the session", async ({ page, context, furrow }) => {
  const { form } = await openRecord(page, workSteps, 1);
  const address = new URL(page.url()).pathname;
  await form
    .getByRole("textbox", { name: "Title", exact: true })
    .fill("Typed when the session ended");
  await context.clearCookies();
  await form.getByRole("button", { name: "Publish" }).click();
  await expect(form.getByText("You are signed out.")).toBeVisible();
  await signInOnce(page, furrow);
  await openPanel(page, address);
  await expect(form.getByRole("textbox", { name: "Title", exact: true })).toHaveValue(
    "Typed when the session ended",
  );
});

test("text typed during a save is never lost", async ({ page }) => {
  const { form } = await openRecord(page, callToAction);
  const heading = form.getByRole("textbox", { name: "Heading", exact: true });
  for (let round = 0; round < 10; round++) {
    await heading.fill("Typed on");
    await form.getByRole("button", { name: "Publish" }).click({ noWaitAfter: true });
    // Types in every event loop turn, so that some text arrives between the response and its
    // rendering.
    const typed = await heading.evaluate(async (field: HTMLInputElement) => {
      const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
      const until = performance.now() + 400;
      let letters = 0;
      while (performance.now() < until) {
        setValue?.call(field, `${field.value}!`);
        field.dispatchEvent(new Event("input", { bubbles: true }));
        letters += 1;
        await new Promise((resolve) => setTimeout(resolve));
      }
      return letters;
    });
    await expect(heading).toHaveValue(`Typed on${"!".repeat(typed)}`);
  }
});
