import { join } from "node:path";
import { coldTest, expect, newPerson } from "../support/journey.ts";
import { notices, openPanel, signInOnce } from "../support/panel.ts";
import { insertCrawlsIn } from "../support/stored-crawls.ts";
import { adminOf } from "../support/web-client.ts";

coldTest.use({ furrowSettings: { OWNER_EMAIL: "order-website@furrow.example" } });

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

coldTest(
  "the team proves a point by what was mended on the website, and the customer sees it without JavaScript on a phone",
  async ({ page, browser, furrow }) => {
    const context = await browser.newContext({
      ...phone,
      baseURL: furrow.url,
      javaScriptEnabled: false,
    });
    const headers = { origin: furrow.url };
    const person = newPerson();
    await context.request.post("/api/auth/sign-up/email", { headers, data: person });
    const details = { customerAddress: "1 Long Acre", customerCountry: "Norway" };
    const data = { packageName: "Basic", customerName: person.name, ...details };
    const placed = await context.request.post("/api/new-order", { headers, data });
    const { _id: orderId } = (await placed.json()) as { _id: string };
    const admin = await adminOf(furrow);
    const date = new Date().toISOString().slice(0, 10);
    const payment = { amount: "149.00", date, reference: "Transfer" };
    await admin.call("POST", `/order/${orderId}/payments`, payment, {
      "idempotency-key": `paid-${orderId}`,
    });

    await signInOnce(page, furrow);
    await openPanel(page, `/admin/payment-status/${orderId}`);
    const website = page.getByRole("region", { name: "Website" });
    await website.getByLabel("Address of the website").fill("not an address");
    await website.getByRole("button", { name: "Check this website" }).click();
    await expect(website.getByText(/is not an address/).first()).toBeVisible();
    await expect(website.getByLabel("Address of the website")).toHaveValue("not an address");

    insertCrawlsIn(join(furrow.dataDirectory, "furrow.db"), orderId);
    await page.reload();
    await page.locator("html[data-hydrated]").waitFor();
    await expect(website.getByText("Checked before and after")).toBeVisible();
    const titles = website.getByRole("row", { name: /^Pages without a title/ });
    await expect(titles.getByRole("cell")).toHaveText(["12", "0"]);

    await page
      .getByRole("region", { name: "Actions" })
      .getByRole("button", { name: "Deliver", exact: true })
      .click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("What do you deliver?").fill("The titles are written.");
    for (const nth of [1, 2, 3, 4, 5, 6, 7]) {
      const point = page.getByRole("group", { name: RegExp(`^${nth}\\. `) });
      if (nth === 4) {
        await point.getByLabel("Kind of proof").selectOption("Mended on the website");
        await point.getByLabel("What was mended").selectOption("Pages without a title: 12 → 0");
      } else {
        await point.getByLabel("Kind of proof").selectOption("Follows later");
        await point.getByLabel("When or why").fill("Next month.");
      }
    }
    await dialog.getByRole("button", { name: "Deliver the order" }).click();
    await expect(notices(page).filter({ hasText: "Delivery 1 is made." })).toBeVisible();

    const customer = await context.newPage();
    await customer.goto(`/my-order/${orderId}`);
    const delivery = customer.getByRole("article", { name: "Delivery 1" });
    await expect(delivery.getByText("Pages without a title: 12 → 0")).toBeVisible();
    await delivery.locator("summary", { hasText: "12 mended pages" }).tap();
    await expect(delivery.getByText("/page-11/")).toBeVisible();
    const strip = customer.getByRole("region", { name: "Your website since you came" });
    const links = strip.getByRole("row", { name: /^Do the links lead somewhere/ });
    await expect(links.getByRole("cell")).toHaveText(["2", "0 mended"]);
    expect(await customer.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await context.close();
  },
);
