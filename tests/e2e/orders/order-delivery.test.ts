import type { Page } from "@playwright/test";
import { openCustomerOnPhone } from "../../support/browser/customer-on-phone.ts";
import { coldTest, expect } from "../../support/browser/journey.ts";
import { phone } from "../../support/browser/keyboard-and-phone.ts";
import { notices, openPanel, signInOnce } from "../../support/browser/panel.ts";

coldTest.use({ furrowSettings: { OWNER_EMAIL: "order-delivery@furrow.example" } });

const actions = (page: Page) => page.getByRole("region", { name: "Actions" });
const timeline = (page: Page) => page.getByRole("region", { name: "Timeline" });
const point = (page: Page, nth: number) => page.getByRole("group", { name: RegExp(`^${nth}\\. `) });

async function openForm(page: Page) {
  await actions(page).getByRole("button", { name: "Deliver", exact: true }).click();
  return page.getByRole("dialog");
}

coldTest(
  "the team delivers, the customer asks for changes and accepts the second delivery without JavaScript on a phone",
  async ({ page, browser, furrow }) => {
    const { context, page: customer, orderId } = await openCustomerOnPhone(browser, furrow);
    const order = `/my-order/${orderId}`;
    await customer.goto(order);
    await expect(customer.getByText("We begin as soon as we have your answers.")).toBeVisible();
    await expect(customer.getByRole("button", { name: "Accept the delivery" })).toHaveCount(0);

    await signInOnce(page, furrow);
    await openPanel(page, `/admin/payment-status/${orderId}`);
    const dialog = await openForm(page);
    await dialog.getByLabel("What are you delivering?").fill("The first harvest is in.");
    await dialog.getByRole("button", { name: "A proof for each point" }).click();
    await point(page, 1).getByLabel("Address of the proof").fill("https://example.com/survey");
    await point(page, 2).getByLabel("Kind of proof").selectOption("Number");
    await point(page, 2).getByLabel("Number", { exact: true }).fill("10");
    await point(page, 2).getByLabel("Unit").fill("searches");
    for (const nth of [3, 4, 5, 6]) {
      await point(page, nth).getByLabel("Address of the proof").fill(`https://example.com/${nth}`);
    }
    await dialog.getByRole("button", { name: "Deliver the order" }).click();
    const missing = "Show the proof of this point, or say when it follows.";
    await expect(point(page, 7).getByText(missing)).toBeVisible();

    // The typed text survives a reload of the page.
    await page.reload();
    await page.locator("html[data-hydrated]").waitFor();
    await expect(point(page, 2).getByLabel("Unit")).toHaveValue("searches");
    await point(page, 7).getByLabel("Kind of proof").selectOption("Follows later");
    await point(page, 7).getByLabel("When or why").fill("From Monday on.");
    await dialog.getByRole("button", { name: "Deliver the order" }).click();
    await expect(dialog).toBeHidden();
    await expect(notices(page).filter({ hasText: "Delivery 1 is sent." })).toBeVisible();
    await expect(timeline(page).getByText("Delivery 1", { exact: true })).toBeVisible();
    await expect(page.getByText("Waiting for the customer")).toBeVisible();

    await customer.goto(order);
    const standing = /^Delivered on .+\. Please accept the delivery or ask for changes until .+\.$/;
    await expect(customer.getByText(standing)).toBeVisible();
    const delivery = customer.getByRole("article", { name: "Delivery 1" });
    await expect(delivery.getByText("10 searches", { exact: true })).toBeVisible();
    await expect(delivery.getByRole("link", { name: "example.com/survey" })).toBeVisible();
    await expect(delivery).toContainText("Follows: From Monday on.");
    expect(await widthOf(customer)).toBe(phone.viewport.width);

    // A second window still shows the delivery while the customer answers in the first window.
    const second = await context.newPage();
    await second.goto(order);

    await delivery.locator("summary", { hasText: "Ask for changes" }).tap();
    const asking = delivery.getByRole("form", { name: "Ask for changes" });
    await asking.getByLabel("What should change?").fill("   ");
    await asking.getByLabel("Titles and descriptions for every page").check();
    await asking.getByRole("button", { name: "Send the request" }).tap();
    await expect(asking.getByText("Write what should change.")).toBeVisible();
    await expect(asking.getByLabel("Titles and descriptions for every page")).toBeChecked();
    await asking.getByLabel("What should change?").fill("Please shorten the titles.");
    await asking.getByRole("button", { name: "Send the request" }).tap();
    await expect(customer.getByText(/^You asked for changes on/)).toBeVisible();
    await expect(customer.getByRole("button", { name: "Accept the delivery" })).toHaveCount(0);

    await second.getByRole("button", { name: "Accept the delivery" }).tap();
    await expect(second.getByRole("alert")).toContainText("You have already asked for changes");
    await second.close();

    await openPanel(page, `/admin/payment-status/${orderId}`);
    const first = page.getByRole("article").filter({ hasText: "Delivery 1" });
    await expect(first).toContainText("Please shorten the titles.");
    await expect(first).toContainText("Concerns: Titles and descriptions for every page");
    const again = await openForm(page);
    // The form already contains the proofs of the first delivery.
    await expect(point(page, 2).getByLabel("Unit")).toHaveValue("searches");
    await again.getByLabel("What are you delivering?").fill("Shorter titles.");
    await again.getByRole("button", { name: "Deliver the order" }).click();
    await expect(notices(page).filter({ hasText: "Delivery 2 is sent." })).toBeVisible();

    await customer.goto(order);
    await customer.getByRole("button", { name: "Accept the delivery" }).tap();
    await expect(customer.getByText(/^Complete: you accepted the delivery on/)).toBeVisible();
    await expect(customer.getByRole("button", { name: "Accept the delivery" })).toHaveCount(0);
    const story = customer.getByRole("list", { name: /^What happened to order/ });
    await expect(story).toContainText("Changes to delivery 1 requested");
    await expect(story).toContainText("Delivery 2 accepted");

    await customer.locator("summary", { hasText: "Something is wrong" }).tap();
    const reopening = customer.getByRole("form", { name: "Something is wrong" });
    await reopening.getByLabel("What is wrong?").fill("The first link is broken.");
    expect(await widthOf(customer)).toBe(phone.viewport.width);
    await reopening.getByRole("button", { name: "Reopen the order" }).tap();
    await expect(customer.getByText(/^You told us on .+ that something is wrong/)).toBeVisible();
    await expect(customer.getByRole("button", { name: "Reopen the order" })).toHaveCount(0);

    await openPanel(page, "/admin");
    await page.getByRole("link", { name: /reopened order/ }).click();
    await expect(timeline(page).getByText("Delivery 2 accepted")).toBeVisible();
    const reopened = page.getByRole("article").filter({ hasText: "Delivery 2" });
    await expect(reopened).toContainText("The first link is broken.");
    await context.close();
  },
);

async function widthOf(page: Page): Promise<number> {
  return page.locator("html").evaluate((root) => root.scrollWidth);
}
