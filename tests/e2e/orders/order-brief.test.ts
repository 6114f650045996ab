import type { Page } from "@playwright/test";
import { openCustomerOnPhone } from "../../support/browser/customer-on-phone.ts";
import { coldTest, expect } from "../../support/browser/journey.ts";
import { phone } from "../../support/browser/keyboard-and-phone.ts";
import { openPanel, signInOnce } from "../../support/browser/panel.ts";

coldTest.use({ furrowSettings: { OWNER_EMAIL: "order-brief@furrow.example" } });

const goods = "What do you sell, and who buys it?";

const brief = (page: Page) => page.getByRole("region", { name: "Brief" });

coldTest(
  "a customer without JavaScript on a phone fills in and sends the brief, and the team reads it",
  async ({ page: owner, browser, furrow }) => {
    const { context, page: customer, orderId } = await openCustomerOnPhone(browser, furrow);
    await customer.goto(`/my-order/${orderId}`);
    await expect(customer.getByText("Not begun.")).toBeVisible();
    await customer.getByRole("link", { name: "Answer the questions" }).click();
    await customer.getByLabel("Which website should we work on?").fill("our shop");
    await customer.getByLabel(goods).fill("Bread, to the village.");
    await customer.getByRole("radio", { name: "In one country" }).check();
    await customer.getByRole("button", { name: "Send the answers" }).click();

    // The form keeps the typed text, and the valid answers are already stored.
    await expect(customer.getByText("2 answers need your attention.")).toBeVisible();
    await expect(customer.getByLabel("Which website should we work on?")).toHaveValue("our shop");
    await customer.getByLabel("Which website should we work on?").fill("bakery.example");
    await customer.getByRole("button", { name: "Save and continue later" }).click();
    await expect(customer.getByText("Saved: 3 of 8 answered.")).toBeVisible();
    await customer.getByRole("checkbox", { name: "Call" }).check();
    await customer.getByRole("checkbox", { name: "Visit us" }).check();
    await customer.getByRole("button", { name: "Send the answers" }).click();
    await expect(customer.getByText("Thank you, we have your answers.")).toBeVisible();

    await signInOnce(owner, furrow);
    await openPanel(owner, `/admin/payment-status/${orderId}`);
    await expect(brief(owner)).toContainText("Call, Visit us");
    await expect(brief(owner)).toContainText("https://bakery.example");
    await brief(owner).getByRole("button", { name: "Start work" }).click();
    await expect(brief(owner).getByRole("button", { name: "Start work" })).toHaveCount(0);

    // With scripts, an answer is saved while the customer types, and the team sees what changed.
    const tab = await browser.newContext({ ...phone, baseURL: furrow.url });
    await tab.addCookies(await context.cookies());
    const typing = await tab.newPage();
    await typing.goto(`/my-order/${orderId}/brief`);
    await typing.getByRole("radio", { name: "In several countries" }).check();
    await typing.getByLabel("Which countries, and in which languages?").fill("Norway");
    await typing.getByRole("radio", { name: "In one country" }).check();
    await expect(typing.getByLabel("Which countries, and in which languages?")).toBeHidden();
    await typing.getByLabel(goods).fill("Cake");
    await expect(typing.getByText("All answers are saved.")).toBeVisible();
    await tab.close();
    await context.close();
    await openPanel(owner, `/admin/payment-status/${orderId}`);
    await expect(brief(owner)).toContainText("Bread, to the village.Cake");
    await brief(owner).getByRole("button", { name: "Acknowledge the changes" }).click();
    await expect(brief(owner).getByText("Bread, to the village.")).toHaveCount(0);
  },
);
