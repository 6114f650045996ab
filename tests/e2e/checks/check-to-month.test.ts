import { both, inHtml, type SampleSite } from "#check/samples/sample-site.ts";
import { coldTest, expect, newPerson } from "../../support/browser/journey.ts";
import { phone } from "../../support/browser/keyboard-and-phone.ts";
import { notices, openPanel, signInOnce } from "../../support/browser/panel.ts";
import {
  giveAccount,
  giveDetails,
  goToProvider,
  orderButton,
  payAs,
} from "../../support/browser/purchase.ts";
import { startFurrow } from "../../support/servers/furrow-server.ts";
import { scaled } from "../../support/time-limits.ts";
import { siteOf } from "../../support/websites/crawled-site.ts";
import { openVillage } from "../../support/websites/village.ts";

const pages = { "/bread/": {}, "/buns/": {} };
const better = siteOf({ "/": { links: ["/bread/", "/buns/"] }, ...pages });
/**
 * Three pages without a title. The home page also lacks a description and a language, and has a
 * dead link.
 */
const poor = both(
  inHtml('<meta name="description"', '<meta name="note"'),
  inHtml('<html lang="en">', "<html>"),
)(
  siteOf({
    "/": { title: "", links: ["/bread/", "/buns/", "/gone/"] },
    "/bread/": { title: "" },
    "/buns/": { title: "" },
  }),
);

coldTest(
  "a check by a visitor leads to an order, a delivery with proofs, and a month report that the customer shares",
  async ({ page: _, browser }) => {
    coldTest.setTimeout(scaled(240_000));
    const sites: SampleSite[] = [poor];
    const llmsFile = Promise.withResolvers<void>();
    const village = await openVillage(sites, async (path) => {
      if (path === "/llms.txt") await llmsFile.promise;
    });
    const furrow = await startFurrow({
      PAYMENTS: "sandbox",
      SANDBOX_PROTOCOL: "rest",
      SANDBOX_URL: "http://127.0.0.1:{port}",
      OWNER_EMAIL: "check-to-month@furrow.example",
      ...village.reachedWith(),
    });
    const host = village.hostOf(0);
    const buyer = await browser.newContext({ ...phone, baseURL: furrow.url });
    const person = newPerson();

    const visitor = await buyer.newPage();
    await visitor.goto("/seo-check/");
    await visitor.getByLabel("Your website").fill(host);
    await visitor.getByRole("button", { name: "Check my website" }).tap();
    await expect(
      visitor.getByRole("heading", { name: "The three findings that cost you most" }),
    ).toBeVisible();
    await expect(visitor.getByText(`https://${host}/, line 2`).first()).toBeVisible();
    // The page shows findings while the server still waits for a file of the site.
    await expect(visitor.getByRole("status")).toHaveText("We are reading the site.");
    // A page with JavaScript adds the findings and does not load itself again.
    await expect(visitor.locator('meta[http-equiv="refresh"]')).toHaveCount(0);
    await visitor.evaluate(() => document.body.setAttribute("data-first-load", ""));
    // The page goes on after an error of the server.
    const failed = visitor.waitForResponse((response) => response.status() === 503);
    await visitor.route("**/seo-check/*", (route) => route.fulfill({ status: 503 }), { times: 1 });
    await failed;
    llmsFile.resolve();
    await expect(visitor.getByRole("status")).toHaveText(/^\d+ faults found\. Checked on /);
    await expect(visitor.locator("time")).toHaveText(/^[A-Z][a-z]{2} \d{1,2}, \d{4}$/);
    await expect(visitor.getByRole("button", { name: "Send me this as PDF" })).toBeVisible();
    await expect(visitor.locator("body[data-first-load]")).toHaveCount(1);
    expect(await visitor.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

    await visitor.getByRole("link", { name: /^Basic/ }).tap();
    await expect(visitor.locator('[name="customerWebsite"]')).toHaveValue(`https://${host}/`);
    await giveAccount(visitor, person);
    await giveDetails(visitor, person.name);
    await orderButton(visitor).tap();
    await visitor.waitForURL("**/pay-now/**");
    const orderId = new URL(visitor.url()).pathname.split("/").at(-1) ?? "";
    await goToProvider(visitor);
    await payAs(visitor, "completed");

    const panel = await browser.newContext({
      baseURL: furrow.url,
      viewport: { width: 1280, height: 900 },
    });
    const owner = await panel.newPage();
    await signInOnce(owner, furrow);
    const website = owner.getByRole("region", { name: "Website" });
    const untilShown = (text: string) =>
      expect(async () => {
        await openPanel(owner, `/admin/payment-status/${orderId}`);
        await expect(website.getByText(text)).toBeVisible({ timeout: 1000 });
      }).toPass({ timeout: scaled(90_000) });
    await untilShown("The website has moved");
    await website.getByText("The website has moved").click();
    await website.getByLabel("Address of the website").fill("not an address");
    await website.getByLabel("Why is the address changing?").fill("The shop has moved.");
    await website.getByRole("button", { name: "Change the address and check" }).click();
    await expect(website.getByText(/is not an address/).first()).toBeVisible();
    await expect(website.getByLabel("Address of the website")).toHaveValue("not an address");
    await website.getByRole("button", { name: "Check the website now" }).click();
    await untilShown("Checked before the work");
    sites[0] = better;
    await website.getByRole("button", { name: "Check the website now" }).click();
    await untilShown("Checked before and after");
    const titles = website.getByRole("row", { name: /^Pages without a title/ });
    await expect(titles.getByRole("cell")).toHaveText(["3", "0"]);

    await owner
      .getByRole("region", { name: "Actions" })
      .getByRole("button", { name: "Deliver", exact: true })
      .click();
    const dialog = owner.getByRole("dialog");
    await dialog.getByLabel("What are you delivering?").fill("The titles are written.");
    await dialog.getByRole("button", { name: "A proof for each point" }).click();
    for (const nth of [1, 2, 3, 4, 5, 6, 7]) {
      const point = owner.getByRole("group", { name: RegExp(`^${nth}\\. `) });
      if (nth === 4) {
        await point.getByLabel("Kind of proof").selectOption("Fixed on the website");
        await point.getByLabel("What was fixed").selectOption("Pages without a title: 3 → 0");
      } else {
        await point.getByLabel("Kind of proof").selectOption("Follows later");
        await point.getByLabel("When or why").fill("Next month.");
      }
    }
    await dialog.getByRole("button", { name: "Deliver the order" }).click();
    await expect(notices(owner).filter({ hasText: "Delivery 1 is sent." })).toBeVisible();

    await owner.getByRole("link", { name: "This month’s report" }).click();
    await expect(owner.getByLabel("What we did")).toHaveValue(/^The titles are written\./);
    await expect(owner.getByLabel("What changed")).toHaveValue(/Pages without a title: 3 → 0\./);
    await owner.getByLabel("What comes next").fill("The local listing.");
    await owner.getByRole("button", { name: "Save the draft" }).click();
    await owner.getByRole("button", { name: "Mark as reviewed" }).click();
    await owner.getByRole("button", { name: "Send to the customer" }).click();
    await expect(owner.getByText(/^Sent on /)).toBeVisible();

    const reader = await browser.newContext({
      ...phone,
      baseURL: furrow.url,
      javaScriptEnabled: false,
      storageState: await buyer.storageState(),
    });
    const customer = await reader.newPage();
    await customer.goto(`/my-order/${orderId}`);
    const delivery = customer.getByRole("article", { name: "Delivery 1" });
    await expect(delivery.getByText("Pages without a title: 3 → 0")).toBeVisible();
    await delivery.locator("summary", { hasText: "3 fixed pages" }).tap();
    await expect(delivery.getByText("/bread/")).toBeVisible();
    const strip = customer.getByRole("region", { name: "Your website since your order" });
    const links = strip.getByRole("row", { name: /^Do the links lead somewhere/ });
    await expect(links.getByRole("cell")).toHaveText(["1", "0 fixed"]);
    expect(await customer.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

    const months = customer.getByRole("region", { name: "Your months" });
    await months.getByRole("link").tap();
    await expect(customer.getByText("Pages without a title: 3 → 0.")).toBeVisible();
    expect(await customer.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await customer.getByRole("button", { name: "Create a link" }).tap();
    const link = customer.getByRole("link", { name: /\/report\// });
    const address = (await link.getAttribute("href")) ?? "";

    const outside = await browser.newContext({ ...phone, javaScriptEnabled: false });
    const shared = await outside.newPage();
    await shared.goto(address);
    await expect(shared.getByText("Pages without a title: 3 → 0.")).toBeVisible();
    expect(await shared.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect((await outside.request.get(`${address}/report.pdf`)).status()).toBe(200);
    expect((await outside.request.get(`${furrow.url}/my-order/${orderId}`)).url()).toMatch(
      /\/login/,
    );

    for (const context of [buyer, panel, reader, outside]) await context.close();
    await furrow.stop();
    village.close();
  },
);
